// The turn that is being told, letter by letter: what is filled in, and what can be.

import {UNSEEN} from "./letters.js";
import * as api from "./track-api.js";
import * as draftOf from "./track-draft.js";
import * as memory from "./track-memory.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {Api.TrackedState} Game */
/** @typedef {draftOf.Draft} Draft */
/** @typedef {draftOf.Field} Field */

/**
 * What else happens.
 * @typedef {object} Handlers
 * @property {() => void} show  Something has changed.
 * @property {(draft: Draft) => void} keep  A correction has come so far.
 * @property {() => void} done  All is told.
 * @property {(error: unknown) => void} tell
 */

/** What is told of a turn so far, and what is known of its words. */
export class ToldTurn {
  #secret;
  #handlers;
  /** @type {Game | null} */
  #then = null;
  /** What was told before it, if that is not the game as it is. @type {Api.ToldTurn[] | null} */
  #before = null;
  /** @type {Draft | null} */
  #draft = null;
  /** @type {draftOf.Known | null} */
  #known = null;
  #question = new AbortController();
  #isLeft = false;

  /** @param {string} secret @param {Handlers} handlers */
  constructor(secret, handlers) {
    this.#secret = secret;
    this.#handlers = handlers;
  }

  /** The game as it was before it. */
  get then() {
    return this.#then;
  }

  get draft() {
    return this.#draft;
  }

  get known() {
    return this.#known;
  }

  /** @param {Game} then @param {Api.ToldTurn[] | null} before @param {Draft} draft */
  begin(then, before, draft) {
    this.#then = then;
    this.#before = before;
    this.#draft = draft;
    this.#known = null;
    this.#handlers.show();
    this.reveal();
    this.#askWords();
  }

  leave() {
    this.#isLeft = true;
    this.#question.abort();
  }

  /** Brings what is to be filled in out from under the letters. */
  reveal() {
    const isWord = this.#draft?.field === "words";
    const asked = document.querySelector(".ways.open") ?? (isWord ? document.querySelector(".purchase") : null) ?? document.querySelector(".telling [data-selected]");
    asked?.scrollIntoView({block: "nearest"});
  }

  async #askWords() {
    const draft = this.#draft;
    if (!draft) return;
    const words = draftOf.bare(draft);
    // What was asked of other letters is not to be answered any more.
    this.#question.abort();
    if (draft.kind !== "word" || words === this.#known?.words) return;
    this.#question = new AbortController();
    const {signal} = this.#question;
    if (!words) return;
    try {
      const found = await api.readings(this.#secret, words, this.#before, signal);
      if (signal.aborted) return;
      this.#known = {words, found};
      this.set(this.#draft ? {reading: draftOf.fitting(this.#draft, this.#known)} : {});
      this.reveal();
    } catch (error) {
      if (!signal.aborted) this.#handlers.tell(error);
    }
  }

  // Letters ---------------------------------------------------------------------------------------

  /** A letter, typed. @param {string} letter */
  type(letter) {
    const draft = this.#draft;
    if (!draft || this.#then?.phase === "over") return;
    if (draft.field === null && draft.kind === "word") draft.field = "words";
    this.tap(letter);
  }

  /** @param {string} letter  A small one is a card of the community. */
  tap(letter) {
    const [draft, then] = [this.#draft, this.#then];
    const field = draft?.field;
    if (!draft || !then || !field || !this.canTake(letter)) return;
    if (field === "words") {
      this.set({words: draft.words + letter, challenger: null, stands: false});
      return;
    }
    this.set({[field]: draft[field] + letter});
    const isFull = (this.#draft?.[field].length ?? 0) >= draftOf.room(draft, then, this.#known, field);
    if (isFull && field !== "discards") this.next();
    else if (isFull && draft.kind !== "word" && draft.kind !== "exchange") this.next();
  }

  /** @param {string} letter @returns {boolean} */
  canTake(letter) {
    const [draft, then] = [this.#draft, this.#then];
    if (!draft || !then || !draft.field) return false;
    if (draft[draft.field].length >= draftOf.room(draft, then, this.#known, draft.field)) return false;
    if (letter === "&") return draft.field === "words" && this.isForTwo && draft.words !== "" && !draft.words.includes("&");
    if (letter === UNSEEN) return draft.field === "discards" && !draftOf.isOwn(then);
    return draftOf.left(draft, then, this.#known, letter.toUpperCase()) > 0;
  }

  /** Whether two words can be laid. @returns {boolean} */
  get isForTwo() {
    const then = this.#then;
    return then !== null && (then.seats[then.active]?.patents.includes("V") ?? false);
  }

  /** Whether cards on the table can be tapped as letters. @returns {boolean} */
  get tapsCards() {
    return this.#draft?.field === "words" && this.#then?.phase === "start";
  }

  erase() {
    const draft = this.#draft;
    if (!draft?.field) return;
    if (draft.field === "words") this.set({words: draft.words.slice(0, -1), challenger: null, stands: false});
    else this.set({[draft.field]: draft[draft.field].slice(0, -1)});
  }

  /** Takes a card out again. @param {Field} field @param {number} at */
  take(field, at) {
    const cards = this.#draft?.[field] ?? "";
    this.set({[field]: cards.slice(0, at) + cards.slice(at + 1), field});
  }

  // Fields ----------------------------------------------------------------------------------------

  /** @param {Partial<Draft>} change */
  set(change) {
    const then = this.#then;
    if (!this.#draft || !then) return;
    this.#draft = {...this.#draft, ...change};
    const draft = this.#draft;
    // As many cards as there are places; with fewer the last ones go, but not while there may be other letters.
    if (draft.field !== "words" && draftOf.wayOf(draft, this.#known)) {
      const need = draftOf.needed(draft, then, this.#known);
      draft.came = draft.came.slice(0, need.came);
      draft.drew = draft.drew.slice(0, need.drew);
    }
    if (this.#before) this.#handlers.keep(draft);
    else memory.rememberDraft(this.#secret, draftOf.tableOf(then), draft);
    this.#handlers.show();
    this.#askWords();
  }

  /** After what was bought, or how it was laid, the word is whole: the letters are for what came. @param {Partial<Draft>} change */
  choose(change) {
    this.set(change);
    const [draft, then] = [this.#draft, this.#then];
    if (!draft || !then || !("reading" in change || "buy" in change)) return;
    if ((draft.field ?? "words") === "words" && draftOf.wayOf(draft, this.#known)) this.select(draftOf.nextField(draft, then, this.#known));
  }

  /** @param {Field | null} field */
  select(field) {
    this.set({field});
    this.reveal();
  }

  next() {
    const [draft, then] = [this.#draft, this.#then];
    if (!draft || !then) return;
    if (draft.field === null && draftOf.isWhole(draft, then, this.#known)) this.#handlers.done();
    else this.select(draftOf.nextField(draft, then, this.#known));
  }

  /** Fills in a plan of the game as it is; what comes to the table is still to be told. @param {Game} game @param {Plan} plan */
  fill(game, plan) {
    const draft = draftOf.newDraft(game);
    if (plan.replace) Object.assign(draft, {kind: "replace", discards: plan.replace, field: "drew"});
    else if (!plan.words.length) Object.assign(draft, {kind: "exchange", discards: plan.discards, field: plan.discards ? "drew" : null});
    else {
      const words = plan.words.map(({letters}) => letters.map(({letter, source}) => (source === "community" ? letter.toLowerCase() : letter)).join(""));
      const notation = plan.notation.split(", ")[0] ?? "";
      Object.assign(draft, {words: words.join("&"), reading: notation, buy: plan.buy, discards: plan.discards, field: null});
    }
    this.#then = game;
    this.#before = null;
    this.#draft = draft;
    this.set({});
  }

  /** Once the words are known, the letters go to the first field that lacks some. */
  async nextWhenKnown() {
    const draft = this.#draft;
    const isSame = () => draft?.kind === this.#draft?.kind && draft?.words === this.#draft?.words;
    while (draft?.kind === "word" && isSame() && this.#known?.words !== draftOf.bare(draft)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (this.#isLeft) return;
    }
    if (isSame()) this.next();
  }

  /** As it is told to the server. @returns {Api.ToldTurn | null} */
  get told() {
    const [draft, then] = [this.#draft, this.#then];
    return draft && then ? draftOf.told(draft, then, this.#known) : null;
  }
}
