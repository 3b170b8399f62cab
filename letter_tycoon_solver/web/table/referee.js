// What words may lie on a table, and what they pay. It is read beside the rulebook and rules/referee.py of the library.

import {CARDS, COSTS, LIMITS, REASONS, VOWELS} from "./numbers.js";
import {count, HIDDEN, InvalidInputError, lettersFrom, show} from "../engine/position.js";

/** @import {IsWord, Play, Rules, Seat, Table} from "./rules.js" */
/** @import {LaidWord} from "./text.js" */

export const HAND = "h";
export const COMMUNITY = "c";
export const CARD = HAND + COMMUNITY;
const DUPLICATE = "d";
const SUFFIX = "s";
const PATENT_DOUBLERS = "BJK";
const CARD_DOUBLER = "Q";

/** A turn that is against a rule: a name of Reason or ActionReason in the library, or MISSING_CARDS. */
export class Refusal extends InvalidInputError {
  /** @param {string} reason @param {string} message */
  constructor(reason, message) {
    super(reason in REASONS ? `${message} (${REASONS[reason]})` : message);
    this.reason = reason;
  }
}

// Cards -------------------------------------------------------------------------------------------

/** @param {number} n */
export const nCards = (n) => (n === 1 ? "1 card" : `${n} cards`);
/** @param {string} cards */
export const nHidden = (cards) => count(cards, HIDDEN);
/** @param {string} cards */
export const shownOf = (cards) => cards.replaceAll(HIDDEN, "");
/** Hidden cards come last. @param {string} cards */
export const sorted = (cards) => [...shownOf(cards)].sort().join("") + HIDDEN.repeat(nHidden(cards));
/** Those of some cards that others do not have. @param {string} cards @param {string} others */
export function beyond(cards, others) {
  let left = others;
  return [...cards].filter((card) => left === (left = left.replace(card, ""))).join("");
}

/** @param {Table} table @returns {Seat} */
export function activeSeat(table) {
  const seat = table.seats[table.active];
  if (!seat) throw new Error(`there is no player ${table.active}`);
  return seat;
}

/** By letter, the cards of the deck, of hands and of discards that are not seen.
 * @param {Table} table
 * @param {number | null} viewer  Who sees no hand but one; null for all that are known. */
export function unseen(table, viewer = null) {
  const hands = table.seats.filter((_, seat) => viewer === null || seat === viewer).map(({hand}) => hand);
  const seen = table.community + table.discards + hands.join("");
  return Object.fromEntries(Object.entries(CARDS).map(([letter, n]) => [letter, n - count(seen, letter)]));
}

/** May the active player hold these cards, with these in the hand? Each that is hidden may be any card that is not
 * seen.
 * @param {Table} table @param {string} cards @param {string} hand */
export function mayHold(table, cards, hand) {
  const open = unseen(table);
  const more = beyond(cards, hand);
  return more.length <= nHidden(hand) && [...more].every((card) => count(more, card) <= (open[card] ?? 0));
}

// A legal word ------------------------------------------------------------------------------------

/** @param {Table} table @param {LaidWord[]} words @param {IsWord | null} isWord */
function checkWords(table, words, isWord) {
  const {patents, hand} = activeSeat(table);
  if (!words.length) throw new Refusal("NO_WORD", "there is no word");
  for (const word of words) checkLetters(word);
  if (words.length > (LIMITS.words ?? 0)) throw new Refusal("TOO_MANY_WORDS", `there are ${words.length} words`);
  const [, second] = words;
  if (second && !patents.includes("V")) throw new Refusal("SECOND_WORD_NOT_OWNED", `${second.word} is a second word`);
  checkCards(words, HAND, "hand", hand);
  checkCards(words, COMMUNITY, "community", table.community);
  const bare = words.find(({sources}) => !sources.includes(HAND));
  if (bare) throw new Refusal("NO_HAND_CARD", `${bare.word} uses no hand card`);
  checkDuplicate(words, patents, table.rules);
  checkSuffix(words, patents);
  const unknown = isWord && words.find(({word}) => !isWord(word));
  if (unknown) throw new Refusal("NOT_IN_LEXICON", `${unknown.word} is unknown`);
}

/** @param {LaidWord} laid */
function checkLetters({word, sources, ys}) {
  const letters = `${show(word)} has ${word.length} ${word.length === 1 ? "letter" : "letters"}`;
  if (!/^[A-Z]*$/.test(word)) throw new Refusal("NOT_LETTERS", `${show(word)} has other characters`);
  if (word.length < (LIMITS.letters ?? 0)) throw new Refusal("TOO_SHORT", letters);
  if (sources.length !== word.length || !/^[hcds]*$/.test(sources)) {
    throw new Refusal("SOURCES_MALFORMED", `${word} has the sources ${show(sources)}`);
  }
  const n = count(word, "Y");
  const declared = `${word} has ${n} Y and declares ${show(ys)}`;
  if (ys.length < n) throw new Refusal("Y_UNDECLARED", declared);
  if (ys.length > n || !/^[vc]*$/.test(ys)) throw new Refusal("Y_MALFORMED", declared);
}

/** @param {LaidWord[]} words @param {string} source @param {string} where @param {string} cards */
function checkCards(words, source, where, cards) {
  const taken = lettersFrom(words, source);
  const [letter] = beyond(taken, cards);
  if (!letter) return;
  const there = `which holds ${count(cards, letter)}`;
  const said = `the play takes ${count(taken, letter)} ${letter} from the ${where}`;
  throw new Refusal("CARD_NOT_AVAILABLE", `${said}, ${there}`);
}

/** X: a letter card is used twice, with at least three cards.
 * @param {LaidWord[]} words @param {string} patents @param {Rules} rules */
function checkDuplicate(words, patents, rules) {
  const duplicates = lettersFrom(words, DUPLICATE);
  const word = words.find(({sources}) => sources.includes(DUPLICATE));
  if (!word) return;
  const letter = lettersFrom([word], DUPLICATE)[0] ?? "";
  const said = `${word.word} duplicates ${letter}`;
  if (!patents.includes("X")) throw new Refusal("DUPLICATE_NOT_OWNED", said);
  if (duplicates.length > 1) throw new Refusal("TWO_DUPLICATES", `the play has ${duplicates.length} duplicates`);
  const cards = lettersFrom(rules.duplicate_scope === "word" ? [word] : words, CARD);
  if (!cards.includes(letter)) throw new Refusal("DUPLICATE_WITHOUT_ORIGINAL", `${said}, not among ${cards}`);
  if (cards.length >= (LIMITS.forDuplicate ?? 0)) return;
  throw new Refusal("TOO_FEW_CARDS_FOR_DUPLICATE", `${said} with ${cards}`);
}

/** Z: an S that is no card ends a word. @param {LaidWord[]} words @param {string} patents */
function checkSuffix(words, patents) {
  const n = lettersFrom(words, SUFFIX).length;
  const laid = words.find(({sources}) => sources.includes(SUFFIX));
  if (!laid) return;
  const {word} = laid;
  if (!patents.includes("Z")) throw new Refusal("SUFFIX_NOT_OWNED", `${word} has a suffix`);
  if (n > 1) throw new Refusal("TWO_SUFFIXES", `the play has ${n} suffixes`);
  const at = laid.sources.indexOf(SUFFIX);
  if (at !== word.length - 1) throw new Refusal("SUFFIX_NOT_LAST", `${word} has the suffix as letter ${at + 1}`);
  if (word[at] !== "S") throw new Refusal("SUFFIX_NOT_S", `${word} has the suffix ${word[at]}`);
}

// Payout ------------------------------------------------------------------------------------------

/** Is each letter a vowel? The Ys count as they are declared. @param {LaidWord} laid */
function vowelsOf({word, ys}) {
  let y = 0;
  return [...word].map((letter) => (letter === "Y" ? ys[y++] === "v" : VOWELS.includes(letter)));
}

/** @param {string} doubler @param {LaidWord} word */
export function doubles(doubler, word) {
  const vowels = vowelsOf(word);
  const n = vowels.filter(Boolean).length;
  if (doubler === "B") return vowels[0] && vowels[vowels.length - 1];
  return doubler === "J" ? 2 * n >= vowels.length : n === 1;
}

/** @param {number} n @param {Rules} rules */
export const factor = (n, {stacking}) =>
  stacking === "multiply" ? 2 ** n : 1 + (stacking === "add" ? n : Math.min(n, 1));

/** What words pay, whether or not they may lie. @param {Pick<Play, "words" | "doublers">} play @param {Table} table */
export function score({words, doublers}, {rules}) {
  let [money, stock] = [0, 0];
  for (const [at, {word}] of words.entries()) {
    const times = factor(doublers[at]?.length ?? 0, rules);
    money += (rules.payout.coins[word.length] ?? 0) * times;
    stock += (rules.payout.stock[word.length] ?? 0) * times;
  }
  return {money, stock};
}

/** @param {{money: number, stock: number}} one @param {{money: number, stock: number}} other */
export const paysMore = (one, other) => one.money + one.stock - other.money - other.stock || one.money - other.money;

/** Every way to give each of B, J and K to at most one word, with the card Q in its own.
 * @param {Table} table @param {LaidWord[]} words */
function possibleDoublers({rules, ...table}, words) {
  const {patents} = activeSeat({rules, ...table});
  let choices = [words.map(() => "")];
  for (const doubler of PATENT_DOUBLERS) {
    if (!patents.includes(doubler)) continue;
    const places = [...words.keys()].filter((at) => doubles(doubler, words[at] ?? {word: "", sources: "", ys: ""}));
    choices = choices.flatMap((choice) =>
      [...places, -1].map((place) => choice.map((letters, at) => (at === place ? letters + doubler : letters))),
    );
  }
  const card = words.map((word) => lettersFrom([word], rules.duplicate_scope === "turn" ? CARD + DUPLICATE : CARD));
  const hasQ = card.map((letters) => letters.includes(CARD_DOUBLER));
  const withQ = choices.map((choice) => choice.map((letters, at) => letters + (hasQ[at] ? CARD_DOUBLER : "")));
  if (rules.stacking !== "at-most-one") return withQ;
  // The player names either the Q card, which comes first, or the patent.
  return withQ
    .filter((choice) => choice.every((letters) => letters.replace(CARD_DOUBLER, "").length <= 1))
    .flatMap((choice) => product(choice.map((letters) => (letters ? [...letters].reverse() : [""]))));
}

/** @template T @param {T[][]} lists @returns {T[][]} */
const product = (lists) =>
  lists.reduce((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), /** @type {T[][]} */ ([[]]));

/** The doublers that are claimed, if they can be; for null those that pay most.
 * @param {Table} table @param {LaidWord[]} words @param {string[] | null} claimed */
function chosenDoublers(table, words, claimed) {
  const {rules} = table;
  const all = possibleDoublers(table, words);
  const factors = all.map((choice) => choice.map((letters) => factor(letters.length, rules)));
  // All that apply double: a way goes if another is better for one word and as good for the other.
  const full = all.filter((_, at) => {
    const mine = factors[at] ?? [];
    const beats = (/** @type {number[]} */ other) => other.every((more, word) => more >= (mine[word] ?? 0));
    return !factors.some((other) => beats(other) && other.some((more, word) => more > (mine[word] ?? 0)));
  });
  if (claimed === null) {
    const paid = full.map((doublers) => ({doublers, ...score({words, doublers}, table)}));
    return paid.reduce((best, one) => (paysMore(one, best) > 0 ? one : best)).doublers;
  }
  const wanted = claimed.map((letters) => [...letters.toUpperCase()].sort().join("")).join(" ");
  const found = full.find((choice) => choice.join(" ") === wanted);
  if (found) return found;
  const named = words.map(({word}) => word).join(" & ");
  throw new Refusal("DOUBLER_NOT_ALLOWED", `${named} cannot have the doublers ${claimed.map(show).join(", ")}`);
}

/** The patents that may be bought after a play, the dearest first.
 * @param {Table} table
 * @param {Play} play
 * @param {boolean} challenged  Is there a dollar of a challenge? */
export function legalPurchases(table, play, challenged = false) {
  const money = activeSeat(table).money + play.money + Number(challenged);
  const cost = (/** @type {string} */ card) => COSTS[card] ?? 0;
  const owned = table.seats.map(({patents}) => patents).join("");
  const cards = [...new Set(lettersFrom(play.words, CARD))].sort();
  const open = cards.filter((card) => !owned.includes(card) && cost(card) <= money);
  return open.sort((a, b) => cost(b) - cost(a)).join("");
}

// Words as they lie -------------------------------------------------------------------------------

/** With the cards of these that are unknown ones of the hand in their place.
 * @param {string} hand @param {string} cards */
export function showing(hand, cards) {
  const more = beyond(cards, shownOf(hand)).slice(0, nHidden(hand));
  return sorted(shownOf(hand) + more) + HIDDEN.repeat(nHidden(hand) - more.length);
}

/** @param {Table} table @param {LaidWord[]} words @param {string[] | null} doublers @param {IsWord | null} isWord
 * @returns {Play} */
function judgedAsSaid(table, words, doublers, isWord) {
  const seat = activeSeat(table);
  const used = lettersFrom(words, HAND);
  const more = nHidden(seat.hand) ? beyond(used, seat.hand) : "";
  if (more.length > nHidden(seat.hand)) {
    const taken = `the words take ${nCards(more.length)} from a hand of ${nHidden(seat.hand)}`;
    throw new Refusal("CARD_NOT_AVAILABLE", taken);
  }
  const left = unseen(table);
  const letter = [...more].find((card) => count(more, card) > (left[card] ?? 0));
  if (letter) {
    const held = `${table.names[table.active]} cannot have ${count(more, letter)} ${letter} in hand`;
    throw new Refusal("CARD_NOT_AVAILABLE", `${held}: ${left[letter]} are not seen elsewhere`);
  }
  const hand = showing(seat.hand, used);
  const seats = table.seats.map((one, player) => (player === table.active ? {...one, hand} : one));
  const shown = {...table, seats, community: shownOf(table.community)};
  checkWords(shown, words, isWord);
  const chosen = chosenDoublers(shown, words, doublers);
  const cards = lettersFrom(words, CARD);
  const royalties = table.seats.map(({patents}, player) =>
    player === table.active ? 0 : [...cards].filter((card) => patents.includes(card)).length,
  );
  const paid = score({words, doublers: chosen}, table);
  return {words, doublers: chosen, ...paid, royalties};
}

/** Ways to declare the Ys of a word: as said, or all consonants, or one or all vowels. No other can be the best.
 * @param {LaidWord} laid @returns {LaidWord[]} */
function declared(laid) {
  const n = count(laid.word, "Y");
  if (laid.ys || !n) return [laid];
  const ways = ["c".repeat(n), `v${"c".repeat(n - 1)}`, "v".repeat(n)];
  return [...new Set(ways)].map((ys) => ({...laid, ys}));
}

/** What words of the active player earn as they lie; Ys that are left out pay most.
 * @param {Table} table @param {LaidWord[]} words @param {string[] | null} [doublers]  By default those that pay most.
 * @param {IsWord | null} [isWord]  By default it is not asked whether they are words. */
export function judged(table, words, doublers = null, isWord = null) {
  /** @type {Play[]} */
  const plays = [];
  /** @type {Refusal[]} */
  const refusals = [];
  for (const way of product(words.map(declared))) {
    try {
      plays.push(judgedAsSaid(table, way, doublers, isWord));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  if (!plays.length) throw refusals[0];
  return plays.reduce((best, play) => (paysMore(play, best) > 0 ? play : best));
}
