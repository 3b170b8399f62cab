// What the kernels of advice work out for one thread: simulated games, as advisor/simulation.py has
// them played, and what kept cards are worth, as advisor/advice.py does.

import {Kernel} from "./kernel.js";
import {count, HIDDEN, LETTERS, unseenCards} from "./position.js";

/** @import {Arguments, KernelArray, Outlines} from "./kernel.js" */
/** @import {Position, Seat, View} from "./position.js" */
/** @import {TrieArrays} from "./trie.js" */
/** @import {SearchData} from "./turns.js" */
/** What opponents know and go by.
 * @typedef {{knowsAll: boolean, evaluations: Record<string, number[]>, balance: number[][]}} Level */
/** See advisor/browser_advice.py.
 * @typedef {{tools: Outlines, board: Outlines, race: Outlines, networks: Record<string, Outlines>, offBy:
 *   Record<string, Record<string, number>>, maxCandidates: number, mostTold: number, opponents: Record<string,
 *   {takenFor: string, level: Level | null}>, game: Record<string, any>, raceLayout: Record<string, any>, phrases:
 *   Record<string, string>, abilities: string, leastShown: number, tooManyKept: number, considered: Outlines,
 *   learnedGoals: Record<string, number>, leastTurns: number, sieve: number, samples: number, samplesOfPairs: number,
 *   share: number, shortRounds: number, wholeRounds: number}} AdviceData */
/** A position to play on from: see Simulation in advisor/simulation.py.
 * @typedef {{ruleset: string, position: Position, view: View, opponents: string, seed: bigint, mostTurns: number}}
 *   Game */
/** Sets of cards to keep, where they are kept, and the turns after the next one.
 * @typedef {{ruleset: string, position: Position, seats: Seat[], kept: string[], turns: number}} Keeping */
/** By plan and game, one plan after the other. @typedef {{margins: Float64Array, wins: Float64Array}} Played */
/** @typedef {{mean: number, error: number}} Worth */

/** Cards of the community that are to be laid. */
const NO_COMMUNITY = 0n;
const PARTS = ["inner", "inner_bias", "outer", "outer_bias"];

/** @param {string} cards */
const codesOf = (cards) => [...cards].map((card) => card.charCodeAt(0));

/** A set of tools, with words of its own.
 * @param {WebAssembly.Module} module @param {TrieArrays} trie @param {SearchData} search @param {AdviceData} data */
export function gamesOf(module, trie, search, data) {
  const {TURN_SIZE, UNDECIDED, AT_START, BY_EQUITY} = data.game;
  const kernel = new Kernel(module);
  const mine = toolsWith(trie, false);
  /** @type {Map<boolean, Arguments>} */
  const others = new Map();
  /** @type {TrieArrays | null} */
  let known = null;
  /** @type {Map<number, Arguments>} */
  const networks = new Map();
  const board = kernel.placed(data.board);
  const {table, cards} = kernel.placed(data.board);
  const undecided = kernel.array("i8", [TURN_SIZE], Array(TURN_SIZE).fill(UNDECIDED));
  const scratch = {table, cards, turn: kernel.array("i8", [TURN_SIZE])};

  /** Takes the learned value for so many players.
   * @param {number} players
   * @param {Uint8Array} weights  In half precision. */
  function learn(players, weights) {
    const outlines = data.networks[players];
    if (!outlines || networks.has(players)) return;
    const network = kernel.placed(outlines);
    const numbers = singles(weights);
    let end = 0;
    for (const part of PARTS) kernel.fill(network[part], numbers.subarray(end, (end += network[part].size)));
    networks.set(players, network);
  }

  /** Takes the words that people know. @param {TrieArrays} words */
  function know(words) {
    known = words;
  }

  /** The games from `first` on with each plan.
   * @param {Game} game @param {BigInt64Array} plans @param {number} first @param {number} n @returns {Played} */
  function play(game, plans, first, n) {
    const nPlayers = game.view.seats.length;
    const network = networks.get(nPlayers);
    if (!network) throw new Error(`there is no learned value for ${nPlayers} players`);
    const [own, theirs] = toolsFor(game);
    const {table, cards, n_hidden} = board;
    lay(game);
    return kernel.meanwhile(() => {
      const nPlans = plans.length / TURN_SIZE;
      const [margins, wins] = [kernel.array("f8", [nPlans, n]), kernel.array("f8", [nPlans, n])];
      const rows = kernel.array("i8", [nPlans, TURN_SIZE], plans);
      const position = [table, cards, game.seed, n_hidden, NO_COMMUNITY, undecided];
      const asked = [BigInt(first), rows, BigInt(AT_START), BigInt(game.mostTurns)];
      const players = [own, theirs, network, scratch];
      kernel.call("compare", [...position, ...asked, ...players, margins, wins]);
      return {margins: kernel.doubles(margins).slice(), wins: kernel.doubles(wins).slice()};
    });
  }

  /** Lays the arrays of a position: Board in advisor/simulation.py. @param {Game} game */
  function lay({position, view}) {
    const at = data.game;
    for (const array of Object.values(board)) kernel.bytes(array).fill(0);
    const [table, hidden] = [kernel.longs(board["table"]), kernel.longs(board["n_hidden"])];
    const unseen = unseenCards(position);
    const piles = [position.hand, position.community, unseen, position.discards.replaceAll(HIDDEN, "")];
    for (const [n, pile] of [0, at.COMMUNITY_PILE, at.DECK_PILE, at.DISCARD_PILE].entries())
      kernel.bytes(board["cards"]).set(codesOf(piles[n] ?? ""), pile * at.DECK_SIZE);
    hidden[at.DISCARD_PILE] = BigInt(count(position.discards, HIDDEN));
    const {seats, start, round, finalRound, oneMoreTurn, goal} = view;
    const said = {N_PLAYERS: seats.length, START_PLAYER: start, ROUND: round, FINAL_ROUND: finalRound ?? 0, GOAL: goal};
    const more = {MORE_ROUNDS: oneMoreTurn, END: unseen.length, N_DISCARDS: position.discards.length};
    for (const [name, value] of Object.entries({...said, ...more})) table[at[name]] = BigInt(value);
    table.fill(BigInt(at.NO_PLAYER), at.OWNER, at.MONEY);
    for (const [player, {patents, money, stock, value}] of seats.entries()) {
      table[at.MONEY + player] = BigInt(money);
      table[at.STOCK + player] = BigInt(stock);
      table[at.VALUE + player] = BigInt(value);
      for (const letter of patents) table[at.OWNER + LETTERS.indexOf(letter)] = BigInt(player);
      if (player) hidden[player] = BigInt(position.hand.length);
    }
  }

  /** What each set of cards adds to the best play of the next turn, over keeping none.
   * @param {Keeping} asked @returns {Worth[]} */
  function keep({ruleset, position, seats, kept, turns}) {
    const [hand, players, unseen] = [position.hand.length, seats.length, unseenCards(position)];
    const hidden = count(position.discards, HIDDEN);
    const left = unseen.length - (players - 1) * hand - hidden;
    // Where hidden discards may come again, every unseen card is as likely.
    const isEnough = !hidden || left >= hand;
    const [discards, deck] = isEnough ? [position.discards.replaceAll(HIDDEN, ""), left] : ["", unseen.length];
    const owners = [...LETTERS].map((letter) => seats.findIndex(({patents}) => patents.includes(letter)) + 1);
    const money = BigInt(Math.min(position.money, search.layout["MAX_COST"]));
    fillTools(mine, ruleset, players, search.evaluations);
    // Patents alone: what is kept after the next turn would cost several times as long.
    const evaluation = [...(search.evaluations[players] ?? [])];
    evaluation[BY_EQUITY] = 0;
    const nSamples = position.patents.includes("V") ? data.samplesOfPairs : data.samples;
    return kernel.meanwhile(() => {
      const {desk, trie, workspace, worth} = mine;
      const owner = kernel.array("u1", [owners.length], owners);
      const tables = kernel.array("f8", [evaluation.length], evaluation);
      kernel.call("fill_worth", [owner, BigInt(players - 1), turns, desk, tables, worth]);
      const dollar = Number(kernel.longs(desk)[search.layout["W_MONEY"]]);
      const pile = (/** @type {string} */ cards) => kernel.array("u1", [cards.length], codesOf(cards));
      const best = (/** @type {string[]} */ sets, /** @type {KernelArray} */ draws) => {
        const n = draws.shape[0] ?? 0;
        const codes = sets.flatMap((set) => [...codesOf(set), ...Array(hand - set.length).fill(0)]);
        const rows = kernel.array("u1", [sets.length, hand], codes);
        const scores = kernel.array("f8", [sets.length, n]);
        const asked = [desk, rows, pile(position.community), draws, owner, money];
        kernel.call("best_scores", [...asked, trie, workspace, scores]);
        const found = kernel.doubles(scores).slice();
        return sets.map((_, at) => found.subarray(at * n, at * n + n).map((score) => score / dollar));
      };
      const draws = kernel.array("u1", [nSamples, hand]);
      kernel.call("draw_samples", [pile(unseen), pile(discards), BigInt(deck), 0n, draws]);
      const sets = ["", ...kept];
      const sampled = sets.filter((set) => hand - set.length > 1);
      const dollars = new Map(best(sampled, draws).map((row, at) => [sampled[at], row]));
      for (const set of sets.filter((one) => hand - one.length <= 1)) {
        const drawn = set.length < hand ? unseen : "";
        const each = kernel.array("u1", [Math.max(1, drawn.length), hand - set.length], codesOf(drawn));
        const [row = new Float64Array()] = best([set], each);
        dollars.set(set, new Float64Array(nSamples).fill(meanAndError(row).mean));
      }
      const none = dollars.get("") ?? new Float64Array();
      return kept.map((set) => meanAndError((dollars.get(set) ?? none).map((worth, at) => worth - (none[at] ?? 0))));
    });
  }

  /** Tools, but for what depends on a position. @param {TrieArrays} trie @param {boolean} choosesByChance */
  function toolsWith(trie, choosesByChance) {
    const {considered, tools} = data;
    const workspace = choosesByChance ? considered : tools.workspace;
    return kernel.placed({...tools, workspace, trie});
  }

  /** The tools of the player and of the opponents. @param {Game} game @returns {[Arguments, Arguments]} */
  function toolsFor({ruleset, view, opponents}) {
    const players = view.seats.length;
    fillTools(mine, ruleset, players, search.evaluations);
    const level = data.opponents[opponents]?.level;
    if (!level) return [mine, mine];
    const words = level.knowsAll ? trie : known;
    if (!words) throw new Error("the words that people know are missing");
    // Whoever chooses by chance considers more plays, and is hard or knows fewer words.
    let theirs = others.get(level.knowsAll);
    if (!theirs) others.set(level.knowsAll, (theirs = toolsWith(words, true)));
    fillTools(theirs, ruleset, players, level.evaluations);
    return [mine, theirs];
  }

  /** @param {Arguments} tools @param {string} ruleset @param {number} players
   * @param {Record<string, number[]>} evaluations */
  function fillTools(tools, ruleset, players, evaluations) {
    const template = search.rulesets[ruleset]?.templates[players - 1];
    const evaluation = evaluations[players];
    if (!template || !evaluation) throw new Error(`there is nothing for ${players} players`);
    kernel.fill(tools.desk, template);
    kernel.fill(tools.evaluation, Array(tools.evaluation.shape[0]).fill(evaluation).flat());
  }

  return {learn, know, play, keep};
}

/** @param {Float64Array} values @returns {Worth} */
function meanAndError(values) {
  const n = values.length;
  const mean = values.reduce((a, b) => a + b, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {mean, error: Math.sqrt(squares / (n - 1) / n)};
}

/** Numbers in half precision. @param {Uint8Array} bytes */
function singles(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({length: bytes.byteLength / 2}, (_, at) => {
    const half = view.getUint16(2 * at, true);
    const [sign, exponent, fraction] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023];
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
  });
}

// Workers that play the games: what is asked goes to the first one that is idle ------------------------------------

const MOST = 4;
/** Where a file of theirs does not come, the browser gives no message. */
const NOT_LOADED = "A part of this page could not be loaded. Load the page again.";

/** As many as there are processors, up to a few.
 * @param {number} share  Games of a share of the work, of all plans together. */
export function playersOf(share) {
  const n = Math.min(MOST, navigator.hardwareConcurrency || 1);
  const all = Array.from({length: n}, () => new Worker(new URL("./player.js", import.meta.url), {type: "module"}));
  const idle = [...all];
  /** Whoever waits for one that is idle. @type {((worker: Worker) => void)[]} */
  const waiting = [];
  let failed = "";
  for (const worker of all) worker.addEventListener("error", ({message}) => (failed = message || NOT_LOADED));

  /** Tells all of them something; they know it before what is asked next.
   * @param {string} name  In player.js. @param {...unknown} given */
  function tell(name, ...given) {
    for (const worker of all) worker.postMessage({name, given});
  }

  /** Asks one of them, as `tell`.
   * @param {AbortSignal | null} signal @param {string} name @param {...unknown} given @returns {Promise<any>} */
  async function ask(signal, name, ...given) {
    /** @type {Worker} */
    const worker = idle.shift() ?? (await new Promise((resolve) => waiting.push(resolve)));
    try {
      signal?.throwIfAborted();
      // One that has failed never answers.
      if (failed) throw new Error(failed);
      return await new Promise((resolve, reject) => {
        worker.onerror = ({message}) => reject(new Error(message || NOT_LOADED));
        worker.onmessage = ({data: {told, failed}}) =>
          failed === undefined ? resolve(told) : reject(new Error(failed));
        worker.postMessage({name, given, isAsked: true});
      });
    } finally {
      const next = waiting.shift();
      if (next) next(worker);
      else idle.push(worker);
    }
  }

  /** The games from `first` on with each plan; who plays which makes no difference.
   * @param {Game} game @param {BigInt64Array} plans @param {number} nPlans @param {number} first @param {number} n
   * @param {AbortSignal} signal @returns {Promise<Played>} */
  async function play(game, plans, nPlans, first, n, signal) {
    const size = Math.ceil(share / nPlans);
    const begins = Array.from({length: Math.ceil(n / size)}, (_, at) => at * size);
    const shares = begins.map((at) => ask(signal, "play", game, plans, first + at, Math.min(size, n - at)));
    /** @type {Played[]} */
    const parts = await Promise.all(shares);
    const played = {margins: new Float64Array(nPlans * n), wins: new Float64Array(nPlans * n)};
    for (const [nth, part] of parts.entries()) {
      const width = part.wins.length / nPlans;
      for (let plan = 0; plan < nPlans; plan++) {
        const at = plan * n + nth * size;
        played.margins.set(part.margins.subarray(plan * width, plan * width + width), at);
        played.wins.set(part.wins.subarray(plan * width, plan * width + width), at);
      }
    }
    return played;
  }

  return {tell, ask, play};
}
