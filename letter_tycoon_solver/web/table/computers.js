// The computers that a person plays against. Easy, medium and hard choose as advisor/players.py: each
// dollar that a turn is worth less makes it less likely. Best plays the turn of highest equity.

/** @typedef {Api.WholeTurn} Plan */
/** @typedef {Api.Table} Table */
/** @import {AdviceData} from "../engine/games.js" */
/** @import {SearchData, Turns} from "../engine/turns.js" */
/** @typedef {"easy" | "medium" | "hard" | "best"} Computer */
/** A turn, and how likely it is, compared with the best of 1. @typedef {{plan: Plan, weight: number}} Choice */
/** What a computer is to decide: the table as it sees it and, in the last rounds, its turns after this one. With Q,
 * `draws` and `returned` say how likely the next card is each letter: see OpenTurn in search/rows.py.
 * @typedef {{table: Table, rounds: number | null, draws?: number[], returned?: number}} Asked */

/** Decides for computers.
 * @param {Turns} all  Finds turns with every word of the list.
 * @param {Turns} known  Finds turns with the words that most people know.
 * @param {SearchData} search
 * @param {AdviceData} advice */
export function computersOf(all, known, search, advice) {
  /** The turns that a computer chooses from, by falling equity.
   * @param {Asked} asked @param {Computer} computer @returns {Choice[]} */
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
   * @param {Asked} asked
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
