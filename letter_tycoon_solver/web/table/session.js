// A game of a room, with where it is kept: what is told is kept before it is seen, or it is said that it is not.

import {readGameText} from "./text.js";
import {begin, keptOf, readGame, reopened, tableOf, wordsOfText} from "./game.js";
import {scores} from "./rules.js";
import {lay} from "./told.js";

/** @import {Answer, Game} from "./game.js" */
/** @import {Page} from "./rooms.js" */
/** @import {Refused} from "./rules.js" */
/** @import {Header} from "./text.js" */
/** @import {Draft} from "./told.js" */
/** What a room keeps beside the game.
 * @typedef {object} Room
 * @property {"track" | "play"} name
 * @property {{at: number, draft: Draft} | undefined} [draft]  Half told, after so many turns.
 * @property {string[]} [computers]  In Play, by seat; "" is the person.
 * @property {string} [seed] */

/** The reason of a refusal: the game has gone on elsewhere, and is as it is there now. */
export const ELSEWHERE = "ELSEWHERE";
const ALL_ARE_KNOWN =
  "In this game all hands are known, so there is nothing to tell of it. Review, analyze and replay read it.";
const HERE_IT_IS = "This game has gone on in another tab or window; here it is as it stands there.";

/** A line for the list of games. @param {Game} game */
function about(game) {
  const table = tableOf(game);
  const {names, phase, round} = table;
  const state =
    phase === "over"
      ? scores(table)
          .map(({total}, at) => `${names[at]} ${total}`)
          .join(", ")
      : `round ${round}`;
  return `${names.join(", ")} · ${phase === "over" ? "over: " : ""}${state}`;
}

/** The word list that a text names. @param {Page} page @param {string} text */
function listOfText(page, text) {
  const {name, sha256} = readGameText(text).header.lexicon;
  const same = Object.entries(page.setup.digests).find(([, digest]) => digest === sha256);
  return page.list(same?.[0] ?? name);
}

/** A game that is open. */
export class Session {
  #page;
  #id;
  /** The text that was read or written last. */
  #kept = "";
  /** Changes that wait for the word list come one after the other. */
  #isBusy = false;

  /** @param {Page} page @param {number} id @param {Game} game @param {Room} room */
  constructor(page, id, game, room) {
    this.#page = page;
    this.#id = id;
    this.game = game;
    this.room = room;
    this.list = page.list(game.words.name);
  }

  get id() {
    return this.#id;
  }

  /** Begins a game, and goes to it.
   * @param {Page} page @param {Omit<Header, "lexicon">} header @param {string} lexicon @param {Room} room */
  static begin(page, header, lexicon, room) {
    const {name, sha256, words} = page.list(lexicon);
    try {
      const session = Session.#fresh(page, begin({...header, lexicon: {name, sha256}}, words), room);
      // One step back leads to the list, not to a form that has been sent.
      page.enter(session, true);
    } catch (error) {
      page.tell(error);
    }
  }

  /** A game of a text, such as one that was saved. @param {Page} page @param {string} text @param {Room} room */
  static async read(page, text, room) {
    if (readGameText(text).header.hands.every(Boolean)) throw new Error(ALL_ARE_KNOWN);
    const list = listOfText(page, text);
    await list.ask(wordsOfText(text));
    const answer = readGame(text, list.words, lay);
    return Session.#fresh(page, answer, room);
  }

  /** Keeps a new game. @param {Page} page @param {ReturnType<typeof begin>} answer @param {Room} room */
  static #fresh(page, answer, room) {
    if ("refused" in answer) throw new Error(answer.refused.message);
    const session = new Session(page, page.games.nextId(), answer.game, room);
    session.keep();
    return session;
  }

  /** A game that was kept. @param {Page} page @param {number} id */
  static async open(page, id) {
    const {game, kept, room} = await Session.#opened(page, id);
    const session = new Session(page, id, game, room);
    session.#kept = kept;
    return session;
  }

  /** @param {Page} page @param {number} id */
  static async #opened(page, id) {
    const found = page.games.open(id);
    if ("trouble" in found) throw new Error(found.trouble);
    const list = listOfText(page, found.game.text);
    await list.ask(wordsOfText(found.game.text));
    const answer = reopened(found.game, list.words);
    if ("refused" in answer) throw new Error(answer.refused.message);
    const room = /** @type {Room} */ (found.game.room ?? {name: "track"});
    return {game: answer.game, kept: `${found.game.done} ${found.game.text}`, room};
  }

  /** Keeps the game as it is now; says it where that cannot be. */
  keep() {
    const {game, room} = this;
    const kept = keptOf(game, about(game), room);
    this.#kept = `${kept.done} ${kept.text}`;
    this.#page.warn(this.#page.games.keep(this.#id, kept));
  }

  /** Keeps what the room has beside the game, unless that has gone on in another tab. @param {Partial<Room>} changed */
  keepRoom(changed) {
    this.room = {...this.room, ...changed};
    if (!this.#isOld) this.keep();
  }

  /** Has the game gone on in another tab? What is not kept at all goes on as it is here. */
  get #isOld() {
    const found = this.#page.games.open(this.#id);
    return "game" in found && `${found.game.done} ${found.game.text}` !== this.#kept;
  }

  /** Takes the game as it is in another tab, if it has gone on there. @returns {Promise<boolean>} */
  async isElsewhere() {
    if (!this.#isOld) return false;
    const {game, kept, room} = await Session.#opened(this.#page, this.#id);
    [this.game, this.#kept, this.room] = [game, kept, room];
    return true;
  }

  /** Carries a change out, once what it asks of the word list is known.
   * @param {string[]} words
   * @param {() => Answer} change
   * @param {Partial<Room>} [room]  What else the room keeps then.
   * @returns {Promise<{before: Game} | {refused: Refused & {at?: number}} | null>}  Null if
   *   another one is under way. */
  async change(words, change, room = {}) {
    if (this.#isBusy) return null;
    this.#isBusy = true;
    try {
      await this.list.ask(words);
      if (await this.isElsewhere()) return {refused: {reason: ELSEWHERE, message: HERE_IT_IS}};
      const answer = change();
      if ("refused" in answer) return answer;
      const before = this.game;
      this.game = answer.game;
      this.room = {...this.room, draft: undefined, ...room};
      this.keep();
      return {before};
    } finally {
      this.#isBusy = false;
    }
  }
}
