// The letters of the words that are being made, and where each comes from.

/** @typedef {Api.LaidLetter["source"]} Source */
/** @typedef {Api.LaidWord} LaidWord */
/** @typedef {{letter: string, source: Source, at: number, y: "" | "v" | "c"}} Pick  `at` is the place of the card, -1 where it is none; `y` is what a Y is declared. */

const SHORTEST = 3;
/** How the notation writes a letter. @type {Record<Source, (letter: string) => string>} */
const SIGNS = {
  hand: (letter) => letter,
  community: (letter) => letter.toLowerCase(),
  duplicate: (letter) => `(${letter})`,
  suffix: (letter) => `+${letter}`,
};

/** One word, or two for the owner of V. */
export class Letters {
  /** @type {Pick[][]} */
  words = [[]];
  /** The word to which letters are added. */
  at = 0;

  /** @param {string} hand @param {string} community */
  constructor(hand, community) {
    this.hand = hand;
    this.community = community;
  }

  /**
   * The letters of words as they are laid.
   * @param {LaidWord[]} words @param {string} hand @param {string} community
   */
  static of(words, hand, community) {
    const found = new Letters(hand, community);
    words.forEach((word, number) => {
      if (number) found.addWord();
      for (const {letter, source, y_as} of word.letters) {
        const at = source === "hand" || source === "community" ? found.#free(source, letter) : -1;
        found.add({letter, source, at, y: y_as === "vowel" ? "v" : y_as === "consonant" ? "c" : ""});
      }
    });
    return found;
  }

  /** The letters that were kept. @param {Pick[][]} words @param {string} hand @param {string} community */
  static kept(words, hand, community) {
    const found = new Letters(hand, community);
    found.words = words;
    found.at = words.length - 1;
    return found;
  }

  get isEmpty() {
    return this.words.every((word) => !word.length);
  }

  /** Whether every word is long enough. */
  get isAWord() {
    return this.words.every((word) => word.length >= SHORTEST);
  }

  get hasDuplicate() {
    return this.words.flat().some(({source}) => source === "duplicate");
  }

  get hasSuffix() {
    return this.words.flat().some(({source}) => source === "suffix");
  }

  /** Whether every word has a card of the hand. */
  get hasHandCards() {
    return this.words.every((word) => word.some(({source}) => source === "hand"));
  }

  /** As the server takes them; Ys that are not declared are left to it. @returns {string} */
  get notation() {
    const words = this.words.map((word) => {
      const ys = word.filter(({letter}) => letter === "Y").map(({y}) => y);
      const declared = ys.length && ys.every(Boolean) ? `/${ys.join("")}` : "";
      return word.map(({letter, source}) => SIGNS[source](letter)).join("") + declared;
    });
    return words.join(" & ");
  }

  /** Whether a card is used. @param {Source} source @param {number} at */
  has(source, at) {
    return this.words.flat().some((pick) => pick.source === source && pick.at === at);
  }

  /** @param {Pick} pick */
  add(pick) {
    const word = this.words[this.at];
    // The suffix stays at the end.
    if (word?.at(-1)?.source === "suffix") word.splice(-1, 0, pick);
    else word?.push(pick);
  }

  addWord() {
    this.words.push([]);
    this.at = this.words.length - 1;
  }

  /** Adds a letter that is typed: of the hand, else of the community. @param {string} letter */
  type(letter) {
    for (const source of /** @type {const} */ (["hand", "community"])) {
      const at = this.#free(source, letter);
      if (at >= 0) {
        this.add({letter, source, at, y: ""});
        return;
      }
    }
  }

  /** Takes a card back. @param {Source} source @param {number} at */
  remove(source, at) {
    this.#keep((pick) => pick.source !== source || pick.at !== at);
  }

  /** Takes a letter out of a word. @param {number} number @param {number} place */
  take(number, place) {
    const gone = this.words[number]?.[place];
    this.at = number;
    this.#keep((pick) => pick !== gone);
  }

  removeLast() {
    const gone = this.words[this.at]?.at(-1);
    this.#keep((pick) => pick !== gone);
  }

  /** @param {(pick: Pick) => boolean} isKept */
  #keep(isKept) {
    const words = this.words.map((word) => word.filter(isKept));
    // A second word without letters is none.
    this.words = words.filter((word, number) => word.length || number === 0);
    this.at = Math.min(this.at, this.words.length - 1);
  }

  /** The first card of a letter that is not used, -1 if there is none. @param {"hand" | "community"} source @param {string} letter */
  #free(source, letter) {
    return [...this[source]].findIndex((one, at) => one === letter && !this.has(source, at));
  }
}
