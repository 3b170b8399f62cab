// A race of plans, run by the kernel: see _kernels/race.py and _kernels/game_layouts.py.

import {Kernel, arrayOf} from "./kernel.js";

/** @typedef {import("./kernel.js").Outline} Outline */
/** @typedef {import("./games.js").AdviceData} AdviceData */
/** @typedef {import("./games.js").Played} Played */
/**
 * A step: games of each of these plans, from the first on.
 * @typedef {{plans: number[], isWhole: boolean, first: number, n: number}} Step
 */
/** @typedef {{value: number, error: number}} Mean */
/**
 * What the games say of a plan: see RankedPlan in advisor/advice.py.
 * @typedef {{plan: number, playouts: number, win: Mean, winLoss: Mean, margin: Mean, marginLoss: Mean, whole: boolean}}
 * Standing
 */

/** One race. */
export class Race {
  #kernel;
  #race;
  #layout;

  /**
   * @param {WebAssembly.Module} module
   * @param {AdviceData} data
   * @param {number[]} equities  Of the plans.
   * @param {{offBy: number, isWhole: boolean, until: number, games: number}} how  See new_race.
   */
  constructor(module, data, equities, {offBy, isWhole, until, games}) {
    this.#kernel = new Kernel(module);
    this.#layout = data.raceLayout;
    const [most, n] = [/** @type {Outline} */ (data.race["order"]).shape[0], equities.length];
    const ofPlans = (/** @type {Outline} */ {type, shape}) => ({
      type,
      shape: shape.map((size) => (size === most ? n : size)),
    });
    this.#race = this.#kernel.placed(
      Object.fromEntries(Object.entries(data.race).map(([name, one]) => [name, ofPlans(/** @type {Outline} */ (one))])),
    );
    const [state, clock] = [this.#longs("state"), this.#doubles("clock")];
    state[this.#at("N_LIVE")] = state[this.#at("N_RANKED")] = BigInt(n);
    state[this.#at("MOST_GAMES")] = BigInt(games);
    state[this.#at("FIRST_LENGTH")] = BigInt(isWhole);
    state[this.#at("PHASE")] = BigInt(this.#at("NOT_BEGUN"));
    clock[this.#at("UNTIL")] = until;
    clock[this.#at("OFF_BY")] = offBy;
    const dollars = this.#at("DOLLARS_A_VICTORY");
    this.#longs("order").set(equities.map((_, plan) => BigInt(plan)));
    this.#doubles("prior").set(equities.map((equity) => equity / dollars));
  }

  /**
   * Takes in the games of the step, null before the first; the next step, null at the end.
   * @param {Played | null} played
   * @param {number} now  In seconds.
   * @returns {Step | null}
   */
  goOn(played, now) {
    const nLive = this.#state("N_LIVE");
    const n = this.#kernel.meanwhile(() => {
      const size = (played?.wins.length ?? 0) / nLive;
      const [margins, wins] = [
        this.#kernel.array("f8", [nLive, size], played?.margins ?? []),
        this.#kernel.array("f8", [nLive, size], played?.wins ?? []),
      ];
      return this.#kernel.call("race_on", [this.#race, margins, wins, now]);
    });
    const plans = [...this.#longs("order").subarray(0, this.#state("N_LIVE"))].map(Number);
    return n
      ? {plans, isWhole: this.#state("LENGTH") === this.#at("WHOLE"), first: this.#state("FIRST_GAME"), n}
      : null;
  }

  get nGames() {
    return this.#state("N_GAMES");
  }

  get isSettled() {
    return this.#state("IS_SETTLED") === 1;
  }

  /** The plans in their present order, the best first. @returns {Standing[]} */
  standings() {
    const size = this.#at("STANDING_SIZE");
    return [...this.#longs("order")].map((plan, place) => {
      const row = this.#doubles("rows").slice(place * size, place * size + size);
      const at = (/** @type {string} */ name) => row[this.#at(name)] ?? NaN;
      const mean = (/** @type {string} */ name) => ({value: at(name), error: row[this.#at(name) + 1] ?? NaN});
      return {
        plan: Number(plan),
        playouts: at("STANDING_GAMES"),
        win: mean("STANDING_WIN"),
        winLoss: mean("STANDING_WIN_LOSS"),
        margin: mean("STANDING_MARGIN"),
        marginLoss: mean("STANDING_MARGIN_LOSS"),
        whole: at("STANDING_WHOLE") === 1,
      };
    });
  }

  /** @param {string} name */
  #state(name) {
    return Number(this.#longs("state")[this.#at(name)]);
  }

  /** A number of the layout. @param {string} name */
  #at(name) {
    const number = this.#layout[name];
    if (number === undefined) throw new Error(`the race has no ${name}`);
    return number;
  }

  /** @param {string} name */
  #longs(name) {
    return this.#kernel.longs(arrayOf(this.#race, name));
  }

  /** @param {string} name */
  #doubles(name) {
    return this.#kernel.doubles(arrayOf(this.#race, name));
  }
}
