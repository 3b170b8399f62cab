// What the rooms with games share: the page, its views by the address, and the list of the games that are kept.

import * as api from "../static/api.js";
import {button, byId, el, field, refill, say, sentence} from "../static/dom.js";
import {textOf} from "./game.js";
import {keptGames} from "./kept.js";
import {listenToKeys} from "../static/letters.js";
import {Session} from "./session.js";

/** @import {Game} from "./game.js" */
/** A part of the page that is shown by itself: `look` is called when one comes back to it.
 * @typedef {{press?: (key: string) => boolean, look?: () => void}} View */
/** @typedef {ReturnType<typeof newPage>} Page */
/** A room.
 * @typedef {object} RoomOfGames
 * @property {"track" | "play"} name
 * @property {string} title
 * @property {string} about  What one does here, for who comes the first time.
 * @property {(page: Page) => View} newGame
 * @property {(page: Page, session: Session) => View} game */

const store = () => localStorage;

/** @param {Api.Setup} setup @param {(session: Session, isInstead?: boolean) => void} enter  Goes to a game. */
function newPage(setup, enter) {
  /** @type {Map<string, api.WordList>} */
  const lists = new Map();
  return {
    setup,
    enter,
    store,
    games: keptGames(store),
    view: byId("view"),
    answer: byId("answer"),
    dock: byId("dock"),
    /** @param {unknown} error  What went wrong; "" once it does not matter any more. */
    tell: (error) => {
      const text = error instanceof Error ? sentence(error.message) : String(error || "");
      say(byId("problem"), text);
      if (text) byId("problem").scrollIntoView({block: "nearest"});
    },
    /** @param {string} text  What is to be known of what the browser keeps. */
    warn: (text) => say(byId("notice"), text),
    /** The word list of this name, with what is known of it so far. @param {string} name */
    list: (name) => {
      const list = lists.get(name) ?? api.wordList(name, setup.digests[name] ?? "");
      lists.set(name, list);
      return list;
    },
  };
}

/** Shows a room by the address: the list, `?new`, or `?game=` and its number. @param {RoomOfGames} room */
export async function openRoom(room) {
  const setup = await api.whenReady((message) => say(byId("notice"), message));
  const page = newPage(setup, enter);
  const query = new URLSearchParams(location.search);
  const id = query.get("game");
  let {search} = location;
  /** @type {View} */
  let view = {};
  document.title = `${room.title} – Letter Tycoon`;

  /** @param {Session} session @param {boolean} [isInstead] */
  function enter(session, isInstead = false) {
    history[isInstead ? "replaceState" : "pushState"](null, "", `${location.pathname}?game=${session.id}`);
    ({search} = location);
    page.tell("");
    session.keep();
    view = room.game(page, session);
  }

  /** Opens a game that was kept. @param {number} id */
  async function open(id) {
    try {
      const session = await Session.open(page, id);
      if (session.room.name !== room.name) throw new Error("That game is of another room of this page.");
      view = room.game(page, session);
    } catch (error) {
      const link = el("a", {class: "word", href: location.pathname}, "Your games");
      page.view.replaceChildren(el("h1", {class: "unseen"}, room.title), el("p", {}, link));
      page.tell(error);
    }
  }

  // A game is entered without another page, as a browser may not keep it.
  addEventListener("popstate", () => location.search !== search && location.reload());
  addEventListener("pageshow", ({persisted}) => persisted && view.look?.());
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && view.look?.());
  addEventListener("storage", () => view.look?.());
  listenToKeys((key) => view.press?.(key) ?? false);
  if (id !== null) await open(Number(id));
  else view = query.has("new") ? room.newGame(page) : gameList(page, room);
}

/** A view: the games that this browser keeps. @param {Page} page @param {RoomOfGames} room */
function gameList(page, room) {
  const list = el("ul", {class: "games"});
  const begin = button("primary", "new", () => location.assign("?new"), "New game");
  const {title, about} = room;
  const reader = room.name === "track" ? textReader(page) : "";
  page.view.replaceChildren(el("h1", {}, title), el("p", {}, about), el("p", {}, begin), list, reader);

  function look() {
    const games = page.games.list().filter(({game}) => nameOfRoom(game?.room) === room.name || !game);
    refill(list, ...games.map(({id, about, game}) => (game ? item(id, about) : broken(id, about))));
  }

  /** @param {number} id @param {string} about */
  function item(id, about) {
    const [players = "", state = ""] = about.split(" · ");
    const inside = [el("span", {class: "name"}, players), el("span", {class: "aside"}, state)];
    const open = () => location.assign(`?game=${id}`);
    return el("li", {}, button("game", String(id), open, inside));
  }

  /** @param {number} id @param {string} trouble */
  function broken(id, trouble) {
    const forget = () => {
      page.games.forget(id);
      look();
    };
    const away = button("quiet", "", forget, "Take it off the list");
    return el("li", {class: "broken"}, el("p", {}, trouble), away);
  }

  look();
  return {look};
}

/** Opens a game that was saved as text. @param {Page} page */
function textReader(page) {
  const read = async (/** @type {HTMLInputElement} */ {files}) => {
    const [file] = files ?? [];
    if (!file) return;
    try {
      page.enter(await Session.read(page, await file.text(), {name: "track"}));
    } catch (error) {
      page.tell(error);
    }
  };
  const input = field("file", "read", read, {accept: ".txt,text/plain"});
  return el("label", {class: "choice"}, "Open a game that was saved as text", input);
}

/** @param {unknown} room  As it was kept. */
const nameOfRoom = (room) => /** @type {{name?: string} | null | undefined} */ (room)?.name;

/** What can be done with a game as text: kept as a file, and reviewed where there is that room.
 * @param {Page} page @param {Game} game */
export function textButtons(page, game) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([textOf(game)], {type: "text/plain"}));
    const name = `letter-tycoon-${game.header.players.join("-")}.txt`.replace(/[^\p{L}\p{N}.-]+/gu, "-");
    el("a", {href: url, download: name}).click();
    URL.revokeObjectURL(url);
  };
  /** @type {HTMLAnchorElement | null} */
  const room = document.querySelector('nav a[href*="review"]');
  const review = async () => {
    try {
      const headers = {"Content-Type": "application/octet-stream"};
      const {redirected, url} = await fetch(room?.href ?? "", {method: "POST", headers, body: textOf(game)});
      if (!redirected) throw new Error("The game cannot be reviewed: save it as text, and open that in Review.");
      location.assign(url);
    } catch (error) {
      page.tell(error);
    }
  };
  return [
    room ? button("primary", "review", review, "Review this game") : null,
    button("quiet", "save", save, "Save as text"),
  ];
}
