// What the rooms with games share: the page, its views by the address, the game that is open with where it is kept, and
// the list of the games that are kept. What is told is kept before it is seen, or it is said that it is not.

import * as api from "../static/api.js";
import {button, byId, el, field, refill, say, sentence} from "../static/dom.js";
import {begin, keptOf, readGame, reopened, tableOf, textOf, wordsOfText} from "./game.js";
import {attempt, keptGames} from "./kept.js";
import {listenToKeys} from "../static/cards.js";
import {scores} from "./rules.js";
import {readGameText} from "./text.js";
import {lay} from "./told.js";

/** @import {Game} from "./game.js" */
/** @import {KeptGame} from "./kept.js" */
/** @import {Header} from "./text.js" */
/** @import {Draft} from "./told.js" */
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

/** What a room keeps beside the game.
 * @typedef {object} Room
 * @property {"track" | "play"} name
 * @property {{at: number, draft: Draft} | undefined} [draft]  Half told, after so many turns.
 * @property {string[]} [computers]  In Play, by seat; "" is the person.
 * @property {string} [seed] */

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

// A game that is open ----------------------------------------------------------------------------------------------

const ALL_ARE_KNOWN =
  "In this game all hands are known, so there is nothing to tell of it. Review, analyze and replay read it.";

/** A line for the list of games. @param {Game} game */
function about(game) {
  const table = tableOf(game);
  const {names, phase, round} = table;
  const totals = scores(table).map(({total}, at) => `${names[at]} ${total}`);
  return `${names.join(", ")} · ${phase === "over" ? `over: ${totals.join(", ")}` : `round ${round}`}`;
}

/** What differs where a game has gone on. @param {KeptGame} kept */
const stateOf = ({done, text}) => `${done} ${text}`;

/** The word list that a text names, which knows its words. @param {Page} page @param {string} text */
async function listOfText(page, text) {
  const {name, sha256} = readGameText(text).header.lexicon;
  const same = Object.entries(page.setup.digests).find(([, digest]) => digest === sha256);
  const list = page.list(same?.[0] ?? name);
  await list.ask(wordsOfText(text));
  return list;
}

/** @param {Page} page @param {number} id */
async function opened(page, id) {
  const found = page.games.open(id);
  /** @type {KeptGame | null} */
  const kept = "game" in found ? found.game : history.state;
  if (!kept) throw new Error("trouble" in found ? found.trouble : "");
  const {text, room} = kept;
  const game = reopened(kept, await listOfText(page, text));
  return {game, room: /** @type {Room} */ (room ?? {name: "track"}), state: stateOf(kept)};
}

/** A game that is open. */
export class Session {
  #page;

  /** @param {Page} page
   * @param {number} id
   * @param {Game} game
   * @param {Room} room
   * @param {string} [state]  As it was read or written last. */
  constructor(page, id, game, room, state = "") {
    this.#page = page;
    this.id = id;
    this.game = game;
    this.room = room;
    this.state = state;
  }

  /** Begins a game, and goes to it.
   * @param {Page} page @param {Omit<Header, "lexicon">} header @param {string} lexicon @param {Room} room */
  static begin(page, header, lexicon, room) {
    const list = page.list(lexicon);
    try {
      const game = begin({...header, lexicon: {name: lexicon, sha256: list.sha256}}, list);
      // One step back leads to the list, not to a form that has been sent.
      page.enter(new Session(page, page.games.nextId(), game, room), true);
    } catch (error) {
      page.tell(error);
    }
  }

  /** A game of a text, such as one that was saved. @param {Page} page @param {string} text @param {Room} room */
  static async read(page, text, room) {
    if (readGameText(text).header.hands.every(Boolean)) throw new Error(ALL_ARE_KNOWN);
    const game = readGame(text, await listOfText(page, text), lay);
    return new Session(page, page.games.nextId(), game, room);
  }

  /** A game that was kept. @param {Page} page @param {number} id */
  static async open(page, id) {
    const {game, room, state} = await opened(page, id);
    return new Session(page, id, game, room, state);
  }

  get list() {
    return this.#page.list(this.game.words.name);
  }

  /** Keeps the game as it is now, and what the room has beside it; says it where that cannot be.
   * @param {Partial<Room>} [changed]  Of the room. */
  keep(changed) {
    this.room = {...this.room, ...changed};
    const kept = keptOf(this.game, about(this.game), this.room);
    const trouble = this.#page.games.keep(this.id, kept);
    // What is not kept stands beside the address, where Back and Forward find it.
    if (trouble) attempt(() => history.replaceState(kept, ""), undefined);
    else this.state = stateOf(kept);
    this.#page.warn(trouble);
  }

  /** Has the game gone on in another tab? What is not kept at all goes on as it is here. */
  get isOld() {
    const found = this.#page.games.open(this.id);
    return "game" in found && stateOf(found.game) !== this.state;
  }

  /** Takes the game as it is in another tab, if it has gone on there. */
  async isElsewhere() {
    if (!this.isOld) return false;
    Object.assign(this, await opened(this.#page, this.id));
    return true;
  }
}

// The list of games ------------------------------------------------------------------------------------------------

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
