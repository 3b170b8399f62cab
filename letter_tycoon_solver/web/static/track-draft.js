// A turn that is being told: what was tapped so far, what is missing, and how it is said.
//
// `words` has the letters as they were tapped, a community card as a small letter; & joins two words.
// `discards` are the cards discarded beyond the words, exchanged, replaced with Q, or paid for words
// that were taken back; ? is one that nobody saw.

import {UNSEEN} from "./letters.js";

/** In a field of words: two of the longest that can be laid, with the card of X and the S of Z. */
const MOST_LETTERS = 24;
/** Cards that a turn may take off the deck: with fewer, the discards may come again. */
const MOST_DRAWN = 12;

/** @typedef {Api.TrackedState} Game */
/** @typedef {Api.Reading} Reading */
/** @typedef {Api.Readings} Readings */
/** @typedef {"word" | "exchange" | "replace" | "pay"} Kind */
/** @typedef {"words" | "came" | "discards" | "drew"} Field */
/** @typedef {{kind: Kind, words: string, reading: string, buy: string, discards: string, came: string, drew: string, challenger: number | null, stands: boolean, field: Field | null}} Draft */

/** What is known of the words of a draft. @typedef {{words: string, found: Readings}} Known */

/** @param {Game} game @returns {boolean} */
export function isOwn(game) {
  return game.active === game.you && game.phase !== "over";
}

/** @param {Game} game @returns {Draft} */
export function newDraft(game) {
  const kind = game.phase === "penalty" ? "pay" : "word";
  const first = kind === "pay" ? "discards" : "words";
  // On one's own turn there are plans to look at first.
  const field = game.phase === "over" || (isOwn(game) && kind === "word") ? null : first;
  return {kind, words: "", reading: "", buy: "", discards: "", came: "", drew: "", challenger: null, stands: false, field};
}

/**
 * What the table is like before a turn: a turn half told is one of that table alone.
 * @param {Game} game
 * @returns {string}
 */
export function tableOf(game) {
  const {turns, active, phase, community, hand, seats} = game;
  return JSON.stringify([turns.length, active, phase, community, isOwn(game) ? hand : "", seats[active]?.patents]);
}

/** The draft of a step of a turn that was told, for its correction. @param {Game} then @param {Api.DoneStep} step @returns {Draft} */
export function draftOf(then, step) {
  const {told, words: reading, laid, buy, discards, challenger} = step;
  const words = laid.map(({word}) => word).join("&");
  const kind = then.phase === "penalty" ? "pay" : step.kind;
  const field = kind === "word" ? "words" : "discards";
  return {kind, words, reading, buy, discards, came: told.community ?? "", drew: told.drew ?? "", challenger, stands: true, field};
}

/** @param {string} cards @returns {string} */
function sorted(cards) {
  return [...cards.toUpperCase()].sort().join("");
}

/** The words as they are asked about. @param {Draft} draft @returns {string} */
export function bare(draft) {
  return draft.words.toLowerCase().replace("&", " & ");
}

/**
 * The ways to lay the words that go with the community cards that were tapped.
 * @param {Draft} draft
 * @param {Known | null} known
 * @returns {Reading[]}
 */
export function ways(draft, known) {
  if (!known || known.words !== bare(draft)) return [];
  const tapped = sorted(draft.words.replaceAll(/[^a-z]/g, ""));
  const fitting = known.found.readings.filter(({community}) => community === tapped);
  return tapped && fitting.length ? fitting : known.found.readings;
}

/** The way that fits after other letters were tapped: with the same cards of the community. @param {Draft} draft @param {Known} known @returns {string} */
export function fitting(draft, known) {
  const all = ways(draft, known);
  const used = sorted(draft.reading.replaceAll(/[^a-z]/g, ""));
  const alike = all.filter(({community}) => community === used);
  const isThere = !draft.reading || !all.length || all.some(({notation}) => notation === draft.reading);
  return isThere ? draft.reading : (alike.length === 1 ? alike[0]?.notation ?? "" : "");
}

/** The patent that is bought, as long as the words can buy it. @param {Draft} draft @param {Reading | null} way @returns {string} */
export function bought(draft, way) {
  return way?.purchasable.includes(draft.buy) ? draft.buy : "";
}

/** The way that was chosen, or the only one. @param {Draft} draft @param {Known | null} known @returns {Reading | null} */
export function wayOf(draft, known) {
  const all = ways(draft, known);
  return all.find(({notation}) => notation === draft.reading) ?? (all.length === 1 ? all[0] ?? null : null);
}

/** The words that are in no list, as far as is known. @param {Draft} draft @param {Known | null} known @returns {string[]} */
export function unknownWords(draft, known) {
  return draft.kind === "word" && known?.words === bare(draft) && known.found.readings.length ? known.found.unknown : [];
}

/** Whether it is still open if the words stand: they are in no list, and nobody said what happened. @param {Draft} draft @param {Game} game @param {Known | null} known */
export function isDoubtful(draft, game, known) {
  return game.challenges && unknownWords(draft, known).length > 0 && !draft.stands && draft.challenger === null;
}

/** Whether the words go back to the hand. @param {Draft} draft @param {Known | null} known @returns {boolean} */
export function isTakenBack(draft, known) {
  return draft.challenger !== null && unknownWords(draft, known).length > 0;
}

/**
 * How many cards there have to be in each field.
 * @param {Draft} draft
 * @param {Game} game
 * @param {Known | null} known
 * @returns {Record<"came" | "drew", number>}
 */
export function needed(draft, game, known) {
  const draws = isOwn(game) && !game.is_last_turn;
  if (draft.kind === "replace") return {came: 0, drew: isOwn(game) ? 1 : 0};
  if (draft.kind !== "word") return {came: 0, drew: draws ? draft.discards.length : 0};
  const way = wayOf(draft, known);
  if (!way || isTakenBack(draft, known)) return {came: 0, drew: 0};
  return {
    came: game.ends_game ? 0 : way.community.length,
    drew: draws ? way.hand.length + draft.discards.length : 0,
  };
}

/** The field that has to be filled next. @param {Draft} draft @param {Game} game @param {Known | null} known @returns {Field | null} */
export function nextField(draft, game, known) {
  if ((draft.kind === "replace" || draft.kind === "pay") && draft.discards.length < 1) return "discards";
  const need = needed(draft, game, known);
  if (draft.came.length < need.came) return "came";
  return draft.drew.length < need.drew ? "drew" : null;
}

/** Whether all is there. @param {Draft} draft @param {Game} game @param {Known | null} known @returns {boolean} */
export function isWhole(draft, game, known) {
  const need = needed(draft, game, known);
  if (draft.came.length < need.came || draft.drew.length < need.drew) return false;
  if (draft.kind === "replace" || draft.kind === "pay") return draft.discards.length === 1;
  if (draft.kind === "exchange" || isTakenBack(draft, known)) return true;
  return wayOf(draft, known) !== null && !isDoubtful(draft, game, known);
}

/** The turn as the server takes it. @param {Draft} draft @param {Game} game @param {Known | null} known @returns {Api.ToldTurn} */
export function told(draft, game, known) {
  // Of a word with other letters there may be more cards than places.
  const need = needed(draft, game, known);
  const came = draft.came.slice(0, need.came) || null;
  const drew = draft.drew.slice(0, need.drew) || null;
  const buy = bought(draft, wayOf(draft, known));
  const cards = draft.discards || "nothing";
  if (draft.kind === "exchange" || draft.kind === "replace") return {text: `${draft.kind} ${cards}`, drew};
  if (draft.kind === "pay") return {text: `discard ${cards}`, drew};
  const parts = [wayOf(draft, known)?.notation ?? bare(draft)];
  if (draft.challenger !== null) parts.push(`challenged by ${game.said[draft.challenger]}`);
  if (isTakenBack(draft, known)) return {text: parts.join(", ")};
  if (buy) parts.push(`buy ${buy}`);
  if (draft.discards) parts.push(`discard ${draft.discards}`);
  return {text: parts.join(", "), community: came, drew};
}

/**
 * How many cards of a letter a field can still take.
 * @param {Draft} draft
 * @param {Game} game
 * @param {Known | null} known
 * @param {string} letter
 * @returns {number}
 */
export function left(draft, game, known, letter) {
  const count = (/** @type {string} */ cards) => cards.toUpperCase().split(letter).length - 1;
  const own = isOwn(game);
  const unseen = game.unseen[letter] ?? 0;
  const inHand = own ? count(game.hand) : unseen;
  const laid = wayOf(draft, known)?.hand ?? "";
  switch (draft.field) {
    case "words": {
      const isFree = /[XZ]/.test(game.seats[game.active]?.patents ?? "");
      return isFree ? 1 : inHand + count(game.community) - count(draft.words);
    }
    case "discards":
      return inHand - count(draft.discards) - (draft.kind === "word" ? count(laid) : 0);
    default: {
      // When the deck has run out, discards come again.
      const isShuffled = game.deck < MOST_DRAWN;
      const gone = own ? "" : laid + draft.discards.replaceAll(UNSEEN, "");
      return isShuffled ? 1 : unseen - count(gone) - count(draft.came) - count(draft.drew);
    }
  }
}

/** How many cards a field can take. @param {Draft} draft @param {Game} game @param {Known | null} known @param {Field} field @returns {number} */
export function room(draft, game, known, field) {
  switch (field) {
    case "words":
      return MOST_LETTERS;
    case "discards":
      if (draft.kind === "replace" || draft.kind === "pay") return 1;
      return game.hand_size - (draft.kind === "word" ? wayOf(draft, known)?.hand.length ?? 0 : 0);
    default:
      return needed(draft, game, known)[field];
  }
}
