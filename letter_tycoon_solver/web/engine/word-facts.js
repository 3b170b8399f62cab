// What there is to know of a word: what definitions/word_facts.py and word_payout of
// rules/referee.py say, for the rules of the site.

import {count, InvalidInputError, show} from "./position.js";

/** @typedef {Api.Pays} Pays */
/** @typedef {Api.Word} Word */
/** @typedef {Api.LaidLetter["y_as"]} YAs */
/** @typedef {Api.Meaning} Meaning */
/**
 * @typedef
 * {{list: string, coins: number[], stock: number[], factors: number[], least: number, most: number, longest: number,
 *   fewestForDuplicate: number, isTurnScope: boolean, definitions: string[]}}
 * WordData
 */

const PATENT_SETS = ["", "B", "J", "K", "BJ"];
const VOWELS = "AEIOU";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @param {string} text @param {WordData} data */
export function parseWord(text, data) {
  const word = text.trim();
  if (!/^[a-zA-Z]+$/.test(word))
    throw new InvalidInputError(`${show(text)} is not a word; give the letters A to Z, such as JEWELS`);
  if (word.length > data.longest)
    throw new InvalidInputError(`${show(text)} has ${word.length} letters; a word has at most ${data.longest}`);
  return word.toUpperCase();
}

/**
 * @param {string} word  In upper case.
 * @param {Set<string>} words
 * @param {WordData} data
 * @param {Record<string, number>} cards  Of each letter in the deck.
 * @returns {Omit<Word, "means">}
 */
export function factsOf(word, words, data, cards) {
  const needs = patentsNeeded(word, data, cards);
  const longer = `${word}S`;
  const hasLength = word.length >= data.least && word.length <= data.most;
  return {
    word,
    is_word: words.has(word),
    lists: {[data.list]: words.has(word)},
    why_not: whyNot(word, needs, data),
    anagrams: anagramsOf(word, words),
    ...nearWords(word, words),
    pays: hasLength ? PATENT_SETS.flatMap((patents) => payout(word, patents, data)) : [],
    with_suffix: longer.length <= data.most && words.has(longer) ? longer : "",
    needs: needs ?? "",
  };
}

/** @param {string} word @param {string | null} needs @param {WordData} data */
function whyNot(word, needs, {least, most}) {
  if (word.length < least) return `It is too short: a word has at least ${least} letters.`;
  if (word.length > most) return `It is too long: a word has at most ${most} letters.`;
  return needs === null ? "The deck has too few cards for it." : "";
}

/** @param {string} word @param {Set<string>} words */
function anagramsOf(word, words) {
  const sorted = (/** @type {string} */ one) => [...one].sort().join("");
  const key = sorted(word);
  return [...words].filter((one) => one.length === word.length && one !== word && sorted(one) === key);
}

/** Words that are spelled like it but for one letter. @param {string} word @param {Set<string>} words */
function nearWords(word, words) {
  const cuts = Array.from(
    {length: word.length + 1},
    (_, at) => /** @type {const} */ ([word.slice(0, at), word.slice(at)]),
  );
  const found = (/** @type {string[]} */ spelled) =>
    [...new Set(spelled)].filter((one) => one !== word && words.has(one)).sort();
  return {
    one_more: found(cuts.flatMap(([left, right]) => [...ALPHABET].map((letter) => left + letter + right))),
    one_less: found(cuts.slice(0, -1).map(([left, right]) => left + right.slice(1))),
    one_other: found(
      cuts.slice(0, -1).flatMap(([left, right]) => [...ALPHABET].map((letter) => left + letter + right.slice(1))),
    ),
  };
}

/**
 * What a word pays to the owner of patents all of which double it; nothing if one does not.
 * @param {string} word
 * @param {string} patents
 * @param {WordData} data
 * @returns {Pays[]}
 */
function payout(word, patents, {coins, stock, factors}) {
  const n = count(word, "Y");
  /** @type {YAs[][]} */
  const ways = [0, n, Math.min(n, 1)].map((vowels) =>
    Array.from({length: n}, (_, at) => (at < vowels ? "vowel" : "consonant")),
  );
  const ys = ways.find((way) => [...patents].every((patent) => isDoubled(word, way, patent)));
  const doublers = patents + (word.includes("Q") ? "Q" : "");
  const factor = factors[doublers.length] ?? 0;
  if (!ys) return [];
  return [
    {patents, money: (coins[word.length] ?? 0) * factor, stock: (stock[word.length] ?? 0) * factor, doublers, y_as: ys},
  ];
}

/** @param {string} word @param {YAs[]} ys @param {string} patent */
function isDoubled(word, ys, patent) {
  const declared = [...ys];
  const vowels = [...word].map((letter) => (letter === "Y" ? declared.shift() === "vowel" : VOWELS.includes(letter)));
  const nVowels = vowels.filter(Boolean).length;
  if (patent === "B") return vowels[0] === true && vowels.at(-1) === true;
  return patent === "J" ? 2 * nVowels >= word.length : nVowels === 1;
}

/**
 * The patents that supply missing cards, null if none do.
 * @param {string} word
 * @param {WordData} data
 * @param {Record<string, number>} cards
 */
function patentsNeeded(word, {fewestForDuplicate, isTurnScope}, cards) {
  for (const [patents, laid] of /** @type {const} */ ([
    ["", word],
    ["Z", word.endsWith("S") ? word.slice(0, -1) : word],
  ])) {
    const missing = [...new Set(laid)].reduce(
      (n, letter) => n + Math.max(0, count(laid, letter) - (cards[letter] ?? 0)),
      0,
    );
    if (!missing) return patents;
    if (missing > 1) continue;
    if (laid.length > fewestForDuplicate) return `X${patents}`;
    if (isTurnScope) return `VX${patents}`;
  }
  return null;
}
