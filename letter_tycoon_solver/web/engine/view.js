// A table as the advisor takes it, with the sentences of the library: game/text.py,
// game/checks.py. The viewer is player 0.

import {InvalidInputError, count} from "./position.js";

/** @typedef {Api.Table} Table */
/** @typedef {import("./position.js").Material} Material */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./position.js").Rules} Rules */
/** @typedef {{coins: number[], stock: number[], factors: number[], playersChallenge: boolean, oneMoreTurn: boolean, offBy: Record<string, number>}} Bounds  See advisor/for_browser.py. */
/** @typedef {{patents: string, money: number, stock: number, value: number}} Seat */
/** @typedef {{seats: Seat[], goal: number, start: number, round: number, finalRound: number | null, oneMoreTurn: boolean, replaced: boolean}} View */

const MAX_ROUND = 10_000;
const LEAST_LENGTH = 3;

/** @param {number} n */
const range = (n) => Array.from({length: n}, (_, at) => at);
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * The view of a table. One of a game that was followed says its rounds: the rules have made it, so it can be.
 * @param {Table} table
 * @param {Position} position
 * @param {Rules} rules
 * @param {Bounds} bounds
 * @param {Material} material
 * @returns {View}
 */
export function viewOf(table, position, rules, bounds, material) {
  const seats = seatsOf(table, position, material);
  for (const [what, cards, size] of /** @type {const} */ ([["hand", position.hand, rules.hand], ["community", position.community, rules.community]])) {
    const n = cards.length;
    if (n === size) continue;
    const held = `the ${what} ${cards || "(none)"} has ${n} ${n === 1 ? "card" : "cards"}`;
    throw new InvalidInputError(`${held}; at the start of a turn it has ${size}`);
  }
  const goal = rules.goals[seats.length] ?? 0;
  if (table.round) {
    const {round, start = 0, final_round: finalRound, replaced = false} = table;
    const {oneMoreTurn} = bounds;
    return {seats, goal, start: start ?? 0, round, finalRound: finalRound ?? null, oneMoreTurn, replaced};
  }
  const reached = range(seats.length).filter((player) => (seats[player]?.value ?? 0) >= goal);
  if (reached.length && bounds.oneMoreTurn) {
    throw new InvalidInputError("a player has reached the goal, and by this ruleset all have one more turn; give the round and the last round, to say whether it is this round or the next");
  }
  const start = startPlayer(reached, seats.length, goal);
  const replaced = table.replaced ?? false;
  const owned = {seats, start, rules, bounds, material};
  const round = earliestRound(owned);
  if (replaced && !position.patents.includes("Q")) throw new InvalidInputError("a card was replaced by a player who does not own Q");
  if (reached.length) checkGoalRound(owned, reached, goal, round);
  const much = tooMuch(owned, round);
  if (much) throw new InvalidInputError(much);
  return {seats, goal, start, round, finalRound: reached.length ? round : null, oneMoreTurn: bounds.oneMoreTurn, replaced};
}

/** @param {Table} table @param {Position} position @param {Material} material @returns {Seat[]} */
function seatsOf(table, position, material) {
  const rivals = table.opponents ?? [];
  if (!rivals.length) throw new InvalidInputError("there is no opponent; give one, with patents or without");
  const amount = (/** @type {number} */ number, /** @type {string} */ what) => {
    if (!(number >= 0 && number <= material.maxMoney)) throw new InvalidInputError(`${what} is ${number}; give a whole number from 0 to ${material.maxMoney}`);
    return number;
  };
  const seat = (/** @type {string} */ patents, /** @type {number} */ money, /** @type {number} */ stock) => ({patents, money, stock, value: sum([...patents].map((letter) => material.costs[letter] ?? 0))});
  const others = rivals.map(({money, stock}, at) => seat(position.opponents[at] ?? "", amount(money ?? 0, `the money of opponent ${at + 1}`), amount(stock ?? 0, `the stock of opponent ${at + 1}`)));
  return [seat(position.patents, position.money, amount(table.stock ?? 0, "your stock")), ...others];
}

/** The players who have had their turn in this round, if that one has the start marker. @param {number} start @param {number} n */
const acted = (start, n) => (start ? range(n - start).map((player) => start + player) : []);

/** @param {number[]} reached @param {number} n @param {number} goal */
function startPlayer(reached, n, goal) {
  const possible = range(n).filter((start) => reached.every((player) => acted(start, n).includes(player)));
  const [first] = possible;
  if (first === undefined) throw new InvalidInputError(`your patents reach the goal of $${goal}, so your last turn is over; look again at the patents`);
  if (possible.length === n || possible.length === 1) return first;
  const who = reached.map((player) => `opponent ${player}`).join(" and ");
  throw new InvalidInputError(`${who} reached the goal of $${goal} in a turn before yours, and the game goes on to the player before the start marker; the start player can be ${possible.join(" or ")}`);
}

// What players can own ------------------------------------------------------------------------

/** @typedef {{seats: Seat[], start: number, rules: Rules, bounds: Bounds, material: Material}} Owned */

/** @param {Owned} owned @param {number} round */
function turnsDone({seats, start}, round) {
  return seats.map((_, player) => round - 1 + Number(acted(start, seats.length).includes(player)));
}

/** The first round in which the players can own what they do. @param {Owned} owned */
function earliestRound(owned) {
  let known = 1;
  while (known < MAX_ROUND && tooMuch(owned, known)) known = Math.min(2 * known, MAX_ROUND);
  let first = Math.floor(known / 2) + 1;
  let end = known;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (tooMuch(owned, middle)) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** Says which holding is impossible; "" if all are possible. @param {Owned} owned @param {number} round */
function tooMuch(owned, round) {
  const turns = turnsDone(owned, round);
  for (const [player, {patents, money, stock, value}] of owned.seats.entries()) {
    const n = turns[player] ?? 0;
    const after = `player ${player} has $${money}, ${stock} stock and the patents ${patents || "(none)"} after ${n === 1 ? "one turn" : `${n} turns`}`;
    if (patents.length > n) return `${after}; a turn buys one patent at most`;
    const mostStock = mostOfTurns(owned, owned.bounds.stock, n, patents);
    if (stock > mostStock) return `${after}; the words of so many turns bring ${mostStock} stock at most`;
    const most = mostMoney(owned, player, turns);
    if (money + value > most) return `${after}, which cost $${value}; so many turns bring $${most} at most`;
  }
  return "";
}

/** @param {Owned} owned @param {number} player @param {number[]} turns */
function mostMoney(owned, player, turns) {
  const {seats, start, rules, bounds, material} = owned;
  const {patents} = seats[player] ?? {patents: ""};
  const place = (/** @type {number} */ one) => (one - start + seats.length) % seats.length;
  const cards = Math.min(rules.hand + rules.community, sum([...patents].map((letter) => material.cards[letter] ?? 0)));
  const royalties = turns.map((n, opponent) => (opponent === player ? 0 : cards * Math.max(0, n - Number(place(opponent) < place(player)))));
  return mostOfTurns(owned, bounds.coins, turns[player] ?? 0, patents) + (bounds.playersChallenge ? turns[player] ?? 0 : 0) + sum(royalties);
}

/** @param {Owned} owned @param {number[]} column @param {number} n @param {string} patents */
function mostOfTurns({rules, bounds}, column, n, patents) {
  const nCards = rules.hand + rules.community;
  return n ? mostOfTurn(column, bounds, nCards, "") + (n - 1) * mostOfTurn(column, bounds, nCards, patents) : 0;
}

/** @param {number[]} column @param {Bounds} bounds @param {number} nCards @param {string} patents */
function mostOfTurn(column, {factors}, nCards, patents) {
  const has = (/** @type {string} */ letter) => count(patents, letter);
  const most = nCards + has("X") + has("Z");
  const lengths = range(Math.max(0, most - LEAST_LENGTH + 1)).map((at) => at + LEAST_LENGTH);
  const pays = (/** @type {number} */ length) => column[length] ?? 0;
  const pairs = has("V") ? lengths.flatMap((a) => lengths.filter((b) => a + b <= most).map((b) => pays(a) + pays(b))) : [];
  const doublers = 1 + Math.max(has("K"), has("B") + has("J"));
  return (factors[doublers] ?? 0) * Math.max(0, ...lengths.map(pays), ...pairs);
}

/** In the round of the goal somebody has reached it, and before it nobody had. @param {Owned} owned @param {number[]} reached @param {number} goal @param {number} round */
function checkGoalRound(owned, reached, goal, round) {
  const turns = turnsDone(owned, round);
  let most = 0;
  for (const player of reached) {
    const patents = owned.seats[player]?.patents ?? "";
    const prices = [...patents].map((letter) => owned.material.costs[letter] ?? 0).sort((a, b) => b - a);
    most = Math.max(most, sum(prices.slice(0, round)));
    if (sum(prices.slice(Math.max(0, (turns[player] ?? 0) - (round - 1)))) >= goal) {
      throw new InvalidInputError(`the patents ${patents} had reached the goal of $${goal} before round ${round}, in which the last round ${round} was set`);
    }
  }
  if (most < goal) throw new InvalidInputError(`nobody can have reached the goal of $${goal} by round ${round}, in which the last round ${round} was set; a turn buys one patent`);
}
