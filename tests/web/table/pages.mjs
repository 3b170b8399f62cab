// Parts of pages, where this answers in place of the server.

import {advicePanel} from "/web/static/advice.js";
import {keptGames} from "/web/table/kept.js";
import {readGameText} from "/web/table/text.js";

/** The result of some work while every request has this answer. */
async function answering(answer, work) {
  const {fetch} = globalThis;
  globalThis.fetch = async () => Response.json(answer);
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** The message of a failure to draw the turns of a hint. */
export function undrawn() {
  const panel = advicePanel(document.createElement("div"), {opponents: []}, () => {}, null);
  const board = {get seats() { throw new Error("there is no board"); }, active: 0, lexicon: ""};
  const ask = () => panel.ask({}, board).then(String, ({message}) => message);
  return answering({turns: [{notation: "exchange A", equity: {total: 0}}], advice_needs: "more"}, ask);
}

const PAGE = ["view", "answer", "dock", "notice", "problem"].map((id) => `<div id="${id}"></div>`).join("");

/** How often a game is shown to whoever goes back and forward while it is opened. */
export async function reopened(kept) {
  document.body.innerHTML = `<main>${PAGE}</main>`;
  const {openRoom} = await import("/web/table/rooms.js");
  keptGames(() => localStorage).keep(1, kept);
  const {name, sha256} = readGameText(kept.text).header.lexicon;
  const setup = {state: "ready", message: "", digests: {[name]: sha256}};
  let shown = 0;
  const game = () => {
    shown++;
    return {};
  };
  const goTo = (query) => {
    history.replaceState(null, "", location.pathname + query);
    dispatchEvent(new PopStateEvent("popstate"));
  };
  goTo("?game=1");
  return answering(setup, async () => {
    await openRoom({name: "play", title: "Play", about: "", game});
    goTo("");
    goTo("?game=1");
    // Nothing is asked for a game without turns: it is open when this goes on.
    await new Promise((goOn) => setTimeout(goOn));
    goTo("");
    localStorage.clear();
    return shown;
  });
}
