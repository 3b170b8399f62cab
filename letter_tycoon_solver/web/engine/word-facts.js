// What there is to know of a word: what definitions/word_facts.py and word_payout of
// rules/referee.py say, for the rules of the site.

import {CARDS, LIMITS} from "../table/numbers.js";
import {doubles, factor} from "../table/referee.js";
import {count, LETTERS, refuse, show} from "./position.js";

/** @import {Rules} from "../table/rules.js" */
/** The name of the word list, the rules, the letters of the longest word of any list, and the first letters of words
 * that have definitions.
 * @typedef {{list: string, rules: Rules, longest: number, definitions: string[]}} WordData */

/** Letters that need no card, the duplicate and the suffix: see most_letters of rules/referee.py. */
const WITHOUT_CARDS = 2;
const PATENT_SETS = ["", "B", "J", "K", "BJ"];

/** @param {string} text @param {WordData} data */
export function parseWord(text, data) {
  const word = text.trim();
  if (!/^[a-zA-Z]+$/.test(word)) refuse(`${show(text)} is not a word; give the letters A to Z, such as JEWELS`);
  if (word.length > data.longest)
    refuse(`${show(text)} has ${word.length} letters; a word has at most ${data.longest}`);
  return word.toUpperCase();
}

/** @param {string} word  In upper case.
 * @param {Set<string>} words
 * @param {WordData} data
 * @returns {Omit<Api.Word, "means">} */
export function factsOf(word, words, {list, rules}) {
  const needs = patentsNeeded(word, rules);
  const longer = `${word}S`;
  const [least = 0, most] = [LIMITS["letters"], rules.hand_size + rules.community_size + WITHOUT_CARDS];
  const isShort = word.length < least && `It is too short: a word has at least ${least} letters.`;
  const isLong = word.length > most && `It is too long: a word has at most ${most} letters.`;
  return {
    word,
    is_word: words.has(word),
    lists: {[list]: words.has(word)},
    why_not: isShort || isLong || (needs === null ? "The deck has too few cards for it." : ""),
    anagrams: anagramsOf(word, words),
    ...nearWords(word, words),
    pays: isShort || isLong ? [] : PATENT_SETS.flatMap((patents) => payout(word, patents, rules)),
    with_suffix: longer.length <= most && words.has(longer) ? longer : "",
    needs: needs ?? "",
  };
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
    one_more: found(cuts.flatMap(([left, right]) => [...LETTERS].map((letter) => left + letter + right))),
    one_less: found(cuts.slice(0, -1).map(([left, right]) => left + right.slice(1))),
    one_other: found(
      cuts.slice(0, -1).flatMap(([left, right]) => [...LETTERS].map((letter) => left + letter + right.slice(1))),
    ),
  };
}

/** What a word pays to the owner of patents all of which double it; nothing if one does not.
 * @param {string} word @param {string} patents @param {Rules} rules @returns {Api.Pays[]} */
function payout(word, patents, rules) {
  const n = count(word, "Y");
  const ways = [0, n, Math.min(n, 1)].map((vowels) => "v".repeat(vowels) + "c".repeat(n - vowels));
  const isDoubled = ways.some((ys) => [...patents].every((patent) => doubles(patent, {word, sources: "", ys})));
  const doublers = patents + (word.includes("Q") ? "Q" : "");
  const times = factor(doublers.length, rules);
  const paid = (/** @type {number[]} */ column) => (column[word.length] ?? 0) * times;
  return isDoubled ? [{patents, money: paid(rules.payout.coins), stock: paid(rules.payout.stock), doublers}] : [];
}

/** The patents that supply missing cards, null if none do. @param {string} word @param {Rules} rules */
function patentsNeeded(word, {duplicate_scope}) {
  for (const [patents, laid] of /** @type {const} */ ([
    ["", word],
    ["Z", word.endsWith("S") ? word.slice(0, -1) : word],
  ])) {
    const lacking = [...new Set(laid)].map((letter) => Math.max(0, count(laid, letter) - (CARDS[letter] ?? 0)));
    const missing = lacking.reduce((sum, n) => sum + n, 0);
    if (!missing) return patents;
    if (missing > 1) continue;
    if (laid.length > (LIMITS["forDuplicate"] ?? 0)) return `X${patents}`;
    if (duplicate_scope === "turn") return `VX${patents}`;
  }
  return null;
}
