// A turn that a person tells: the ways in which its words may lie, what is still to be asked, and the event that
// becomes of it. People leave out where cards come from: game/turns.py has the same ways, in the same order.

import {REASONS} from "./numbers.js";
import {count, HIDDEN, lettersFrom} from "../engine/position.js";
import {activeSeat, beyond, judge, legalPurchases, mayHold, paysMore, sorted, unseen} from "./referee.js";
import {challengerOf, endsGame, isLastTurn, mayReplace} from "./rules.js";
import {areBare, parseWords, saidName, wordsText} from "./text.js";

/** @import {IsWord, Play, Table} from "./rules.js" */
/** @import {LaidWord, Told, Turn} from "./text.js" */
/** A way to lay words: its notation, and the cards that it takes.
 * @typedef {Play & {notation: string, community: string, hand: string}} Way */
/** All ways that leave other cards, or why there is none. @typedef {{ways: Way[], refusal: string}} Reading */

const [HAND, COMMUNITY, DUPLICATE, SUFFIX] = /** @type {const} */ (["h", "c", "d", "s"]);
/** Two of the longest words that can be laid, with the card of X and the S of Z. */
const MOST_LETTERS = 24;
/** Cards that a turn may take off the deck: with fewer, the discards may come again. */
const MOST_DRAWN = 12;

// Words that may lie in several ways ------------------------------------------------------------

/** Ways to use the duplicate and the suffix: the source by the place among all letters.
 * @param {string} patents @param {string[]} words */
function specials(patents, words) {
  const ends = words.map((_, at) => words.slice(0, at + 1).join("").length);
  /** @type {Record<number, string>[]} */
  const suffixes = [{}];
  for (const [at, word] of words.entries()) {
    if (patents.includes("Z") && word.endsWith("S")) suffixes.push({[(ends[at] ?? 0) - 1]: SUFFIX});
  }
  if (!patents.includes("X")) return suffixes;
  const all = [...suffixes];
  for (const suffix of suffixes) {
    for (const [number, word] of words.entries()) {
      const begin = (ends[number] ?? 0) - word.length;
      // Of equal letters the last is the duplicate, as the search has it.
      const open = [...word].map((letter, at) => ({letter, at: begin + at})).filter(({at}) => !(at in suffix));
      for (const at of new Map(open.map((one) => [one.letter, one.at])).values()) {
        all.push({[at]: DUPLICATE, ...suffix});
      }
    }
  }
  return all;
}

/** Ways to take letters from the community: their places among all letters, by how many of each each word takes.
 * @param {string} community @param {string[]} words @param {Record<number, string>} special @returns {number[][]} */
function communityPlaces(community, words, special) {
  /** @type {Map<string, {letter: string, places: number[]}>} */
  const all = new Map();
  let at = 0;
  for (const [number, word] of words.entries()) {
    for (const letter of word) {
      const key = letter + number;
      if (community.includes(letter) && !(at in special)) {
        all.set(key, {letter, places: [...(all.get(key)?.places ?? []), at]});
      }
      at++;
    }
  }
  /** @type {{taken: string, places: number[]}[]} */
  let found = [{taken: "", places: []}];
  for (const {letter, places} of all.values()) {
    const most = Math.min(places.length, count(community, letter));
    const numbers = Array.from({length: most + 1}, (_, less) => most - less);
    found = found.flatMap((one) =>
      numbers.map((n) => ({taken: one.taken + letter.repeat(n), places: [...one.places, ...places.slice(0, n)]})),
    );
  }
  return found
    .filter(({taken}) => [...taken].every((letter) => count(taken, letter) <= count(community, letter)))
    .map(({places}) => places);
}

/** Bare words in every way: all of the hand comes first. @param {Table} table @param {LaidWord[]} words */
function allWays(table, words) {
  if (!areBare(words)) return [words];
  const letters = words.map(({word}) => word);
  const all = letters.join("");
  const laid = [HAND.repeat(all.length)];
  for (const special of specials(activeSeat(table).patents, letters)) {
    for (const places of communityPlaces(table.community, letters, special)) {
      const sources = [...all].map((_, at) => (places.includes(at) ? COMMUNITY : (special[at] ?? HAND))).join("");
      const inHand = [...all].filter((_, at) => sources[at] === HAND).join("");
      if (sources !== laid[0] && mayHold(table, inHand, activeSeat(table).hand)) laid.push(sources);
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
    const answer = judge(table, laid, doublers);
    if ("refused" in answer) {
      const {reason, message} = answer.refused;
      const nSpecial = lettersFrom(laid, DUPLICATE + SUFFIX).length;
      refusals.push({order: 2 * nSpecial + Number(reason === "CARD_NOT_AVAILABLE"), reason, message});
      continue;
    }
    const way = wayOfPlay(answer.play);
    const key = `${way.hand} ${way.community}`;
    const other = found.get(key);
    if (!other || paysMore(way, other) > 0) found.set(key, way);
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
/** What is being told: the draft, the table before the turn, and what the word list says. With `isDealt` the cards that
 * come are dealt by the page.
 * @typedef {{draft: Draft, table: Table, isWord: IsWord, isDealt?: boolean}} Telling */

/** Does the turn belong to the person who tells? @param {Table} table */
export const isOwn = ({known, active, phase}) => phase !== "over" && known[active] === true && known.includes(false);

/** @param {Table} table @returns {Draft} */
export function newDraft(table) {
  const kind = table.phase === "penalty" ? "pay" : "word";
  const first = kind === "pay" ? "discards" : "words";
  // On one's own turn there are plans to look at first.
  const field = table.phase === "over" || (isOwn(table) && kind === "word") ? null : first;
  const nothing = {words: "", way: "", buy: "", discards: "", came: "", drew: ""};
  return {kind, ...nothing, challenger: null, stands: false, field};
}

/** The draft of an event, for its correction.
 * @param {Table} before @param {Table} after @param {Told} told @returns {Draft} */
export function draftOf(before, after, {turn, came, drew}) {
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
  const draft = newDraft(table);
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
export const wordsOf = (draft) => (draft.kind === "word" ? draft.words.toUpperCase().split("&").filter(Boolean) : []);

/** What was read at a table, by the words. @type {WeakMap<Table, Map<string, Reading>>} */
const readAt = new WeakMap();

/** @param {Telling} telling @returns {Reading} */
export function readingOf({draft, table}) {
  const text = bare(draft);
  if (draft.kind !== "word" || table.phase !== "start" || !/^[a-z]+( & [a-z]+)?$/.test(text)) return none("");
  const known = readAt.get(table) ?? new Map();
  readAt.set(table, known);
  const found = known.get(text) ?? readWords(table, text);
  known.set(text, found);
  return found;
}

/** The ways that go with the community cards that were tapped. @param {Telling} telling */
export function waysOf(telling) {
  const {ways} = readingOf(telling);
  const tapped = sorted(telling.draft.words.replaceAll(/[^a-z]/g, "").toUpperCase());
  const fitting = ways.filter(({community}) => community === tapped);
  return tapped && fitting.length ? fitting : ways;
}

/** The way that was chosen, or the only one. @param {Telling} telling @returns {Way | null} */
export function wayOf(telling) {
  const all = waysOf(telling);
  return all.find(({notation}) => notation === telling.draft.way) ?? (all.length === 1 ? (all[0] ?? null) : null);
}

/** The way that fits after other letters were tapped: with the same cards of the community. @param {Telling} telling */
export function fittingWay(telling) {
  const {way} = telling.draft;
  const all = waysOf(telling);
  if (!way || !all.length || all.some(({notation}) => notation === way)) return way;
  const used = sorted(way.replaceAll(/\/[vc]+|[^a-z]/g, "").toUpperCase());
  const alike = all.filter(({community}) => community === used);
  return alike.length === 1 ? (alike[0]?.notation ?? "") : "";
}

/** The patent that is bought, as long as the words can buy it. @param {Telling} telling */
export function boughtIn(telling) {
  const {buy} = telling.draft;
  return purchasableOf(telling).includes(buy) ? buy : "";
}

/** The patents that can be bought after the words: a wrong challenge brings a dollar. @param {Telling} telling */
export function purchasableOf(telling) {
  const way = wayOf(telling);
  const isChallenged = telling.draft.challenger !== null && !isTakenBack(telling);
  return way ? legalPurchases(telling.table, way, isChallenged) : "";
}

/** The words that are in no list, as far as is known. @param {Telling} telling */
export const unknownWords = (telling) =>
  readingOf(telling).ways.length ? wordsOf(telling.draft).filter((word) => telling.isWord(word) === false) : [];

/** @param {Table} table */
export const canChallenge = ({rules}) => rules.challenge.mode === "players";

/** Does the table refuse the words, which are in no list? @param {Telling} telling */
export const isRefused = (telling) => telling.table.rules.challenge.mode === "none" && unknownWords(telling).length > 0;

/** Is it still open if the words stand? They are in no list, and nobody said what happened. @param {Telling} telling */
export function isDoubtful(telling) {
  const {draft, table} = telling;
  return canChallenge(table) && unknownWords(telling).length > 0 && !draft.stands && draft.challenger === null;
}

/** Do the words go back to the hand? @param {Telling} telling */
export const isTakenBack = (telling) => telling.draft.challenger !== null && unknownWords(telling).length > 0;

/** How many cards there have to be in each field. @param {Telling} telling @returns {{came: number, drew: number}} */
export function needed(telling) {
  const {draft, table, isDealt} = telling;
  if (isDealt) return {came: 0, drew: 0};
  const draws = isOwn(table) && !isLastTurn(table);
  if (draft.kind === "replace") return {came: 0, drew: isOwn(table) ? 1 : 0};
  if (draft.kind !== "word") return {came: 0, drew: draws ? draft.discards.length : 0};
  const way = wayOf(telling);
  if (!way || isTakenBack(telling)) return {came: 0, drew: 0};
  const came = endsGame(table) ? 0 : way.community.length;
  return {came, drew: draws ? way.hand.length + draft.discards.length : 0};
}

/** The field that has to be filled next. @param {Telling} telling @returns {Field | null} */
export function nextField(telling) {
  const {draft} = telling;
  if ((draft.kind === "replace" || draft.kind === "pay") && !draft.discards) return "discards";
  const need = needed(telling);
  if (draft.came.length < need.came) return "came";
  return draft.drew.length < need.drew ? "drew" : null;
}

/** Is all there? @param {Telling} telling */
export function isWhole(telling) {
  const {draft} = telling;
  const need = needed(telling);
  if (draft.came.length < need.came || draft.drew.length < need.drew) return false;
  if (draft.kind === "replace" || draft.kind === "pay") return draft.discards.length === 1;
  if (draft.kind === "exchange" || isTakenBack(telling)) return true;
  return wayOf(telling) !== null && !isDoubtful(telling) && !isRefused(telling);
}

/** What the person has told, as the rules take it. @param {Telling} telling @returns {Told} */
export function toldBy(telling) {
  const {draft, table} = telling;
  // Of a word with other letters there may be more cards than places.
  const need = needed(telling);
  const [came, drew] = [draft.came.slice(0, need.came) || null, draft.drew.slice(0, need.drew) || null];
  const discards = sorted(draft.discards);
  /** @type {Turn} */
  const turn = {kind: "rest", replace: "", words: [], doublers: null, challenger: null, buy: "", discards: ""};
  if (draft.kind === "exchange") return {turn: {...turn, kind: "exchange", discards}, came: null, drew};
  if (draft.kind === "replace") return {turn: {...turn, kind: "replace", replace: discards}, came: null, drew};
  if (draft.kind === "pay") return {turn: {...turn, discards}, came: null, drew};
  // Of words that go back nobody need know how they lay.
  const way = wayOf(telling) ?? (isTakenBack(telling) ? waysOf(telling)[0] : null);
  const said = way ? {words: way.words, doublers: way.doublers} : parseWords(bare(draft));
  const challenger = draft.challenger === null ? null : saidName(draft.challenger, table.names);
  const laid = {...turn, kind: /** @type {const} */ ("words"), ...said, challenger};
  if (isTakenBack(telling)) return {turn: laid, came: null, drew: null};
  return {turn: {...laid, buy: boughtIn(telling), discards}, came, drew};
}

/** How many cards of a letter a field can still take. @param {Telling} telling @param {string} letter */
export function leftOf(telling, letter) {
  const {draft, table} = telling;
  const seat = activeSeat(table);
  const own = isOwn(table);
  const open = unseen(table)[letter] ?? 0;
  const inHand = own ? count(seat.hand, letter) : open;
  const laid = wayOf(telling)?.hand ?? "";
  switch (draft.field) {
    case "words": {
      const isFree = /[XZ]/.test(seat.patents);
      return isFree ? 1 : inHand + count(table.community, letter) - count(draft.words.toUpperCase(), letter);
    }
    case "discards":
      return inHand - count(draft.discards, letter) - (draft.kind === "word" ? count(laid, letter) : 0);
    default: {
      // When the deck has run out, discards come again.
      if (table.deck < MOST_DRAWN) return 1;
      const gone = own ? "" : laid + draft.discards;
      return open - count(gone, letter) - count(draft.came, letter) - count(draft.drew, letter);
    }
  }
}

/** How many cards a field can take. @param {Telling} telling @param {Field} field */
export function roomOf(telling, field) {
  const {draft, table} = telling;
  if (field === "words") return MOST_LETTERS;
  if (field !== "discards") return needed(telling)[field];
  if (draft.kind === "replace" || draft.kind === "pay") return 1;
  return table.rules.hand_size - (draft.kind === "word" ? (wayOf(telling)?.hand.length ?? 0) : 0);
}

/** Can the active player replace a card with Q now? @param {Table} table */
export const canReplace = (table) => table.phase === "start" && mayReplace(table);

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
