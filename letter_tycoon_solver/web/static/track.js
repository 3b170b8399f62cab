// Games of people: the list of them, a new one, and one that is followed.

import * as api from "./api.js";
import {byId, focusOn, say, sentence} from "./dom.js";
import {listenToKeys} from "./letters.js";
import {TrackedTable} from "./track-game.js";
import {GameList} from "./track-list.js";
import {NewGameForm} from "./track-setup.js";

/** @typedef {{press: (key: string) => boolean, look: () => void, leave: () => void}} View */

const setup = await api.whenReady((message) => say(byId("starting"), message));

const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** What the views do with the page. */
const page = {
  setup,
  view: byId("view"),
  answer: byId("answer"),
  dock: byId("dock"),
  /** @param {unknown} error */
  tell: (error) => {
    const text = error instanceof Error ? sentence(error.message) : String(error || "");
    say(byId("problem"), text);
    if (text) byId("problem").scrollIntoView({block: "nearest"});
  },
  /** While something is being sent nothing can be pressed. @param {boolean} isBusy */
  wait: (isBusy) => main.setAttribute("aria-busy", String(isBusy)),
  get isBusy() {
    return main.getAttribute("aria-busy") === "true";
  },
  /** @param {string} query */
  go: (query) => {
    history.pushState(null, "", location.pathname + query);
    show();
  },
};
/** @typedef {typeof page} Page */

/** @type {View | null} */
let view = null;
/** The address that is shown, without its fragment. */
let shown = "";

function show() {
  const query = new URLSearchParams(location.search);
  const secret = query.get("game");
  const hadFocus = main.contains(document.activeElement);
  shown = location.search;
  view?.leave();
  page.tell("");
  page.wait(false);
  page.answer.hidden = page.dock.hidden = true;
  page.view.replaceChildren();
  page.answer.replaceChildren();
  page.dock.replaceChildren();
  document.title = "Track – Letter Tycoon";
  if (secret) view = new TrackedTable(page, secret);
  else view = query.has("new") ? new NewGameForm(page) : new GameList(page);
  if (hadFocus) focusOn(page.view.querySelector("h1"));
}

addEventListener("popstate", () => location.search !== shown && show());
addEventListener("visibilitychange", () => document.visibilityState === "visible" && view?.look());
main.addEventListener(
  "click",
  (event) => {
    if (!page.isBusy) return;
    event.preventDefault();
    event.stopPropagation();
  },
  {capture: true},
);
listenToKeys((key) => page.isBusy || (view?.press(key) ?? false));
show();
