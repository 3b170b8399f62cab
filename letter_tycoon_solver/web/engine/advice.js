// The best plans by simulated games: advisor/advice.py with what it asks.

import {Race} from "./race.js";
import {Ranking} from "./ranked-plan.js";
import {HIDDEN, InvalidInputError, LETTERS, count, drawnFrom, show, unseenOf} from "./position.js";
import {Reasons} from "./reasons.js";

/** @typedef {Api.AdviceSoFar} AdviceSoFar */
/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {Api.Table} Table */
/** @typedef {import("./games.js").AdviceData} AdviceData */
/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./games.js").Keeping} Keeping */
/** @typedef {import("./games.js").Played} Played */
/** @typedef {import("./games.js").Worth} Worth */
/** @typedef {import("./ranked-plan.js").Ranked} Ranked */
/** @typedef {import("./turns.js").Found} Found */
/** @typedef {import("./turns.js").Read} Read */
/** @typedef {import("./turns.js").SearchData} SearchData */
/** @typedef {import("./turns.js").Turns} Turns */
/** @typedef {import("./view.js").View} View */
/**
 * Plays games, and finds what kept cards are worth.
 * @typedef
 * {{play: (game: Game, plans: BigInt64Array, nPlans: number, first: number, n: number,
 *   signal: AbortSignal) => Promise<Played>,
 *   keep: (keeping: Keeping, signal: AbortSignal) => Promise<Worth[]>}}
 * Player
 */
/** How long to think: seconds, or so many games. @typedef {{seconds?: number, playouts?: number}} Effort */
/**
 * A turn as the kernels play it, and the error of what its kept cards are worth.
 * @typedef {{plan: Plan, row: BigInt64Array, error: number}} Candidate
 */

const SEED = 0n;
const OTHER_DEALS = 1n;
const MOST_GAMES = 1e9;
const LEAST_SHARE = 0.5;
const EXACT = 1e6;

/** Advises. */
export class Advisor {
  #module;
  #turns;
  #search;
  #data;
  #player;

  /**
   * @param {WebAssembly.Module} module
   * @param {Turns} turns
   * @param {SearchData} search
   * @param {AdviceData} data
   * @param {Player} player
   */
  constructor(module, turns, search, data, player) {
    this.#module = module;
    this.#turns = turns;
    this.#search = search;
    this.#data = data;
    this.#player = player;
  }

  /**
   * The advice so far, after each step; the last is final.
   * @param {Table} table
   * @param {string} against  What opponents are taken for.
   * @param {Effort} effort
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<AdviceSoFar>}
   */
  async *advise(table, against, {seconds, playouts}, signal) {
    const {opponents, learnedGoals, offBy, maxCandidates, mostTold, raceLayout, shortRounds, wholeRounds} = this.#data;
    const kind = opponents[against];
    if (!kind)
      throw new InvalidInputError(`opponents is ${show(against)}; choose one of ${Object.keys(opponents).join(", ")}`);
    const read = this.#turns.read(table);
    const view = this.#turns.view(table, read);
    const begun = now();
    const candidates = await this.#refined(this.#candidates(read, view).slice(0, maxCandidates), read, view, signal);
    const started = now();
    const nPlayers = view.seats.length;
    const isWhole = kind.level !== null || view.finalRound !== null || view.goal < (learnedGoals[nPlayers] ?? 0);
    const reasons = new Reasons(
      this.#data,
      this.#search.cards.costs,
      view,
      read.position.community,
      this.#search.evaluations[nPlayers] ?? [],
      this.#turnsLeft(view),
    );
    const rounds = isWhole ? wholeRounds : shortRounds;
    const game = {...this.#board(read, view), opponents: against, seed: SEED, mostTurns: 1 + rounds * nPlayers};
    const whole = isWhole ? game : {...game, seed: SEED ^ OTHER_DEALS, mostTurns: 1 + wholeRounds * nPlayers};
    const until = seconds === undefined ? Infinity : Math.max(begun + seconds, started + LEAST_SHARE * seconds);
    const race = new Race(
      this.#module,
      this.#data,
      candidates.map(({plan}) => plan.equity.total),
      {
        offBy: offBy[read.name]?.[nPlayers] ?? 0,
        isWhole,
        until,
        games: playouts ?? MOST_GAMES,
      },
    );
    const told = (/** @type {boolean} */ final) => {
      const standings = race.standings().map((one) => ({...one, candidate: candidateOf(candidates, one.plan)}));
      const ranking = new Ranking(standings, raceLayout);
      return {
        plans: ranking
          .told()
          .slice(0, mostTold)
          .map((row, place) => toldPlan(row, reasons, place)),
        playouts: race.nGames,
        seconds: now() - begun,
        settled: race.isSettled || ranking.isClear,
        final,
        against: /** @type {AdviceSoFar["against"]} */ (kind.takenFor),
      };
    };
    let step = race.goOn(null, now());
    while (step) {
      const rows = step.plans.map((plan) => candidates[plan]?.row ?? new BigInt64Array());
      const played = await this.#player.play(
        step.isWhole ? whole : game,
        joined(rows),
        rows.length,
        step.first,
        step.n,
        signal,
      );
      step = race.goOn(played, now());
      if (step) yield told(false);
    }
    yield told(true);
  }

  /**
   * The turns that may be best: candidates_of in advisor/simulation.py.
   * @param {Read} read
   * @param {View} view
   * @returns {Candidate[]}
   */
  #candidates(read, {round, finalRound, replaced}) {
    const {sieve, scope} = this.#data;
    const rounds = finalRound === null ? this.#search.notKnown : finalRound - round;
    const {position, rules} = read;
    const draws = drawnFrom(position, position.opponents.length * rules.hand, this.#search.cards);
    const asked = {limit: sieve, scope, rounds, mayReplace: !replaced, ...draws};
    return this.#turns.best(read, asked).map((found) => ({plan: found.plan, row: this.#row(found), error: 0}));
  }

  /** A turn for the kernels: turn_row in advisor/simulation.py. @param {Found} found */
  #row({plan, row}) {
    const {game, listed} = this.#data;
    const {
      TURN_SIZE = 0,
      UNDECIDED = 0,
      NO_LETTER = 0,
      REPLACED = 0,
      ACTION = 0,
      LAY = 0,
      EXCHANGE = 0,
      THE_PLAY = 0,
      BOUGHT = 0,
      DISCARDED = 0,
      LETTER_BITS = 0,
    } = game;
    const turn = new BigInt64Array(TURN_SIZE).fill(BigInt(plan.replace ? UNDECIDED : NO_LETTER));
    if (plan.replace) {
      turn[REPLACED] = BigInt(LETTERS.indexOf(plan.replace));
      return turn;
    }
    turn[ACTION] = BigInt(plan.words.length ? LAY : EXCHANGE);
    for (let at = 0; at < listed; at++) turn[THE_PLAY + at] = row.getBigInt64(8 * at, true);
    if (plan.buy) turn[BOUGHT] = BigInt(LETTERS.indexOf(plan.buy));
    turn[DISCARDED] = [...plan.discards].reduce(
      (packed, card) => (packed << BigInt(LETTER_BITS)) | BigInt(LETTERS.indexOf(card) + 1),
      0n,
    );
    return turn;
  }

  /**
   * The candidates with what the cards kept in an exchange are worth: refined in advisor/advice.py.
   * @param {Candidate[]} candidates
   * @param {Read} read
   * @param {View} view
   * @param {AbortSignal} signal
   */
  async #refined(candidates, {name, position}, view, signal) {
    const players = view.seats.length;
    const turns = this.#turnsLeft(view);
    const exchanges = candidates.filter(({plan}) => !plan.words.length && !plan.replace);
    if (!turns || !exchanges.length) return candidates;
    const unseen = unseenCards(position, this.#search.cards);
    const hidden = count(position.discards, HIDDEN);
    const left = unseen.length - (players - 1) * position.hand.length - hidden;
    // Where hidden discards may come again, every unseen card is as likely.
    const isEnough = !hidden || left >= position.hand.length;
    const worths = await this.#player.keep(
      {
        ruleset: name,
        players,
        kept: exchanges.map(({plan}) => plan.kept),
        hand: position.hand.length,
        community: position.community,
        owners: [...LETTERS].map((letter) => view.seats.findIndex(({patents}) => patents.includes(letter)) + 1),
        money: Math.min(position.money, this.#search.maxCost),
        turns: Math.max(0, turns - 1),
        unseen,
        discards: isEnough ? position.discards.replaceAll(HIDDEN, "") : "",
        deckSize: isEnough ? left : unseen.length,
        seed: SEED,
      },
      signal,
    );
    const others = candidates.filter((one) => !exchanges.includes(one));
    const sampled = exchanges.map((one, at) => withWorth(one, worths[at]));
    const rounded = (/** @type {Candidate} */ {plan}) => Math.round(plan.equity.total * EXACT);
    return [...others, ...sampled].sort((a, b) => rounded(b) - rounded(a));
  }

  /** turns_left in advisor/simulation.py. @param {View} view */
  #turnsLeft({seats, finalRound, goal, round}) {
    if (finalRound !== null) return finalRound - round;
    const pace = this.#search.evaluations[seats.length]?.[(this.#data.game["PACE"] ?? 0) + seats.length] ?? 1;
    return Math.max(this.#data.leastTurns, (goal - Math.max(...seats.map(({value}) => value))) / pace);
  }

  /** The arrays of a game: Board in advisor/simulation.py. @param {Read} read @param {View} view */
  #board({name, position}, view) {
    const {game, board} = this.#data;
    const layout = /** @type {Record<string, any>} */ (game);
    const {
      N_PLAYERS,
      START_PLAYER,
      ROUND,
      FINAL_ROUND,
      MORE_ROUNDS,
      GOAL,
      END,
      N_DISCARDS,
      OWNER,
      MONEY,
      STOCK,
      VALUE,
      NO_PLAYER,
    } = layout;
    const {DECK_SIZE, COMMUNITY_PILE, DECK_PILE, DISCARD_PILE} = layout;
    const sizeOf = (/** @type {string} */ array) =>
      /** @type {import("./kernel.js").Outline} */ (board[array]).shape.reduce((a, b) => a * b, 1);
    const table = Array(sizeOf("table")).fill(0);
    const [cards, hidden] = [Array(sizeOf("cards")).fill(0), Array(sizeOf("n_hidden")).fill(0)];
    const lay = (/** @type {number} */ pile, /** @type {string} */ text) =>
      [...text].forEach((card, at) => (cards[pile * DECK_SIZE + at] = card.charCodeAt(0)));
    const unseen = unseenCards(position, this.#search.cards);
    lay(0, position.hand);
    lay(COMMUNITY_PILE, position.community);
    lay(DECK_PILE, unseen);
    lay(DISCARD_PILE, position.discards.replaceAll(HIDDEN, ""));
    hidden[DISCARD_PILE] = count(position.discards, HIDDEN);
    table[N_PLAYERS] = view.seats.length;
    table[START_PLAYER] = view.start;
    table[ROUND] = view.round;
    table[FINAL_ROUND] = view.finalRound ?? 0;
    table[MORE_ROUNDS] = Number(view.oneMoreTurn);
    table[GOAL] = view.goal;
    [table[END], table[N_DISCARDS]] = [unseen.length, position.discards.length];
    table.fill(NO_PLAYER, OWNER, MONEY);
    for (const [player, {patents, money, stock, value}] of view.seats.entries()) {
      table[MONEY + player] = money;
      table[STOCK + player] = stock;
      table[VALUE + player] = value;
      for (const letter of patents) table[OWNER + LETTERS.indexOf(letter)] = player;
      if (player) hidden[player] = position.hand.length;
    }
    return {ruleset: name, players: view.seats.length, table, cards, hidden};
  }
}

const now = () => performance.now() / 1000;

/** @param {import("./position.js").Position} position @param {import("./position.js").Material} material */
const unseenCards = (position, material) =>
  unseenOf(position, material)
    .map((n, letter) => (LETTERS[letter] ?? "").repeat(n))
    .join("");

/** @param {Candidate} candidate @param {Worth | undefined} worth @returns {Candidate} */
function withWorth({plan, row}, worth) {
  const {margin, patent, community} = plan.equity;
  const leave = worth?.mean ?? 0;
  return {
    plan: {...plan, equity: {...plan.equity, leave, total: margin + patent + leave + community}},
    row,
    error: worth?.error ?? 0,
  };
}

/** @param {BigInt64Array[]} rows */
function joined(rows) {
  const size = rows[0]?.length ?? 0;
  const all = new BigInt64Array(size * rows.length);
  rows.forEach((row, at) => all.set(row, at * size));
  return all;
}

/** @param {Candidate[]} candidates @param {number} plan @returns {Candidate} */
function candidateOf(candidates, plan) {
  const candidate = candidates[plan];
  if (!candidate) throw new Error(`there is no plan ${plan}`);
  return candidate;
}

/** @param {Ranked} ranked @param {Reasons} reasons @param {number} place @returns {AdviceSoFar["plans"][number]} */
function toldPlan({candidate, playouts, win, winLoss, margin, marginLoss, whole}, reasons, place) {
  const known = (/** @type {number} */ number) => (Number.isFinite(number) ? number : null);
  const chance = (/** @type {number} */ value, /** @type {number} */ error) => ({
    value: known(value),
    error: known(error),
  });
  return {
    plan: candidate.plan,
    playouts,
    win: chance(win.value, place ? winLoss.error : win.error),
    margin: chance(margin.value, place ? marginLoss.error : margin.error),
    whole,
    reasons: reasons.of(candidate),
  };
}
