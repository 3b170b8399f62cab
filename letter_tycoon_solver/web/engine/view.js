// A table as the advisor takes it, with the sentences of the library: game/text.py,
// game/checks.py. The viewer is player 0.

import {InvalidInputError} from "./position.js";

/** @typedef {Api.Table} Table */
/** @typedef {import("./position.js").Material} Material */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Rules} Rules */
/** @typedef {{patents: string, money: number, stock: number, value: number}} Seat */
/**
 * @typedef
 * {{seats: Seat[], goal: number, start: number, round: number, finalRound: number | null, oneMoreTurn: boolean,
 *   replaced: boolean}}
 * View
 */

/** @param {number} n */
const range = (n) => Array.from({length: n}, (_, at) => at);
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * The view of a table. One of a game that was followed says its rounds; else it is the first.
 * @param {Table} table
 * @param {Position} position
 * @param {Rules} rules
 * @param {Material} material
 * @returns {View}
 */
export function viewOf(table, position, rules, material) {
  const seats = seatsOf(table, position, material);
  for (const [what, cards, size] of /** @type {const} */ ([
    ["hand", position.hand, rules.hand],
    ["community", position.community, rules.community],
  ])) {
    const n = cards.length;
    if (n === size) continue;
    const held = `the ${what} ${cards || "(none)"} has ${n} ${n === 1 ? "card" : "cards"}`;
    throw new InvalidInputError(`${held}; at the start of a turn it has ${size}`);
  }
  const goal = rules.goals[seats.length] ?? 0;
  const {oneMoreTurn} = rules;
  if (table.round) {
    const {round, start = 0, final_round: finalRound, replaced = false} = table;
    return {seats, goal, start: start ?? 0, round, finalRound: finalRound ?? null, oneMoreTurn, replaced};
  }
  const reached = range(seats.length).filter((player) => (seats[player]?.value ?? 0) >= goal);
  if (reached.length && oneMoreTurn) {
    throw new InvalidInputError(
      "a player has reached the goal, and by this ruleset all have one more turn; give the round and the last " +
      "round, to say whether it is this round or the next",
    );
  }
  const start = startPlayer(reached, seats.length, goal);
  const replaced = table.replaced ?? false;
  if (replaced && !position.patents.includes("Q")) {
    throw new InvalidInputError("a card was replaced by a player who does not own Q");
  }
  return {seats, goal, start, round: 1, finalRound: reached.length ? 1 : null, oneMoreTurn, replaced};
}

/** @param {Table} table @param {Position} position @param {Material} material @returns {Seat[]} */
function seatsOf(table, position, material) {
  const rivals = table.opponents ?? [];
  if (!rivals.length) throw new InvalidInputError("there is no opponent; give one, with patents or without");
  const amount = (/** @type {number} */ number, /** @type {string} */ what) => {
    if (!(number >= 0 && number <= material.maxMoney))
      throw new InvalidInputError(`${what} is ${number}; give a whole number from 0 to ${material.maxMoney}`);
    return number;
  };
  const seat = (/** @type {string} */ patents, /** @type {number} */ money, /** @type {number} */ stock) => ({
    patents,
    money,
    stock,
    value: sum([...patents].map((letter) => material.costs[letter] ?? 0)),
  });
  const others = rivals.map(({money, stock}, at) =>
    seat(
      position.opponents[at] ?? "",
      amount(money ?? 0, `the money of opponent ${at + 1}`),
      amount(stock ?? 0, `the stock of opponent ${at + 1}`),
    ),
  );
  return [seat(position.patents, position.money, amount(table.stock ?? 0, "your stock")), ...others];
}

/**
 * The players who have had their turn in this round, if that one has the start marker.
 * @param {number} start
 * @param {number} n
 */
const acted = (start, n) => (start ? range(n - start).map((player) => start + player) : []);

/** @param {number[]} reached @param {number} n @param {number} goal */
function startPlayer(reached, n, goal) {
  const possible = range(n).filter((start) => reached.every((player) => acted(start, n).includes(player)));
  const [first] = possible;
  if (first === undefined)
    throw new InvalidInputError(
      `your patents reach the goal of $${goal}, so your last turn is over; look again at the patents`,
    );
  if (possible.length === n || possible.length === 1) return first;
  const who = reached.map((player) => `opponent ${player}`).join(" and ");
  throw new InvalidInputError(
    `${who} reached the goal of $${goal} in a turn before yours, and the game goes on to the player before the ` +
    `start marker; the start player can be ${possible.join(" or ")}`,
  );
}
