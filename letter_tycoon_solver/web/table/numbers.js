// Numbers of the rules, why turns are refused, word lists: those of the package, as a test checks.

/** Cards of each letter. @type {Record<string, number>} */
export const CARDS = {
  "A": 9, "B": 2, "C": 2, "D": 4, "E": 12, "F": 2, "G": 3,
  "H": 4, "I": 9, "J": 1, "K": 1, "L": 4, "M": 2, "N": 6,
  "O": 8, "P": 2, "Q": 1, "R": 6, "S": 6, "T": 6, "U": 4,
  "V": 2, "W": 2, "X": 1, "Y": 2, "Z": 1,
};

/** What each patent costs. @type {Record<string, number>} */
export const COSTS = {
  "A": 8, "B": 2, "C": 3, "D": 4, "E": 10, "F": 3, "G": 3,
  "H": 5, "I": 7, "J": 2, "K": 2, "L": 4, "M": 3, "N": 7,
  "O": 7, "P": 3, "Q": 2, "R": 6, "S": 6, "T": 8, "U": 3,
  "V": 2, "W": 3, "X": 2, "Y": 3, "Z": 2,
};

/** The letters that are always vowels. @type {string} */
export const VOWELS = "AEIOU";

/** The most or the fewest of each. @type {Record<string, number>} */
export const LIMITS = {
  "words": 2, "letters": 3, "forDuplicate": 3, "cards": 11, "retries": 99, "goal": 9999, "pay": 99,
  "opponents": 4, "money": 1000000,
};

/** The rules of the rulebook. @type {import("./rules.js").Rules} */
export const RULEBOOK = {
  "payout": {
    "coins": [0, 0, 0, 1, 2, 3, 4, 6, 6, 6, 6, 6, 6, 6],
    "stock": [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7],
  },
  "stacking": "multiply",
  "duplicate_scope": "word",
  "last_round": "complete-round",
  "challenge": {"mode": "players", "retries": 0},
  "hand_size": 7,
  "community_size": 3,
  "goals": {"2": 45, "3": 34, "4": 26, "5": 21},
  "replaceable": "hand",
  "reshuffle": "with-used",
};

/** Where rules of a name differ from the rulebook. @type {Record<string, Partial<import("./rules.js").Rules>>} */
export const PRESETS = {
  "rulebook": {},
  "online": {"duplicate_scope": "turn"},
  "reference-manual": {
    "payout": {
      "coins": [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      "stock": [0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7],
    },
    "last_round": "one-more-turn",
  },
};

/** All rules of a name. @param {string} name */
export const rulesNamed = (name) => ({...RULEBOOK, ...PRESETS[name]});

/** What each rule may say. @type {Record<string, string[]>} */
export const READINGS = {
  "stacking": ["multiply", "add", "at-most-one"],
  "duplicate_scope": ["word", "turn"],
  "last_round": ["complete-round", "one-more-turn"],
  "replaceable": ["hand", "hand-or-community"],
  "reshuffle": ["with-used", "without-words"],
  "mode": ["players", "none", "automatic"],
};

/** The rules that a turn may break. @type {Record<string, string>} */
export const REASONS = {
  "NO_WORD": "a play has at least one word",
  "TOO_MANY_WORDS": "one word a turn; two for the owner of V",
  "NOT_LETTERS": "a word has only the letters A to Z",
  "TOO_SHORT": "a word has at least three letters",
  "NOT_IN_LEXICON": "the word is not in the lexicon",
  "SOURCES_MALFORMED": "one source per letter: h(and), c(ommunity), d(uplicate) or s(uffix)",
  "Y_UNDECLARED": "each Y is declared a vowel or a consonant",
  "Y_MALFORMED": "one v(owel) or c(onsonant) per Y of the word, and no more",
  "CARD_NOT_AVAILABLE": "each card is used at most once per turn",
  "NO_HAND_CARD": "each word uses at least one card from the hand",
  "SECOND_WORD_NOT_OWNED": "the second word needs the V patent",
  "DUPLICATE_NOT_OWNED": "the duplicate needs the X patent",
  "SUFFIX_NOT_OWNED": "the suffix needs the Z patent",
  "TWO_DUPLICATES": "one duplicate per turn",
  "DUPLICATE_WITHOUT_ORIGINAL": "the duplicate repeats a card that is used",
  "TOO_FEW_CARDS_FOR_DUPLICATE": "the duplicate needs at least three factory cards",
  "TWO_SUFFIXES": "one suffix per turn",
  "SUFFIX_NOT_LAST": "the suffix is the last letter of its word",
  "SUFFIX_NOT_S": "the suffix is an S",
  "DOUBLER_NOT_ALLOWED": "a doubler needs its patent or card, its condition, and works once",
  "GAME_OVER": "nothing is done after the end of the game",
  "NOT_YOUR_TURN": "only the player who is asked acts",
  "WRONG_PHASE": "each phase of a turn has its own actions",
  "REPLACEMENT_NOT_OWNED": "replacing a card needs the Q patent",
  "REPLACEMENT_TOO_LATE": "one card is replaced per turn, before anything else",
  "NOT_REPLACEABLE": "a card of the community is replaced only where the ruleset allows it",
  "NOT_IN_HAND": "only cards that are left in the hand are discarded",
  "NOT_ONE_CARD": "a lost challenge costs exactly one card",
  "CARD_NOT_USED": "a patent is bought only if a card of its letter was used this turn",
  "PATENT_OWNED": "a patent is sold once",
  "TOO_DEAR": "a patent is paid with the money in hand",
};

/** Word lists as people call them. @type {Record<string, string>} */
export const LISTS = {"enable": "all words (ENABLE)", "common": "common words"};
