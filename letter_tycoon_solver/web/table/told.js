// A turn that a person tells, letter by letter: the ways in which its words may lie, what is still to be asked, and the
// event that becomes of it. People leave out where cards come from: game/turns.py has the same ways, in the same order.

import {REASONS} from "./numbers.js";
import {count, HIDDEN, lettersFrom, without} from "../engine/position.js";
import {activeSeat, beyond, COMMUNITY, DUPLICATE, HAND, judged, mayHold, paysMore, Refusal, sorted} from "./rules.js";
import {challengerOf, endsGame, isLastTurn, legalPurchases, mayReplace, SUFFIX, unseen} from "./rules.js";
import {areBare, parseWords, saidName, wordsText} from "./text.js";

/** @import {WordList} from "../static/api.js" */
/** @import {Game} from "./game.js" */
/** @import {Play, Table} from "./rules.js" */
/** @import {LaidWord, Told, Turn} from "./text.js" */
/** A way to lay words: its notation, and the cards that it takes.
 * @typedef {Play & {notation: string, community: string, hand: string}} Way */
/** All ways that leave other cards, or why there is none. @typedef {{ways: Way[], refusal: string}} Reading */

/** Two of the longest words that can be laid, with the card of X and the S of Z. */
const MOST_LETTERS = 24;
/** Cards that a turn may take off the deck: with fewer, the discards may come again. */
const MOST_DRAWN = 12;

// Words that may lie in several ways ------------------------------------------------------------

/** A letter of words: the number of its word, and its place among all letters.
 * @typedef {{letter: string, number: number, at: number}} Letter */

/** Ways to use the duplicate and the suffix: the source by the place among all letters.
 * @param {string} patents @param {Letter[]} letters @returns {Record<number, string>[]} */
function specials(patents, letters) {
  const ends = letters.filter(({letter, number}, at) => letter === "S" && letters[at + 1]?.number !== number);
  const suffixes = [{}, ...(patents.includes("Z") ? ends.map(({at}) => ({[at]: SUFFIX})) : [])];
  if (!patents.includes("X")) return suffixes;
  const duplicates = suffixes.flatMap((suffix) => {
    const open = letters.filter(({at}) => !(at in suffix));
    // Of equal letters of a word the last is the duplicate, as the search has it.
    const places = new Map(open.map(({letter, number, at}) => [letter + number, at])).values();
    return [...places].map((at) => ({[at]: DUPLICATE, ...suffix}));
  });
  return [...suffixes, ...duplicates];
}

/** Ways to take letters from the community: their places among all letters, by how many of each each word takes.
 * @param {string} community @param {Letter[]} letters */
function communityPlaces(community, letters) {
  /** @type {Map<string, number[]>} */
  const all = new Map();
  for (const {letter, number, at} of letters) all.set(letter + number, [...(all.get(letter + number) ?? []), at]);
  /** @type {{left: string, taken: number[]}[]} */
  let found = [{left: community, taken: []}];
  for (const [[letter = ""], places] of all) {
    found = found.flatMap(({left, taken}) => {
      const most = Math.min(places.length, count(left, letter));
      return Array.from({length: most + 1}, (_, less) => ({
        left: without(left, letter.repeat(most - less)),
        taken: [...taken, ...places.slice(0, most - less)],
      }));
    });
  }
  return found.map(({taken}) => taken);
}

/** Bare words in every way: all of the hand comes first. @param {Table} table @param {LaidWord[]} words */
function allWays(table, words) {
  if (!areBare(words)) return [words];
  const {patents, hand} = activeSeat(table);
  const all = words.flatMap(({word}, number) => [...word].map((letter) => ({letter, number})));
  const letters = all.map((one, at) => ({...one, at}));
  const laid = [HAND.repeat(letters.length)];
  for (const special of specials(patents, letters)) {
    const cards = letters.filter(({at}) => !(at in special));
    for (const places of communityPlaces(table.community, cards)) {
      const sources = letters.map(({at}) => (places.includes(at) ? COMMUNITY : (special[at] ?? HAND))).join("");
      const inHand = cards.filter(({at}) => !places.includes(at)).map(({letter}) => letter);
      if (sources !== laid[0] && mayHold(table, inHand.join(""), hand)) laid.push(sources);
    }
  }
  return laid.map((sources) => {
    let end = 0;
    return words.map((one) => ({...one, sources: sources.slice(end, (end += one.word.length))}));
  });
}

/** @param {Play} play @returns {Way} */
function wayOfPlay(play) {
  const cards = (/** @type {string} */ source) => sorted(lettersFrom(play.words, source));
  const notation = wordsText(play.words, play.doublers);
  return {...play, notation, community: cards(COMMUNITY), hand: cards(HAND)};
}

/** @param {string} refusal @returns {Reading} */
const none = (refusal) => ({ways: [], refusal});

/** All ways to lay words of the active player that leave other cards; of those that leave the same, the one that pays
 * most.
 * @param {Table} table
 * @param {string} text  As it is typed or in notation.
 * @returns {Reading} */
export function readWords(table, text) {
  const {words, doublers} = parseWords(text);
  const letters = words.map(({word}) => word).join("");
  if (letters.length > MOST_LETTERS) return none("these are more letters than two words ever have");
  /** @type {Map<string, Way>} */
  const found = new Map();
  /** @type {{order: number, reason: string, message: string}[]} */
  const refusals = [];
  for (const laid of allWays(table, words)) {
    try {
      const way = wayOfPlay(judged(table, laid, doublers));
      const key = `${way.hand} ${way.community}`;
      const other = found.get(key);
      if (!other || paysMore(way, other) > 0) found.set(key, way);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const {reason, message} = error;
      const nSpecial = lettersFrom(laid, DUPLICATE + SUFFIX).length;
      refusals.push({order: 2 * nSpecial + Number(reason === "CARD_NOT_AVAILABLE"), reason, message});
    }
  }
  if (found.size) return {ways: [...found.values()], refusal: ""};
  const [first] = refusals.sort((a, b) => a.order - b.order);
  const there = activeSeat(table).hand + table.community;
  const missing = sorted(beyond(letters, there));
  const isOfCards = first?.reason === "CARD_NOT_AVAILABLE" && areBare(words) && !there.includes(HIDDEN);
  if (!isOfCards || !missing.length) return none(first?.message ?? "");
  const need = `${words.map(({word}) => word).join(" & ")} needs cards that are not there: ${[...missing].join(" ")}`;
  return none(`${need} (${REASONS["CARD_NOT_AVAILABLE"]})`);
}

/** Bare words of an event where they lie, by how many cards came.
 * @param {Table} table @param {Told} told @returns {Told} */
export function lay(table, told) {
  const {words, doublers} = told.turn;
  if (!words.length || !areBare(words) || table.phase !== "start") return told;
  const {ways} = readWords(table, wordsText(words, doublers));
  const n = told.came?.length ?? 0;
  const fitting = ways.filter(({community}) => community.length === n);
  const [way] = n === 0 && !fitting.length ? ways : fitting;
  return way ? {...told, turn: {...told.turn, words: way.words, doublers: way.doublers}} : told;
}

// A draft -----------------------------------------------------------------------------------------

/** @typedef {"word" | "exchange" | "replace" | "pay"} Kind */
/** @typedef {"words" | "came" | "discards" | "drew"} Field */
/** What was tapped so far of a turn.
 * @typedef {object} Draft
 * @property {Kind} kind  Words, cards exchanged, one replaced with Q, or one that pays for words taken back.
 * @property {string} words  As tapped, a card of the community as a small letter; & joins two words.
 * @property {string} way  The notation of the way that was chosen.
 * @property {string} buy
 * @property {string} discards  Beyond the words, or exchanged, replaced, paid; ? is one that nobody saw.
 * @property {string} came
 * @property {string} drew
 * @property {number | null} challenger
 * @property {boolean} stands  Nobody challenged words that are in no list.
 * @property {Field | null} field  Where the letters go. */

/** Has the person who tells the turn? @param {Table} table @param {number | null} me */
export const isOwnTurn = ({active, phase}, me) => active === me && phase !== "over";

/** @param {Table} table @param {number | null} me @returns {Draft} */
export function newDraft(table, me) {
  const kind = table.phase === "penalty" ? "pay" : "word";
  const first = kind === "pay" ? "discards" : "words";
  // On one's own turn there are plans to look at first.
  const field = table.phase === "over" || (isOwnTurn(table, me) && kind === "word") ? null : first;
  const nothing = {words: "", way: "", buy: "", discards: "", came: "", drew: ""};
  return {kind, ...nothing, challenger: null, stands: false, field};
}

/** The draft of an event, for its correction. @param {Game} game @param {number} at  From 0. @returns {Draft} */
export function draftOf({events, tables}, at) {
  const {turn, came, drew} = /** @type {Told} */ (events[at]);
  const [before, after] = /** @type {[Table, Table]} */ (tables.slice(at, at + 2));
  const kinds = /** @type {const} */ ({words: "word", exchange: "exchange", replace: "replace", rest: "pay"});
  const kind = before.phase === "penalty" ? "pay" : kinds[turn.kind];
  const done = after.done?.turn ?? turn;
  return {
    kind,
    words: turn.words.map(({word}) => word).join("&"),
    way: turn.words.length && !areBare(turn.words) ? wordsText(done.words, done.doublers) : "",
    buy: turn.buy,
    discards: kind === "replace" ? turn.replace : turn.discards,
    came: came ?? "",
    drew: drew ?? "",
    challenger: challengerOf(done, after.names),
    stands: true,
    field: kind === "word" ? "words" : "discards",
  };
}

/** The plan of the advisor as a draft; what comes to the table is still to be told.
 * @param {Table} table @param {Api.WholeTurn} plan @returns {Draft} */
export function draftOfPlan(table, plan) {
  const draft = newDraft(table, table.active);
  if (plan.replace) return {...draft, kind: "replace", discards: plan.replace, field: "drew"};
  if (!plan.words.length) {
    return {...draft, kind: "exchange", discards: plan.discards, field: plan.discards ? "drew" : null};
  }
  const words = plan.words.map(({word, sources}) =>
    [...word].map((letter, at) => (sources[at] === COMMUNITY ? letter.toLowerCase() : letter)).join(""),
  );
  const way = plan.notation.split(", ")[0] ?? "";
  return {...draft, words: words.join("&"), way, buy: plan.buy, discards: plan.discards};
}

/** The words as they are asked about, in small letters. @param {Draft} draft */
const bare = ({words}) => words.toLowerCase().replace("&", " & ").trim();

/** The words of a draft, in capitals. @param {Draft} draft */
const wordsOf = (draft) => (draft.kind === "word" ? draft.words.toUpperCase().split("&").filter(Boolean) : []);

/** The parts of an event in which it could have been told: a card replaced with Q, the words or the exchange, and the
 * card that pays for words that were taken back.
 * @param {Told} told @param {Table} after @returns {Told[]} */
export function partsOf({turn, came, drew}, {done}) {
  /** @type {Told[]} */
  const parts = [];
  let [rest, carried] = [turn, {came, drew}];
  const nothing = {words: [], doublers: null, challenger: null, buy: ""};
  if (turn.replace && turn.kind !== "replace") {
    const name = /[a-z]/.test(turn.replace) ? "came" : "drew";
    const cards = {came: null, drew: null, [name]: carried[name]?.slice(0, 1) || null};
    parts.push({turn: {...turn, ...nothing, kind: "replace", discards: ""}, ...cards});
    carried = {...carried, [name]: carried[name]?.slice(1) || null};
    rest = {...turn, replace: ""};
  }
  if (rest.kind !== "words" || !rest.discards || !done || done.play) return [...parts, {turn: rest, ...carried}];
  const words = {turn: {...rest, discards: ""}, came: carried.came, drew: null};
  return [...parts, words, {turn: {...rest, ...nothing, kind: "rest"}, came: null, drew: carried.drew}];
}

// A turn that is being told -----------------------------------------------------------------------

/** What else happens.
 * @typedef {object} Handlers
 * @property {() => void} show  Something has changed, which is to be seen and kept.
 * @property {() => void} done  All is told.
 * @property {(error: unknown) => void} tell  The word list did not answer. */

/** A turn that is being told at a table, which changes with each tap. */
export class ToldTurn {
  #handlers;
  /** @type {Draft} */
  draft;
  /** What was read, by the words. @type {Map<string, Reading>} */
  #readings = new Map();

  /** @param {WordList} list
   * @param {Table} table  As it is before the turn.
   * @param {number | null} me  The player who tells, if one does.
   * @param {Draft} draft
   * @param {Handlers} handlers
   * @param {boolean} [isDealt]  The cards that come are dealt by the page, and not told. */
  constructor(list, table, me, draft, handlers, isDealt = false) {
    this.list = list;
    this.table = table;
    this.draft = draft;
    this.isDealt = isDealt;
    this.isOwn = isOwnTurn(table, me);
    /** Hands the turn over: all is told. */
    this.finish = handlers.done;
    this.#handlers = handlers;
    this.#askWords();
  }

  // What follows from what was tapped

  /** All ways to lay the words, or why there is none. */
  get reading() {
    const {draft, table} = this;
    const text = bare(draft);
    if (draft.kind !== "word" || table.phase !== "start" || !/^[a-z]+( & [a-z]+)?$/.test(text)) return none("");
    const found = this.#readings.get(text) ?? readWords(table, text);
    this.#readings.set(text, found);
    return found;
  }

  /** The ways that go with the community cards that were tapped. */
  get ways() {
    const {ways} = this.reading;
    const tapped = sorted(this.draft.words.replaceAll(/[^a-z]/g, "").toUpperCase());
    const fitting = ways.filter(({community}) => community === tapped);
    return tapped && fitting.length ? fitting : ways;
  }

  /** The way that was chosen, or the only one. @returns {Way | null} */
  get way() {
    const {ways} = this;
    return ways.find(({notation}) => notation === this.draft.way) ?? (ways.length === 1 ? (ways[0] ?? null) : null);
  }

  /** The way that fits after other letters were tapped: with the same cards of the community. */
  get #fittingWay() {
    const {ways, draft} = this;
    const {way} = draft;
    if (!way || !ways.length || ways.some(({notation}) => notation === way)) return way;
    const used = sorted(way.replaceAll(/\/[vc]+|[^a-z]/g, "").toUpperCase());
    const alike = ways.filter(({community}) => community === used);
    return alike.length === 1 ? (alike[0]?.notation ?? "") : "";
  }

  /** The patents that can be bought after the words: a wrong challenge brings a dollar. */
  get purchasable() {
    const isChallenged = this.draft.challenger !== null && !this.isTakenBack;
    return this.way ? legalPurchases(this.table, this.way, isChallenged) : "";
  }

  /** The patent that is bought, as long as the words can buy it. */
  get bought() {
    return this.purchasable.includes(this.draft.buy) ? this.draft.buy : "";
  }

  /** The words that are in no list, as far as is known. */
  get unknownWords() {
    return this.reading.ways.length ? wordsOf(this.draft).filter((word) => this.list.isWord(word) === false) : [];
  }

  get canChallenge() {
    return this.table.rules.challenge.mode === "players";
  }

  /** Does the table refuse the words, which are in no list? */
  get isRefused() {
    return this.table.rules.challenge.mode === "none" && this.unknownWords.length > 0;
  }

  /** Is it still open if the words stand? They are in no list, and nobody said what happened. */
  get isDoubtful() {
    const {stands, challenger} = this.draft;
    return this.canChallenge && this.unknownWords.length > 0 && !stands && challenger === null;
  }

  /** Do the words go back to the hand? */
  get isTakenBack() {
    return this.draft.challenger !== null && this.unknownWords.length > 0;
  }

  /** How many cards there have to be in each field. */
  get needed() {
    const {draft, table, way, isOwn} = this;
    const draws = isOwn && !isLastTurn(table);
    const nothing = {came: 0, drew: 0};
    if (this.isDealt) return nothing;
    if (draft.kind === "replace") return {came: 0, drew: Number(isOwn)};
    if (draft.kind !== "word") return {came: 0, drew: draws ? draft.discards.length : 0};
    if (!way || this.isTakenBack) return nothing;
    const came = endsGame(table) ? 0 : way.community.length;
    return {came, drew: draws ? way.hand.length + draft.discards.length : 0};
  }

  /** The field that has to be filled next. @returns {Field | null} */
  get nextField() {
    const {draft, needed} = this;
    if ((draft.kind === "replace" || draft.kind === "pay") && !draft.discards) return "discards";
    if (draft.came.length < needed.came) return "came";
    return draft.drew.length < needed.drew ? "drew" : null;
  }

  /** Is all there? */
  get isWhole() {
    const {kind, discards} = this.draft;
    if (this.nextField === "came" || this.nextField === "drew") return false;
    if (kind === "replace" || kind === "pay") return discards.length === 1;
    if (kind === "exchange" || this.isTakenBack) return true;
    return this.way !== null && !this.isDoubtful && !this.isRefused;
  }

  /** What the person has told, as the rules take it. @returns {Told} */
  get told() {
    const {draft, table, needed, isTakenBack} = this;
    // Of a word with other letters there may be more cards than places.
    const [came, drew] = [draft.came.slice(0, needed.came) || null, draft.drew.slice(0, needed.drew) || null];
    const discards = sorted(draft.discards);
    /** @type {Turn} */
    const turn = {kind: "rest", replace: "", words: [], doublers: null, challenger: null, buy: "", discards: ""};
    if (draft.kind === "exchange") return {turn: {...turn, kind: "exchange", discards}, came: null, drew};
    if (draft.kind === "replace") return {turn: {...turn, kind: "replace", replace: discards}, came: null, drew};
    if (draft.kind === "pay") return {turn: {...turn, discards}, came: null, drew};
    // Of words that go back nobody need know how they lay.
    const {words, doublers} = this.way ?? (isTakenBack ? this.ways[0] : null) ?? parseWords(bare(draft));
    const challenger = draft.challenger === null ? null : saidName(draft.challenger, table.names);
    const laid = {...turn, kind: /** @type {const} */ ("words"), words, doublers, challenger};
    if (isTakenBack) return {turn: laid, came: null, drew: null};
    return {turn: {...laid, buy: this.bought, discards}, came, drew};
  }

  /** Can the active player replace a card with Q now? */
  get canReplace() {
    return this.table.phase === "start" && mayReplace(this.table);
  }

  /** Can two words be laid? */
  get isForTwo() {
    return activeSeat(this.table).patents.includes("V");
  }

  /** How many cards of a letter the field can still take. @param {string} letter */
  #leftOf(letter) {
    const {draft, table, isOwn} = this;
    const seat = activeSeat(table);
    const open = unseen(table)[letter] ?? 0;
    const inHand = isOwn ? count(seat.hand, letter) : open;
    const laid = this.way?.hand ?? "";
    if (draft.field === "words") {
      const isFree = /[XZ]/.test(seat.patents);
      return isFree ? 1 : inHand + count(table.community, letter) - count(draft.words.toUpperCase(), letter);
    }
    if (draft.field === "discards") {
      return inHand - count(draft.discards, letter) - (draft.kind === "word" ? count(laid, letter) : 0);
    }
    // When the deck has run out, discards come again.
    if (table.deck < MOST_DRAWN) return 1;
    const gone = isOwn ? "" : laid + draft.discards;
    return open - count(gone + draft.came + draft.drew, letter);
  }

  /** How many cards a field can take. @param {Field} field */
  roomOf(field) {
    const {draft, table} = this;
    if (field === "words") return MOST_LETTERS;
    if (field !== "discards") return this.needed[field];
    if (draft.kind === "replace" || draft.kind === "pay") return 1;
    return table.rules.hand_size - (draft.kind === "word" ? (this.way?.hand.length ?? 0) : 0);
  }

  // What the person does

  /** A key of the keyboard; true if it does something. @param {string} key */
  press(key) {
    const {draft, table} = this;
    if (/^[A-Z&?]$/.test(key)) {
      if (table.phase === "over") return true;
      if (!draft.field && draft.kind === "word" && key !== HIDDEN) this.draft = {...draft, field: "words"};
      this.tap(key);
    } else if (key === "Backspace") this.erase();
    else if (key === "Enter") this.next();
    else return false;
    return true;
  }

  /** The action of a tap on a card of the table; null where cards cannot be tapped. */
  get tapCard() {
    if (this.draft.field !== "words" || this.table.phase !== "start") return null;
    return (/** @type {string} */ letter, /** @type {string} */ source) =>
      this.tap(source === "community" ? letter.toLowerCase() : letter);
  }

  /** @param {string} letter  A small one is a card of the community. */
  tap(letter) {
    const {field, kind} = this.draft;
    if (!field || !this.canTake(letter)) return;
    this.#fill(field, this.draft[field] + letter);
    const isOpen = field === "words" || (field === "discards" && (kind === "word" || kind === "exchange"));
    if (!isOpen && this.draft[field].length >= this.roomOf(field)) this.next();
  }

  /** @param {string} letter */
  canTake(letter) {
    const {field, words} = this.draft;
    if (!field || this.draft[field].length >= this.roomOf(field)) return false;
    if (letter === "&") return field === "words" && this.isForTwo && words !== "" && !words.includes("&");
    if (letter === HIDDEN) return field === "discards" && !this.isOwn;
    return this.#leftOf(letter.toUpperCase()) > 0;
  }

  erase() {
    const {field} = this.draft;
    if (field) this.#fill(field, this.draft[field].slice(0, -1));
  }

  /** Other words may not have been challenged. @param {Field} field @param {string} cards */
  #fill(field, cards) {
    this.set(field === "words" ? {words: cards, challenger: null, stands: false} : {[field]: cards});
  }

  /** Takes a card out again. @param {Field} field @param {number} at */
  take(field, at) {
    const cards = this.draft[field];
    this.set({[field]: cards.slice(0, at) + cards.slice(at + 1), field});
  }

  /** @param {Partial<Draft>} change */
  set(change) {
    const draft = (this.draft = {...this.draft, ...change});
    draft.way = this.#fittingWay;
    // As many cards as there are places; while there may be other letters, none go.
    if (draft.field !== "words" && this.way) {
      const {came, drew} = this.needed;
      draft.came = draft.came.slice(0, came);
      draft.drew = draft.drew.slice(0, drew);
    }
    this.#handlers.show();
    this.#askWords();
  }

  /** Asks if the words are in the list, and shows what follows from it. */
  async #askWords() {
    const unknown = wordsOf(this.draft).filter((word) => this.list.isWord(word) === undefined);
    if (!unknown.length) return;
    try {
      await this.list.ask(unknown);
      this.#handlers.show();
    } catch (error) {
      this.#handlers.tell(error);
    }
  }

  /** After what was bought, or how it was laid, the word is whole: the letters are for what came.
   * @param {Partial<Draft>} change */
  choose(change) {
    this.set(change);
    const isOfWord = "way" in change || "buy" in change;
    if (isOfWord && (this.draft.field ?? "words") === "words" && this.way) this.next();
  }

  /** The letters go where some are missing; where none are, the turn is done when that is said once more. */
  next() {
    if (this.draft.field === null && this.isWhole) this.finish();
    else this.set({field: this.nextField});
  }
}
