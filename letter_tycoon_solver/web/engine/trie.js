// The words, and the arrays that the search walks, made of them: build() of lexicon/trie.py.

/** @typedef {{type: string, n: number, bytes: Uint8Array<ArrayBuffer>}} TrieArray */
/** @typedef {Record<string, TrieArray>} TrieArrays  In the order of Trie in lexicon/trie.py. */
/** @typedef {{sortOrder: string, copyBits: number[][], longest: number}} TrieData */
/** @typedef {{key: Uint32Array, traits: number, entries: number[]}} AnagramClass */

const BLOCK = 8;
const BELOW_TOP = 512;
const MAX_TRAITS_LENGTH = 15;
const FULL = 0xffffffff;
const CODE_OF_A = 65;
const VOWELS = [0, 4, 8, 14, 20];
const Q = 16;
const S = 18;
const Y = 24;
const END = "~";

/**
 * The words of a text: what is no capital says how many letters of the word before go, capitals are those that come.
 * @param {string} text
 */
export function unpacked(text) {
  let word = "";
  return (text.match(/[^A-Z][A-Z]*/gu) ?? []).map((part) => {
    const kept = word.length - ((part.codePointAt(0) ?? 0) - 97);
    return (word = word.slice(0, kept) + part.slice(1));
  });
}

/** @param {number} letter */
const canBeVowel = (letter) => letter === Y || VOWELS.includes(letter);

/**
 * @param {string[]} words  In alphabetical order.
 * @param {TrieData} data
 * @returns {TrieArrays}
 */
export function build(words, data) {
  const classes = classesOf(words, data);
  const isLow = (/** @type {AnagramClass} */ {key}) => key[2] === 0 && key[3] === 0;
  const high = classes.filter((one) => !isLow(one));
  const sorted = [...classes.filter(isLow), ...high];
  const firstWord = new Uint32Array(sorted.length + 1);
  sorted.forEach(({entries}, at) => (firstWord[at + 1] = (firstWord[at] ?? 0) + entries.length));
  const arrays = {
    keys: {type: "i8", array: levels(sorted.map(({key}) => key))},
    more_keys: {type: "i8", array: Uint32Array.from(high.flatMap(({key}) => [key[2] ?? 0, key[3] ?? 0]))},
    traits: {type: "u1", array: Uint8Array.from(sorted, ({traits}) => traits)},
    first_word: {type: "u4", array: firstWord},
    words: {type: "u4", array: Uint32Array.from(sorted.flatMap(({entries}) => entries))},
  };
  return Object.fromEntries(
    Object.entries(arrays).map(([name, {type, array}]) => [
      name,
      {type, n: array.byteLength / Number(type.slice(-1)), bytes: new Uint8Array(array.buffer)},
    ]),
  );
}

/** The letters of a word, 0 for A. @param {string} word */
function lettersOf(word) {
  const letters = new Uint8Array(word.length);
  for (let at = 0; at < word.length; at++) letters[at] = word.charCodeAt(at) - CODE_OF_A;
  return letters;
}

/**
 * The anagram classes in their order: the rarest letter first; of two that begin alike the longer one first.
 * @param {string[]} words
 * @param {TrieData} data
 */
function classesOf(words, {sortOrder, copyBits, longest}) {
  const place = new Uint8Array(26);
  [...sortOrder].forEach((letter, at) => (place[letter.charCodeAt(0) - CODE_OF_A] = CODE_OF_A + at));
  const keys = words.map(
    (word) =>
      String.fromCharCode(
        ...lettersOf(word)
          .map((letter) => place[letter] ?? 0)
          .sort(),
      ) + END,
  );
  const keyOf = (/** @type {number} */ number) => keys[number] ?? "";
  const order = Uint32Array.from(words.keys()).sort((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a - b,
  );
  /** @type {AnagramClass[]} */
  const classes = [];
  /** @type {AnagramClass | undefined} */
  let here;
  let last = "";
  for (const number of order) {
    const letters = lettersOf(words[number] ?? "");
    if (!here || keyOf(number) !== last) classes.push((here = {...described(letters, copyBits, longest), entries: []}));
    last = keyOf(number);
    const end = letters[letters.length - 1] ?? 0;
    const hasVowelEnds = canBeVowel(letters[0] ?? 0) && canBeVowel(end);
    here.entries.push(number * 4 + (hasVowelEnds ? 1 : 0) + (end === S ? 2 : 0));
    if (hasVowelEnds) here.traits |= 1;
  }
  return classes;
}

/**
 * The key, as four words of 32 bits, and the traits without B.
 * @param {Uint8Array} letters
 * @param {number[][]} copyBits
 * @param {number} longest
 */
function described(letters, copyBits, longest) {
  const key = new Uint32Array(4);
  const copies = new Uint8Array(26);
  let hasKey = letters.length <= longest;
  for (const letter of letters) {
    const copy = copies[letter] ?? 0;
    copies[letter] = copy + 1;
    const bit = copyBits[copy]?.[letter] ?? -1;
    if (bit < 0) hasKey = false;
    else key[bit >> 5] = (key[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  if (!hasKey) key[2] = key[3] = FULL;
  const n = letters.length;
  const ys = copies[Y] ?? 0;
  const nVowels = VOWELS.reduce((total, letter) => total + (copies[letter] ?? 0), 0);
  const isHalfVowels = 2 * (nVowels + ys) >= n;
  const isOneVowel = nVowels === 1 || (nVowels === 0 && ys > 0);
  const traits = (isHalfVowels ? 2 : 0) | (isOneVowel ? 4 : 0) | (copies[Q] ? 8 : 0);
  return {key, traits: traits | (Math.min(n, MAX_TRAITS_LENGTH) << 4)};
}

/** The low words, and what eight of them have in common, and eight of these. @param {Uint32Array[]} keys */
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
