// Games of people: the list of them, a new one, and one that is followed.

import * as api from "./api.js";
import {byId, say, sentence} from "./dom.js";
import {listenToKeys} from "./letters.js";
import {TrackedTable} from "./track-game.js";
import {GameList} from "./track-list.js";
import {NewGameForm} from "./track-setup.js";

/** @typedef {{press: (key: string) => boolean, look: () => void, leave: () => void}} View */

const setup = await api.whenReady((message) => say(byId("starting"), message));

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
  shown = location.search;
  view?.leave();
  page.tell("");
  page.answer.hidden = page.dock.hidden = true;
  page.view.replaceChildren();
  page.answer.replaceChildren();
  page.dock.replaceChildren();
  document.title = "Track – Letter Tycoon";
  if (secret) view = new TrackedTable(page, secret);
  else view = query.has("new") ? new NewGameForm(page) : new GameList(page);
}

addEventListener("popstate", () => location.search !== shown && show());
addEventListener("visibilitychange", () => document.visibilityState === "visible" && view?.look());
listenToKeys((key) => view?.press(key) ?? false);
show();
