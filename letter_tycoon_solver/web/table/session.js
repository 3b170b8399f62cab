// A game of a room, with where it is kept: what is told is kept before it is seen, or it is said that it is not.

import {begin, keptOf, readGame, reopened, tableOf, wordsOfText} from "./game.js";
import {attempt} from "./kept.js";
import {scores} from "./rules.js";
import {readGameText} from "./text.js";
import {lay} from "./told.js";

/** @import {Game} from "./game.js" */
/** @import {KeptGame} from "./kept.js" */
/** @import {Page} from "./rooms.js" */
/** @import {Header} from "./text.js" */
/** @import {Draft} from "./told.js" */
/** What a room keeps beside the game.
 * @typedef {object} Room
 * @property {"track" | "play"} name
 * @property {{at: number, draft: Draft} | undefined} [draft]  Half told, after so many turns.
 * @property {string[]} [computers]  In Play, by seat; "" is the person.
 * @property {string} [seed] */

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
