// The best turns of a table: asks the kernel and reads its rows, as search/rows.py
// and web/schema.py do. What a turn is worth is the kernel's.

import {COSTS} from "../table/numbers.js";
import {turnText} from "../table/text.js";
import {Kernel} from "./kernel.js";
import {
  drawnFrom,
  InvalidInputError,
  LETTERS,
  lettersFrom,
  positionOf,
  refuse,
  show,
  unseenOf,
  viewOf,
  without,
} from "./position.js";

/** @typedef {Api.WholeTurn} Plan */
/** @import {Outlines} from "./kernel.js" */
/** @import {Position, Rules} from "./position.js" */
/** @import {TrieArrays} from "./trie.js" */
/** See search/browser_hints.py.
 * @typedef {{arguments: Outlines, size: number, row: Record<string, any>, rulesets: Record<string, Rules>,
 *   evaluations: Record<string, number[]>, limit: number, layout: Record<string, any>, stage: number,
 *   decimals: number, noExtra: number}} SearchData */

/** BY_PATENT_COST of rules/cards.py: the dearest patent first, ties by letter. Rows hold cards in this order. */
const BY_COST = [...LETTERS].sort((a, b) => (COSTS[b] ?? 0) - (COSTS[a] ?? 0));
const FIELD_BITS = 5n;
const FIELD = 31n;
const DOUBLERS = "BJKQ";
const VOWELS = /[AEIOU]/;
const ALL_VOWELS = 3;
const ONE_VOWEL = 4;

/** A table that was read: its position, and its rules by their name.
 * @typedef {{name: string, position: Position, rules: Rules}} Read */
/** Other tables than those of the words; the balance by number of opponents.
 * @typedef {{evaluations: Record<string, number[]>, balance: number[][]}} Tables */
/** Which turns are asked for: see layouts.py; for `draws` and `returned` see OpenTurn in search/rows.py.
 * @typedef {{limit: number, scope: number, rounds: number, mayReplace: boolean}} Question
 * @typedef {Question & {draws?: number[], returned?: number, tables?: Tables}} Asked */
/** @typedef {ReturnType<typeof turnsOf>} Turns */
/** A turn, and its row in the kernel. @typedef {{plan: Plan, row: DataView}} Found */

/** Finds the best turns.
 * @param {WebAssembly.Module} module
 * @param {TrieArrays} trie
 * @param {string[]} words  In alphabetical order.
 * @param {SearchData} data */
export function turnsOf(module, trie, words, data) {
  const kernel = new Kernel(module);
  const args = kernel.placed({...data.arguments, trie});

  /** What is known besides of a turn of a game: the rounds after it, and which card comes next.
   * @param {Api.Table} table @param {Read} read @returns {{rounds: number, draws?: number[], returned?: number}} */
  function open({round, final_round}, {position, rules}) {
    const {NOT_KNOWN} = data.layout;
    if (typeof round !== "number") return {rounds: NOT_KNOWN};
    const rounds = typeof final_round === "number" ? final_round - round : NOT_KNOWN;
    return {rounds, ...drawnFrom(position, position.opponents.length * rules.hand_size)};
  }

  /** What /api/hint answers. @param {Api.Table} table @returns {Api.Hint} */
  function hint(table) {
    const {WHOLE_TURNS: scope} = data.layout;
    const asked = read(table);
    const found = best(asked, {limit: data.limit, scope, mayReplace: !table.replaced, ...open(table, asked)});
    return {turns: found.map(({plan}) => plan), advice_needs: adviceNeeds(table, asked)};
  }

  /** @param {Api.Table} table @returns {Read} */
  function read(table) {
    const name = table.ruleset ?? Object.keys(data.rulesets)[0] ?? "";
    const preset = data.rulesets[name];
    if (!preset) refuse(`there is no ruleset ${show(name)}; choose one of ${Object.keys(data.rulesets).join(", ")}`);
    if ((table.stacking ?? preset.stacking) !== preset.stacking) {
      refuse(`there are no hints for the stacking ${show(table.stacking ?? "")} here; letter-tycoon serve has them`);
    }
    const goals = Object.entries(preset.goals).map(([players, goal]) => [players, table.goal ?? goal]);
    const rules = {...preset, goals: Object.fromEntries(goals)};
    return {name, rules, position: positionOf(table, rules)};
  }

  /** The best turns. @param {Read} read @param {Asked} asked @returns {Found[]} */
  function best({position, rules}, asked) {
    const {buffer} = rowsOf(position, rules, asked);
    const planOf = rowReader(position, words, data);
    const {size} = data;
    const rows = Array.from({length: buffer.byteLength / size}, (_, at) => new DataView(buffer, at * size, size));
    return rows.map((row) => ({plan: planOf(row), row}));
  }

  /** @param {Api.Table} table @param {Read} read */
  function adviceNeeds(table, read) {
    try {
      viewOf(table, read);
      return "";
    } catch (error) {
      if (error instanceof InvalidInputError) return error.message;
      throw error;
    }
  }

  /** The rows of the best turns. @param {Position} position @param {Rules} rules @param {Asked} asked */
  function rowsOf(position, rules, {limit, scope, rounds, mayReplace, draws, returned = 0, tables}) {
    const {MAX_COST, SEPARATOR, W_BALANCE} = data.layout;
    const {evaluations} = tables ?? data;
    const {hand, community, patents, opponents, money} = position;
    const nPlayers = Math.max(2, 1 + opponents.length);
    const [template, evaluation, goal] = [
      rules.templates[opponents.length],
      evaluations[nPlayers],
      rules.goals[nPlayers],
    ];
    if (!template || !evaluation || goal === undefined) throw new Error(`there is nothing for ${nPlayers} players`);
    const replaces = mayReplace && patents.includes("Q");
    const {desk, inquiry} = args;
    kernel.fill(desk, template);
    kernel.longs(desk).set((tables?.balance[opponents.length] ?? []).map(BigInt), W_BALANCE);
    kernel.fill(inquiry.evaluation, evaluation);
    kernel.fill(inquiry.pile, draws ?? unseenOf(position));
    const numbers = [limit, 0, Math.min(money, MAX_COST), scope, data.stage, rounds, goal, Number(replaces), returned];
    kernel.fill(inquiry.asked, numbers);
    const text = kernel.bytes(args.text).fill(0);
    text.set(new TextEncoder().encode([hand, community, patents, ...opponents].join(String.fromCharCode(SEPARATOR))));
    return kernel.found("find_turns", Object.values(args));
  }

  return {open, hint, read, best};
}

/** Reads the rows of a position: see _kernels/layouts.py.
 * @param {Position} position @param {string[]} allWords @param {SearchData} data */
function rowReader({hand, community, patents, opponents, owned, money: before}, allWords, data) {
  const {row: columns, noExtra, decimals} = data;
  const inPlay = hand + community + (patents.includes("Z") ? "S" : "");
  const slots = [...BY_COST].reverse().filter((letter) => inPlay.includes(letter));

  /** @param {DataView} row @returns {Plan} */
  function plan(row) {
    const letter = (/** @type {string} */ name) => LETTERS[Number(row.getBigInt64(columns[name], true))] ?? "";
    const [replace, buy] = [letter("replaced"), letter("bought")];
    const words = laidIn(row);
    const kept = lettersOf(row.getBigUint64(columns.kept, true));
    const leave = without(hand, lettersOf(fromHand(row, 0) + fromHand(row, 1)));
    const discards = replace ? "" : without(leave, kept);
    const money = row.getUint16(columns.money, true);
    const cards = lettersFrom(words, "hc");
    const kind = replace ? "replace" : words.length ? "words" : "exchange";
    const doublers = words.map((word) => word.doublers);
    return {
      notation: turnText({kind, replace, words, doublers, challenger: null, buy, discards}),
      replace,
      words,
      money,
      stock: row.getUint16(columns.stock, true),
      royalties: words.length
        ? opponents.map((patents) => [...cards].filter((one) => patents.includes(one)).length)
        : [],
      purchasable: words.length ? purchasableWith(cards, money) : "",
      buy,
      discards,
      leave: kept,
      equity: equityIn(row),
    };
  }

  /** @param {DataView} row @param {number} word */
  function fromHand(row, word) {
    return row.getBigUint64(columns.from_hand + 8 * word, true);
  }

  /** @param {DataView} row @returns {Api.LaidWord[]} */
  function laidIn(row) {
    const byte = (/** @type {string} */ name, offset = 0) => row.getUint8(columns[name] + offset);
    const duplicate = byte("duplicate") === noExtra ? "" : (LETTERS[byte("duplicate")] ?? "");
    return Array.from({length: byte("n_words")}, (_, at) => {
      const word = allWords[row.getInt32(columns.word + 4 * at, true)] ?? "";
      const doublers = byte("doublers", at);
      const hand = lettersOf(fromHand(row, at));
      return {
        word,
        sources: sourcesOf(word, hand, byte("duplicate_word") === at ? duplicate : "", byte("suffix_word") === at),
        ys: declaredYs(word, doublers),
        doublers: [...DOUBLERS].filter((_, bit) => (doublers >> bit) & 1).join(""),
      };
    });
  }

  /** The letters of a multiset of cards, sorted; see _kernels/bits.py. @param {bigint} cards */
  function lettersOf(cards) {
    const letters = slots.map((letter, slot) => letter.repeat(Number((cards >> (BigInt(slot) * FIELD_BITS)) & FIELD)));
    return [...letters.join("")].sort().join("");
  }

  /** @param {string} used @param {number} earned */
  function purchasableWith(used, earned) {
    const isOpen = (/** @type {string} */ letter) => used.includes(letter) && !owned.includes(letter);
    return BY_COST.filter((letter) => isOpen(letter) && (COSTS[letter] ?? 0) <= before + earned).join("");
  }

  /** @param {DataView} row */
  function equityIn(row) {
    const dollar = decimals * Math.max(1, opponents.length);
    const part = (/** @type {string} */ name) => Number(row.getBigInt64(columns[name], true)) / dollar;
    const [margin, patent, leave, community] = [part("margin"), part("patent"), part("leave"), part("community")];
    return {total: margin + patent + leave + community, margin, patent, leave, community};
  }

  return plan;
}

/** Where the letters of a word come from: from the right, as search/rows.py says.
 * @param {string} word @param {string} hand @param {string} duplicate @param {boolean} hasSuffix */
function sourcesOf(word, hand, duplicate, hasSuffix) {
  let sources = hasSuffix ? "s" : "";
  for (const letter of [...(hasSuffix ? word.slice(0, -1) : word)].reverse()) {
    const source = letter === duplicate ? "d" : hand.includes(letter) ? "h" : "c";
    sources = source + sources;
    if (source === "d") duplicate = "";
    if (source === "h") hand = hand.replace(letter, "");
  }
  return sources;
}

/** The Ys as the doublers want them. @param {string} word @param {number} doublers */
function declaredYs(word, doublers) {
  const isOneVowel = doublers & ONE_VOWEL && !VOWELS.test(word);
  const ys = [...word].filter((letter) => letter === "Y");
  return ys.map((_, at) => (doublers & ALL_VOWELS || (isOneVowel && at === 0) ? "v" : "c")).join("");
}

// Computers to play against ----------------------------------------------------------------------------------------

/** @import {AdviceData} from "./games.js" */
/** @typedef {"easy" | "medium" | "hard" | "best"} Computer */
/** A turn, and how likely it is, compared with the best of 1. @typedef {{plan: Plan, weight: number}} Choice */
/** What a computer is to decide: the table as it sees it and, in the last rounds, its turns after this one. With Q,
 * `draws` and `returned` say how likely the next card is each letter: see OpenTurn in search/rows.py.
 * @typedef {{table: Api.Table, rounds: number | null, draws?: number[], returned?: number}} AskedOfComputer */

/** Decides for computers.
 * @param {Turns} all  Finds turns with every word of the list.
 * @param {Turns} known  Finds turns with the words that most people know.
 * @param {SearchData} search
 * @param {AdviceData} advice */
export function computersOf(all, known, search, advice) {
  /** The turns that a computer chooses from, by falling equity.
   * @param {AskedOfComputer} asked @param {Computer} computer @returns {Choice[]} */
  function choices({table, rounds, draws, returned}, computer) {
    const {NOT_KNOWN, WHOLE_TURNS, ALL_CANDIDATES} = search.layout;
    const mayReplace = !table.replaced;
    const turn = {rounds: rounds ?? NOT_KNOWN, mayReplace, ...(draws && {draws}), ...(returned && {returned})};
    if (computer === "best") {
      const found = all.best(all.read(table), {...turn, limit: 1, scope: WHOLE_TURNS});
      return found.slice(0, 1).map(({plan}) => ({plan, weight: 1}));
    }
    const {sieve, opponents, game} = advice;
    const level = opponents[computer]?.level;
    if (!level) throw new Error(`nothing is known of the computer ${computer}`);
    const turns = level.knowsAll ? all : known;
    const found = turns.best(turns.read(table), {...turn, limit: sieve, scope: ALL_CANDIDATES, tables: level});
    const most = Math.max(...found.map(({plan}) => plan.equity.total));
    // See game_layouts.py.
    const numbers = level.evaluations[1 + (table.opponents ?? []).length] ?? [];
    const temperature = numbers[game["TEMPERATURE"] ?? NaN] ?? NaN;
    return found.map(({plan}) => ({plan, weight: Math.exp((plan.equity.total - most) / temperature)}));
  }

  /** The turn that a computer takes.
   * @param {AskedOfComputer} asked
   * @param {Computer} computer
   * @param {number} chance  From 0 to below 1. */
  function turn(asked, computer, chance) {
    const found = choices(asked, computer);
    let left = chance * found.reduce((sum, {weight}) => sum + weight, 0);
    const taken = found.find(({weight}) => (left -= weight) < 0) ?? found[0];
    if (!taken) throw new Error("there is no turn to take");
    return taken.plan;
  }

  return {choices, turn};
}
