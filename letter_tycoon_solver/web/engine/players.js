// Workers that play simulated games: what is asked goes to the first one that is idle.

/** @typedef {import("./games.js").Game} Game */
/** @typedef {import("./games.js").Played} Played */
/**
 * @typedef
 * {{id: number, asked: object, signal: AbortSignal | null, resolve: (told: any) => void,
 *   reject: (error: unknown) => void}}
 * Task
 */

const MOST = 4;

/** As many as there are processors, up to a few. */
export class Players {
  /** @type {Worker[]} */
  #all = [];
  /** @type {Worker[]} */
  #idle = [];
  /** @type {Task[]} */
  #waiting = [];
  /** @type {Map<Worker, Task>} */
  #busy = new Map();
  #share;
  #last = 0;

  /** @param {number} share  Games of a share of the work, of all plans together. @param {number} [n] */
  constructor(share, n = Math.min(MOST, navigator.hardwareConcurrency || 1)) {
    this.#share = share;
    for (let at = 0; at < n; at++) {
      const worker = new Worker(new URL("./player.js", import.meta.url), {type: "module"});
      worker.addEventListener("message", ({data}) => this.#take(worker, data));
      worker.addEventListener("error", ({message}) =>
        this.#take(worker, {id: this.#busy.get(worker)?.id ?? -1, failed: message}),
      );
      this.#all.push(worker);
      this.#idle.push(worker);
    }
  }

  /** Tells all of them something; they know it before what is asked next. @param {object} told */
  tell(told) {
    for (const worker of this.#all) worker.postMessage(told);
  }

  /** Asks one of them. @param {object} asked @param {AbortSignal | null} [signal] @returns {Promise<any>} */
  ask(asked, signal = null) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({id: this.#last++, asked, signal, resolve, reject});
      this.#go();
    });
  }

  /**
   * The games from `first` on with each plan; who plays which makes no difference.
   * @param {Game} game
   * @param {BigInt64Array} plans
   * @param {number} nPlans
   * @param {number} first
   * @param {number} n
   * @param {AbortSignal} signal
   * @returns {Promise<Played>}
   */
  async play(game, plans, nPlans, first, n, signal) {
    const size = Math.ceil(this.#share / nPlans);
    const begins = Array.from({length: Math.ceil(n / size)}, (_, at) => at * size);
    const shares = begins.map((at) =>
      this.ask({play: {game, plans, first: first + at, n: Math.min(size, n - at)}}, signal),
    );
    /** @type {Played[]} */
    const parts = await Promise.all(shares);
    const played = {margins: new Float64Array(nPlans * n), wins: new Float64Array(nPlans * n)};
    for (const [share, part] of parts.entries()) {
      const width = part.wins.length / nPlans;
      for (let plan = 0; plan < nPlans; plan++) {
        const at = plan * n + share * size;
        played.margins.set(part.margins.subarray(plan * width, plan * width + width), at);
        played.wins.set(part.wins.subarray(plan * width, plan * width + width), at);
      }
    }
    return played;
  }

  #go() {
    this.#waiting = this.#waiting.filter(({signal, reject}) => {
      if (signal?.aborted) reject(signal.reason);
      return !signal?.aborted;
    });
    while (this.#idle.length && this.#waiting.length) {
      const [worker, task] = [this.#idle.shift(), this.#waiting.shift()];
      if (!worker || !task) return;
      this.#busy.set(worker, task);
      worker.postMessage({id: task.id, ...task.asked});
    }
  }

  /** @param {Worker} worker @param {{id?: number, told?: any, failed?: string}} answer */
  #take(worker, {id, told, failed}) {
    const task = this.#busy.get(worker);
    // What all were told needs no answer; what was asked next fails for the same reason.
    if (!task || id !== task.id) return;
    this.#busy.delete(worker);
    this.#idle.push(worker);
    if (failed === undefined) task.resolve(told);
    else task.reject(new Error(failed));
    this.#go();
  }
}
