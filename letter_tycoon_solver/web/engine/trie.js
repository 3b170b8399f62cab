// The words, and the arrays that the search walks, made of them: build() of lexicon/trie.py.

import {sizeOf} from "./kernel.js";

/** @import {Outline} from "./kernel.js" */
/** @typedef {Outline & {bytes: Uint8Array<ArrayBuffer>}} TrieArray */
/** @typedef {Record<string, TrieArray>} TrieArrays  In the order of Trie in lexicon/trie.py. */
/** @typedef {{sortOrder: string, copyBits: number[][], longest: number}} TrieData */
/** @typedef {{key: number[], traits: number, entries: number[]}} AnagramClass */

const BLOCK = 8;
const BELOW_TOP = 512;
const MAX_TRAITS_LENGTH = 15;
const FULL = 0xffffffff;
const CODE_OF_A = 65;
const VOWELS = [0, 4, 8, 14, 20];
const Q = 16;
const S = 18;
const Y = 24;
const END = "~".charCodeAt(0);

/** The words of a text: what is no capital says how many letters of the word before go, capitals are those that come.
 * @param {string} text */
export function unpacked(text) {
  let word = "";
  return (text.match(/[^A-Z][A-Z]*/gu) ?? []).map((part) => {
    const kept = word.length - ((part.codePointAt(0) ?? 0) - 97);
    return (word = word.slice(0, kept) + part.slice(1));
  });
}

/** @param {number} letter */
const canBeVowel = (letter) => letter === Y || VOWELS.includes(letter);

/** @param {string[]} words  In alphabetical order.
 * @param {TrieData} data
 * @returns {TrieArrays} */
export function build(words, data) {
  const classes = classesOf(words, data);
  const isLow = (/** @type {AnagramClass} */ {key}) => key[2] === 0 && key[3] === 0;
  const high = classes.filter((one) => !isLow(one));
  const sorted = classes.filter(isLow).concat(high);
  const firstWord = new Uint32Array(sorted.length + 1);
  const entries = new Uint32Array(words.length);
  sorted.forEach((one, at) => {
    entries.set(one.entries, firstWord[at]);
    firstWord[at + 1] = (firstWord[at] ?? 0) + one.entries.length;
  });
  const arrays = {
    keys: {type: "i8", array: levels(sorted.map(({key}) => key))},
    more_keys: {type: "i8", array: Uint32Array.from(high.flatMap(({key}) => [key[2] ?? 0, key[3] ?? 0]))},
    traits: {type: "u1", array: Uint8Array.from(sorted, ({traits}) => traits)},
    first_word: {type: "u4", array: firstWord},
    words: {type: "u4", array: entries},
  };
  return Object.fromEntries(
    Object.entries(arrays).map(([name, {type, array}]) => [
      name,
      {type, shape: [array.byteLength / sizeOf(type)], bytes: new Uint8Array(array.buffer)},
    ]),
  );
}

/** What words of the same letters share: the codes of their places in the order, sorted, and an end after all of them.
 * @param {string} word @param {Uint8Array} place */
function sortedLetters(word, place) {
  for (let n = 0; n < word.length; n++) {
    const code = place[word.charCodeAt(n) - CODE_OF_A] ?? 0;
    let at = n;
    for (; at > 0 && (sorting[at - 1] ?? 0) > code; at--) sorting[at] = sorting[at - 1] ?? 0;
    sorting[at] = code;
  }
  sorting.length = word.length;
  sorting.push(END);
  return String.fromCharCode.apply(null, sorting);
}

/** The anagram classes in their order: the rarest letter first; of two that begin alike the longer one first.
 * @param {string[]} words @param {TrieData} data @returns {AnagramClass[]} */
function classesOf(words, {sortOrder, copyBits, longest}) {
  const place = new Uint8Array(26);
  [...sortOrder].forEach((letter, at) => (place[letter.charCodeAt(0) - CODE_OF_A] = CODE_OF_A + at));
  /** @type {Map<string, number[]>} */
  const numbers = new Map();
  words.forEach((word, number) => {
    const key = sortedLetters(word, place);
    const same = numbers.get(key);
    if (same) same.push(number);
    else numbers.set(key, [number]);
  });
  return [...numbers.keys()].sort().map((sorted) => {
    const all = numbers.get(sorted) ?? [];
    const {key, traits} = described(words[all[0] ?? 0] ?? "", copyBits, longest);
    let isOfVowelEnds = 0;
    const entries = all.map((number) => {
      const word = words[number] ?? "";
      const [first, last] = [word.charCodeAt(0) - CODE_OF_A, word.charCodeAt(word.length - 1) - CODE_OF_A];
      const hasVowelEnds = canBeVowel(first) && canBeVowel(last) ? 1 : 0;
      isOfVowelEnds |= hasVowelEnds;
      return number * 4 + hasVowelEnds + (last === S ? 2 : 0);
    });
    return {key, traits: traits | isOfVowelEnds, entries};
  });
}

/** How often each letter was seen in a word, and its letters in order: used again for each, as there are many. */
const copies = new Uint8Array(26);
/** @type {number[]} */
const sorting = [];

/** The key, as four words of 32 bits, and the traits without B.
 * @param {string} word @param {number[][]} copyBits @param {number} longest */
function described(word, copyBits, longest) {
  const key = [0, 0, 0, 0];
  const n = word.length;
  copies.fill(0);
  let hasKey = n <= longest;
  for (let at = 0; at < n; at++) {
    const letter = word.charCodeAt(at) - CODE_OF_A;
    const copy = copies[letter] ?? 0;
    copies[letter] = copy + 1;
    const bit = copyBits[copy]?.[letter] ?? -1;
    if (bit < 0) hasKey = false;
    else key[bit >> 5] = (key[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  if (!hasKey) key[2] = key[3] = FULL;
  const ys = copies[Y] ?? 0;
  let nVowels = 0;
  for (const letter of VOWELS) nVowels += copies[letter] ?? 0;
  const isHalfVowels = 2 * (nVowels + ys) >= n;
  const isOneVowel = nVowels === 1 || (nVowels === 0 && ys > 0);
  const traits = (isHalfVowels ? 2 : 0) | (isOneVowel ? 4 : 0) | (copies[Q] ? 8 : 0);
  return {key, traits: traits | (Math.min(n, MAX_TRAITS_LENGTH) << 4)};
}

/** The low words, and what eight of them have in common, and eight of these. @param {number[][]} keys */
function levels(keys) {
  const nTops = Math.ceil(keys.length / BELOW_TOP);
  const sizes = [nTops * 512, nTops * 64, nTops * 8, Math.ceil(nTops / BLOCK) * BLOCK];
  const all = new Uint32Array(2 * sizes.reduce((a, b) => a + b)).fill(FULL);
  for (const [at, key] of keys.entries()) {
    all[2 * at] = key[0] ?? 0;
    all[2 * at + 1] = key[1] ?? 0;
  }
  let below = 0;
  for (const size of sizes.slice(0, -1)) {
    const here = below + size;
    for (let at = 0; at < size; at++) {
      for (const half of [0, 1]) {
        const to = 2 * (here + (at >> 3)) + half;
        all[to] = (all[to] ?? 0) & (all[2 * (below + at) + half] ?? 0);
      }
    }
    below = here;
  }
  return all;
}
