// A turn that is being told, letter by letter: what is filled in, what can be, and where the letters go.

import {released} from "../static/dom.js";
import {UNSEEN} from "../static/letters.js";
import * as told from "./told.js";

/** @typedef {import("./answers.js").WordList} WordList */
/** @typedef {import("./rules.js").Table} Table */
/** @typedef {import("./told.js").Draft} Draft */
/** @typedef {import("./told.js").Field} Field */
/** @typedef {import("./told.js").Telling} Telling */
/**
 * What else happens.
 * @typedef {object} Handlers
 * @property {() => void} show  Something has changed, which is to be seen and kept.
 * @property {() => void} done  All is told.
 * @property {(error: unknown) => void} tell  The word list did not answer.
 */

/** A turn that is being told at a table. */
export class ToldTurn {
  #list;
  #handlers;
  /** @type {Telling} */
  #telling;

  /**
   * @param {WordList} list
   * @param {Table} table  As it is before the turn.
   * @param {Draft} draft
   * @param {Handlers} handlers
   * @param {boolean} [isDealt]  The cards that come are dealt by the page, and not told.
   */
  constructor(list, table, draft, handlers, isDealt = false) {
    this.#list = list;
    this.#handlers = handlers;
    this.#telling = {draft, table, isWord: (word) => list.find(word), isDealt};
    this.#askWords();
  }

  get telling() {
    return this.#telling;
  }

  get draft() {
    return this.#telling.draft;
  }

  get table() {
    return this.#telling.table;
  }

  /** Asks if the words are in the list, and shows what follows from it. */
  async #askWords() {
    const unknown = told.wordsOf(this.draft).filter((word) => this.#list.find(word) === undefined);
    if (!unknown.length) return;
    try {
      await this.#list.ask(unknown);
      await released();
      this.#handlers.show();
    } catch (error) {
      this.#handlers.tell(error);
    }
  }

  // Letters ---------------------------------------------------------------------------------------

  /** A letter, typed. @param {string} letter */
  type(letter) {
    const {draft, table} = this;
    if (table.phase === "over") return;
    if (draft.field === null && draft.kind === "word")
      this.#telling = {...this.#telling, draft: {...draft, field: "words"}};
    this.tap(letter);
  }

  /** @param {string} letter  A small one is a card of the community. */
  tap(letter) {
    const {draft} = this;
    const {field} = draft;
    if (!field || !this.canTake(letter)) return;
    if (field === "words") {
      this.set({words: draft.words + letter, challenger: null, stands: false});
      return;
    }
    this.set({[field]: draft[field] + letter});
    const isFull = this.draft[field].length >= told.roomOf(this.#telling, field);
    const isOpen = field === "discards" && (draft.kind === "word" || draft.kind === "exchange");
    if (isFull && !isOpen) this.next();
  }

  /** @param {string} letter */
  canTake(letter) {
    const {draft, table} = this;
    const {field, words} = draft;
    if (!field || draft[field].length >= told.roomOf(this.#telling, field)) return false;
    if (letter === "&") return field === "words" && this.isForTwo && words !== "" && !words.includes("&");
    if (letter === UNSEEN) return field === "discards" && !told.isOwn(table);
    return told.leftOf(this.#telling, letter.toUpperCase()) > 0;
  }

  /** Can two words be laid? */
  get isForTwo() {
    return this.table.seats[this.table.active]?.patents.includes("V") ?? false;
  }

  /** Can cards on the table be tapped as letters? */
  get tapsCards() {
    return this.draft.field === "words" && this.table.phase === "start";
  }

  erase() {
    const {draft} = this;
    if (!draft.field) return;
    const shorter = draft[draft.field].slice(0, -1);
    this.set(draft.field === "words" ? {words: shorter, challenger: null, stands: false} : {[draft.field]: shorter});
  }

  /** Takes a card out again. @param {Field} field @param {number} at */
  take(field, at) {
    const cards = this.draft[field];
    this.set({[field]: cards.slice(0, at) + cards.slice(at + 1), field});
  }

  // Fields ----------------------------------------------------------------------------------------

  /** @param {Partial<Draft>} change */
  set(change) {
    const draft = {...this.draft, ...change};
    this.#telling = {...this.#telling, draft};
    draft.way = told.fittingWay(this.#telling);
    // As many cards as there are places; while there may be other letters, none go.
    if (draft.field !== "words" && told.wayOf(this.#telling)) {
      const need = told.needed(this.#telling);
      draft.came = draft.came.slice(0, need.came);
      draft.drew = draft.drew.slice(0, need.drew);
    }
    this.#handlers.show();
    this.#askWords();
  }

  /** After what was bought, or how it was laid, the word is whole: the letters are for what came.
   * @param {Partial<Draft>} change */
  choose(change) {
    this.set(change);
    const isOfWord = "way" in change || "buy" in change;
    const {field} = this.draft;
    if (isOfWord && (field ?? "words") === "words" && told.wayOf(this.#telling)) this.next();
  }

  /** @param {Field | null} field */
  select(field) {
    this.set({field});
  }

  /** The letters go where some are missing; where none are, the turn is done when that is said once more. */
  next() {
    const field = this.nextField;
    if (this.draft.field === null && told.isWhole(this.#telling)) this.#handlers.done();
    else this.select(field);
  }

  get nextField() {
    return told.nextField(this.#telling);
  }

  /** As the rules take it. */
  get told() {
    return told.toldBy(this.#telling);
  }
}
