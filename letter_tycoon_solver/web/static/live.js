// Every page of the study is what the server makes of its address. This asks for it again and changes what differs:
// after a link to the same page, after a file was sent, and when a stream says so. A page says what it wants:
//
//   <main data-detail="turn">      the part of the address that opens and closes an element of the page, and its id
//   <main data-stream="/api/...">  events: changed; say, with a sentence; done, with one if it is no good end
//   data-shortcut, data-turn       the key that follows a link; the turn that a part of a picture opens
//   data-submit, data-post         a form that is sent by a choice; where a file goes
//   data-mine                      what a script has filled in stays as it is

import {change} from "./dom.js";

const GONE = "The server does not answer. Is letter-tycoon serve still running?";

const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {EventSource | null} */
let source = null;
/** The page that is asked for; a later one makes it worthless. */
let asked = 0;

// The page ---------------------------------------------------------------------------------------

/** Shows what an address has now. @param {string} address @param {RequestInit} [options] */
async function show(address, options) {
  const number = ++asked;
  let text;
  try {
    const response = await fetch(address, {headers: {Accept: "text/html"}, ...options});
    if (options && response.redirected) return location.assign(response.url);
    text = await response.text();
  } catch {
    return say(GONE);
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.querySelector("main");
  if (number !== asked) return;
  // A refusal that is no page is a problem in JSON.
  if (!fresh) return say(text.startsWith("{") ? JSON.parse(text).detail : GONE);
  const hadFocus = document.activeElement !== document.body;
  document.title = page.title;
  change(main(), fresh);
  if (hadFocus && document.activeElement === document.body) detail()?.focus({preventScroll: true});
  begin();
}

const again = () => show(location.href);

/** @param {string} text */
function say(text) {
  const place = main().querySelector("[role=status]");
  if (place && place.textContent !== text) place.textContent = text;
}

/** What a page wants to be done by itself. */
function begin() {
  const {stream} = main().dataset;
  if (stream && !source) listen(stream);
}

/** @param {string} stream */
function listen(stream) {
  const opened = (source = new EventSource(stream));
  const end = (/** @type {string} */ text) => {
    opened.close();
    if (opened !== source) return;
    source = null;
    if (!text) return void again();
    say(text);
    goOn().hidden = false;
  };
  goOn().hidden = true;
  opened.addEventListener("changed", again);
  opened.addEventListener("say", ({data}) => say(data));
  opened.addEventListener("done", ({data}) => end(data));
  // Where the connection is lost the browser asks again by itself; after a refusal it does not.
  opened.addEventListener("error", () => {
    if (opened.readyState === EventSource.CLOSED) end("The server is busy or has stopped.");
    else say(GONE);
  });
}

/** The button that goes on with a stream that has ended too soon. */
const goOn = () => /** @type {HTMLElement} */ (main().querySelector("[data-again]") ?? document.createElement("i"));

// What is open -----------------------------------------------------------------------------------

const detailName = () => main().dataset["detail"] ?? "";
const detail = () => /** @type {HTMLElement | null} */ (document.getElementById(detailName()));
const isOpenAt = (/** @type {URL} */ url) => url.searchParams.has(detailName());

/** Goes to an address of this page; of what is open there, one step back closes it. @param {URL} to */
async function go(to) {
  const was = isOpenAt(new URL(location.href));
  if (was && !isOpenAt(to) && history.state?.isOpen) return history.back();
  const isOpen = was ? Boolean(history.state?.isOpen) : isOpenAt(to);
  history[was ? "replaceState" : "pushState"]({isOpen}, "", to);
  await show(to.href);
  reveal(!was);
}

/** Has what was opened in sight, below what stays there. @param {boolean} isFirst */
function reveal(isFirst) {
  const place = detail();
  if (!place) return;
  if (isFirst || !place.contains(document.activeElement)) place.focus({preventScroll: true});
  const {height = 0} = place.previousElementSibling?.getBoundingClientRect() ?? {};
  const {top} = place.getBoundingClientRect();
  if (top < height - 1 || top > 0.8 * innerHeight) scrollBy(0, top - height - 8);
}

addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-again]")) return void again();
  const turn = target.closest("[data-turn]")?.getAttribute("data-turn");
  const link = target.closest("main a[href]");
  if (!detailName() || !(turn || link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link?.getAttribute("href") ?? location.href, location.href);
  if (turn) to.searchParams.set(detailName(), turn);
  if (to.pathname !== location.pathname) return;
  event.preventDefault();
  void go(to);
});

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
  const link = main().querySelector(`a[href][data-shortcut="${CSS.escape(event.key)}"]`);
  const row = target.closest(".plans > li");
  const rows = {ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling};
  const next = rows[/** @type {"ArrowDown"} */ (event.key)]?.querySelector("a");
  if (!link && !next) return;
  event.preventDefault();
  if (link) /** @type {HTMLElement} */ (link).click();
  else next?.focus();
});

// Files and choices ------------------------------------------------------------------------------

/** @param {string} address @param {File | undefined} file */
async function post(address, file) {
  if (!file) return;
  const headers = {Accept: "text/html", "Content-Type": "application/octet-stream"};
  await send(address, {headers, body: file});
}

/** Once: nothing is pressed meanwhile. @param {string} address @param {RequestInit} options */
async function send(address, options) {
  main().setAttribute("aria-busy", "true");
  await show(address, {method: "POST", ...options});
  main().removeAttribute("aria-busy");
}

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  void send(form.action, {body});
});
addEventListener("change", async ({target}) => {
  if (target instanceof HTMLSelectElement && "submit" in target.dataset) target.form?.requestSubmit();
  if (!(target instanceof HTMLInputElement) || !target.dataset["post"]) return;
  await post(target.dataset["post"], target.files?.[0]);
  target.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLElement | null} */ (main().querySelector("[data-post]"));
  if (input) void post(input.dataset["post"] ?? "", event.dataTransfer?.files[0]);
});

addEventListener("popstate", again);
// A page that one goes away from, and may come back to, lets the server rest.
addEventListener("pagehide", () => {
  source?.close();
  source = null;
});
addEventListener("pageshow", (event) => event.persisted && again());
begin();
