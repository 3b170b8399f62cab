// The order in which plans are told: advisor/advice.py. The turn is planned from its start.

/** @typedef {import("./race.js").Standing} Standing */
/** @typedef {import("./advice.js").Candidate} Candidate */
/** A plan and what became of it. @typedef {Standing & {candidate: Candidate}} Ranked */
/** The numbers of the race by their names, see _kernels/game_layouts.py. @typedef {Record<string, number>} Layout */

const DIGITS = 1e3;
const EXACT = 1e6;
const [AS_GOOD, BEHIND, UNKNOWN] = [0, 1, 2];

/** The plans of a race as they are told: one for the same words, in its best way. */
export class Ranking {
  #best;
  #rows;
  #minGames;
  #tied;
  #tiedErrors;
  #settled;
  #nearly;
  #aVictory;

  /**
   * @param {Ranked[]} standings  Every plan of the race, in its order.
   * @param {Layout} layout
   */
  constructor(standings, layout) {
    const number = (/** @type {string} */ name) => layout[name] ?? NaN;
    this.#minGames = number("MIN_GAMES");
    this.#nearly = number("NEARLY");
    this.#tied = number("TIED");
    this.#tiedErrors = number("TIED_ERRORS");
    this.#settled = number("SETTLED");
    this.#aVictory = number("MARGIN_A_VICTORY");
    const [best] = standings;
    if (!best) throw new Error("there is no plan");
    this.#best = best;
    this.#rows = this.#inOrder(standings);
  }

  /** Is the first plan ahead of the second beyond doubt? */
  get isClear() {
    const [first, second] = this.#rows;
    if (!first || !second) return false;
    const {loss, error} = this.#lossOf(second, first);
    return loss > this.#settled * error;
  }

  /** The plans with what is told of their games. @returns {Ranked[]} */
  told() {
    const [first = this.#best] = this.#rows;
    return this.#rows.map((row) => (this.#isKnown(row) ? this.#beside(row, first) : withoutNumbers(row)));
  }

  /**
   * First those that are as good as the best, by equity; then the others by their chances; then those of too few games,
   * by equity.
   * @param {Ranked[]} standings
   */
  #inOrder(standings) {
    /** @type {Map<string, Ranked[]>} */
    const ways = new Map();
    for (const one of standings) {
      const subject = subjectOf(one.candidate);
      ways.set(subject, [...(ways.get(subject) ?? []), one]);
    }
    return [...ways.values()]
      .map((plans) => this.#bestWay(plans))
      .map((row) => ({row, ...this.#place(row)}))
      .sort((a, b) => a.group - b.group || a.loss - b.loss || byEquity(a.row, b.row))
      .map(({row}) => row);
  }

  /** @param {Ranked} row */
  #place(row) {
    if (!this.#isKnown(row)) return {group: UNKNOWN, loss: 0};
    if (this.#isAsGood(row, this.#best)) return {group: AS_GOOD, loss: 0};
    return {group: BEHIND, loss: -Math.round(Math.min(row.win.value, this.#best.win.value) * DIGITS)};
  }

  /**
   * The one that equity prefers of those that are as good as the foremost.
   * @param {Ranked[]} plans
   * @returns {Ranked}
   */
  #bestWay(plans) {
    const asGood = plans.filter((plan) => this.#isAsGood(plan, plans[0] ?? plan));
    return /** @type {Ranked} */ ((asGood.length ? asGood : [...plans]).sort(byEquity)[0]);
  }

  /**
   * Is a plan no worse than another, as far as the games tell and as far as it matters?
   * @param {Ranked} plan
   * @param {Ranked} other
   */
  #isAsGood(plan, other) {
    const {loss, error} = this.#lossOf(plan, other);
    return this.#isKnown(plan) && loss <= Math.min(this.#tied, this.#tiedErrors * error);
  }

  /** Has it enough games? @param {Ranked} plan */
  #isKnown(plan) {
    return plan.playouts >= this.#minGames;
  }

  /**
   * The loss against another plan, and its error; dollars alone where all wins are alike.
   * @param {Ranked} plan
   * @param {Ranked} other
   */
  #lossOf(plan, other) {
    const [win, margin] = [plan.winLoss.value - other.winLoss.value, plan.marginLoss.value - other.marginLoss.value];
    const ofMargin = plan.marginLoss.error / this.#aVictory;
    return {loss: win + margin / this.#aVictory, error: win ? Math.hypot(plan.winLoss.error, ofMargin) : ofMargin};
  }

  /**
   * A plan with its numbers beside the first one; as good as the best where it is not behind.
   * @param {Ranked} row
   * @param {Ranked} first
   */
  #beside(row, first) {
    const winsLess = !this.#isAsGood(row, this.#best) && row.winLoss.value > 0;
    const [win, loss] = winsLess ? [row.win.value, row.winLoss.value] : [this.#best.win.value, 0];
    const isNearlySure = !(this.#nearly <= win && win < 1 - this.#nearly);
    const known = row === this.#best ? first : row;
    const error = (/** @type {number} */ of) => (row === first ? 0 : of);
    return {
      ...row,
      win: {value: win, error: isNearlySure ? NaN : row.win.error},
      winLoss: {value: loss, error: isNearlySure ? NaN : error(known.winLoss.error)},
      marginLoss: {value: first.margin.value - row.margin.value, error: error(known.marginLoss.error)},
    };
  }
}

/** Of plans with the same one only the best is told. @param {Candidate} candidate */
function subjectOf({plan: {words, replace}}) {
  return words.map(({word}) => word).sort().join(" ") || (replace ? "replace" : "exchange");
}

/** By falling equity, then by the words. @param {Ranked} a @param {Ranked} b */
function byEquity({candidate: {plan: a}}, {candidate: {plan: b}}) {
  const [one, other] = [a.notation.toUpperCase(), b.notation.toUpperCase()];
  const [ours, theirs] = [a, b].map(({equity}) => Math.round(equity.total * EXACT));
  return Number(theirs) - Number(ours) || Number(one > other) - Number(one < other);
}

/** @param {Ranked} row @returns {Ranked} */
function withoutNumbers(row) {
  const unknown = {value: NaN, error: NaN};
  return {...row, win: unknown, winLoss: unknown, margin: unknown, marginLoss: unknown};
}
