// A position, checked as the library does, with its sentences: rules/position.py and rules/cards.py.

import {CARDS, COSTS, LIMITS} from "../table/numbers.js";

/** Rules, and desks for each number of opponents: see search/browser_hints.py.
 * @typedef {import("../table/rules.js").Rules & {templates: number[][]}} Rules */
/** @typedef {{hand: string, community: string, patents: string, opponents: string[], owned: string, money: number,
 *   discards: string}} Position ? is a card that was not seen. */

export const HIDDEN = "?";
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MOST_SHOWN = 80;

/** The question cannot be answered; the message is that of the library. */
export class InvalidInputError extends Error {}

/** @param {string} message @returns {never} */
export function refuse(message) {
  throw new InvalidInputError(message);
}

/** @param {string} text @param {string} letter */
export const count = (text, letter) => text.split(letter).length - 1;

/** Some cards without others, all of which are among them. @param {string} cards @param {string} used */
export const without = (cards, used) => [...used].reduce((left, card) => left.replace(card, ""), cards);

/** The letters of words that come from these sources.
 * @param {{word: string, sources: string}[]} words @param {string} from */
export const lettersFrom = (words, from) =>
  words.map(({word, sources}) => [...word].filter((_, at) => from.includes(sources[at] ?? "-")).join("")).join("");

/** The cards that a player sees. @typedef {Pick<Position, "hand" | "community" | "discards">} Seen */

/** By letter, the cards that are not seen. @param {Seen} seen */
export const unseenOf = ({hand, community, discards}) =>
  [...LETTERS].map((letter) => (CARDS[letter] ?? 0) - count(hand + community + discards, letter));

/** The same as cards, sorted. @param {Seen} seen */
export const unseenCards = (seen) => [...LETTERS].map((letter, at) => letter.repeat(unseenOf(seen)[at] ?? 0)).join("");

/** By letter, how likely it is drawn next, in whole parts, and how many of them a card has that was just discarded:
 * drawn_from in game/table.py.
 * @param {Seen} position
 * @param {number} hidden  The cards in other hands. */
export function drawnFrom(position, hidden) {
  const unseen = unseenOf(position);
  const total = unseen.reduce((sum, n) => sum + n, 0);
  const {discards} = position;
  const unknown = count(discards, HIDDEN);
  if (total > hidden + unknown) return {draws: unseen, returned: 0};
  // Without a deck it is one of the discards. Of those that are hidden, each is any unseen card.
  const parts = unknown ? total : 1;
  const draws = [...LETTERS].map((letter, at) => count(discards, letter) * parts + unknown * (unseen[at] ?? 0));
  return {draws, returned: parts};
}

/** As \xa0, \u2028 or \U000e0001. @param {string} sign */
function escaped(sign) {
  const code = sign.codePointAt(0) ?? 0;
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${mark}${code.toString(16).padStart(digits, "0")}`;
}

/** A text as Python writes it, cut short. @param {string} text */
export function show(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  /** @type {Record<string, string>} */
  const known = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [quote]: `\\${quote}`};
  const shown = [...text].map((one) => known[one] ?? (one !== " " && /[\p{C}\p{Z}]/u.test(one) ? escaped(one) : one));
  const all = quote + shown.join("") + quote;
  return all.length <= MOST_SHOWN ? all : `${all.slice(0, MOST_SHOWN - 3)}...`;
}

/** @param {string} text @param {string} what */
export function parseLetters(text, what) {
  const upper = /^[\x00-\x7f]*$/.test(text) ? text.toUpperCase() : text;
  const wrong = [...upper].find((letter) => !LETTERS.includes(letter));
  if (wrong !== undefined) refuse(`${what} ${show(text)} contains ${show(wrong)}; only the letters A to Z are cards`);
  return [...upper].sort().join("");
}

/** The money or the stock of a player. @param {number | undefined} given @param {string} what */
function amount(given, what) {
  const [value, most] = [given ?? 0, LIMITS["money"] ?? 0];
  if (value >= 0 && value <= most) return value;
  refuse(`${what} is ${value}; give a whole number from 0 to ${most}`);
}

/** @param {string} cards @param {string} what */
function checkDeckHolds(cards, what) {
  for (const letter of new Set(cards)) {
    const [n, most] = [count(cards, letter), CARDS[letter] ?? 0];
    if (n > most) refuse(`${what} hold ${n} cards ${letter}; the deck has only ${most}`);
  }
}

/** @param {string} own @param {string[]} others */
function checkOwners(own, others) {
  const everyone = own + others.join("");
  const twice = [...LETTERS].find((letter) => count(everyone, letter) > 1);
  if (!twice) return everyone;
  const listed = others.map((owned) => owned || "none").join(", ") || "none";
  refuse(
    `patent ${twice} is owned ${count(everyone, twice)} times (own patents ${own || "none"}, opponents ` +
      `${listed}); a patent has one owner`,
  );
}

/** The position of a table. @param {Api.Table} table @param {Rules} rules @returns {Position} */
export function positionOf(table, rules) {
  const hand = parseLetters(table.hand, "the hand");
  const community = parseLetters(table.community ?? "", "the community");
  if (!hand) refuse("the hand is empty; a play needs at least one hand card");
  const n = hand.length + community.length;
  if (n > (LIMITS["cards"] ?? 0))
    refuse(`hand ${hand} and community ${community || "(none)"} hold ${n} cards; together at most ${LIMITS["cards"]}`);
  const discards = (table.discards ?? "").toUpperCase();
  const shown = parseLetters(discards.replaceAll(HIDDEN, ""), "the discards");
  if (shown) checkDeckHolds(hand + community + shown, "hand, community and discards together");
  else checkDeckHolds(hand + community, "hand and community together");
  const rivals = table.opponents ?? [];
  if (rivals.length > (LIMITS["opponents"] ?? 0))
    refuse(`there are ${rivals.length} opponents; a game has at most ${LIMITS["opponents"]}`);
  const patents = parseLetters(table.patents ?? "", "the patents");
  const opponents = rivals.map((rival, at) => parseLetters(rival.patents ?? "", `the patents of opponent ${at + 1}`));
  const owned = checkOwners(patents, opponents);
  const money = amount(table.money, "money");
  for (const [what, cards, most] of groups({hand, community}, rules)) {
    if (cards.length > most)
      refuse(`the ${what} ${cards} has ${cards.length} cards; the ruleset allows at most ${most}`);
  }
  return {hand, community, patents, opponents, owned, money, discards};
}

/** @param {{hand: string, community: string}} position @param {Rules} rules @returns {[string, string, number][]} */
function groups({hand, community}, rules) {
  return [
    ["hand", hand, rules.hand_size],
    ["community", community, rules.community_size],
  ];
}

// The table as its player sees it ----------------------------------------------------------------------------------

/** @typedef {{patents: string, money: number, stock: number, value: number}} Seat */
/** @typedef {{seats: Seat[], goal: number, start: number, round: number, finalRound: number | null, oneMoreTurn:
 *   boolean, replaced: boolean}} View */

/** @param {number} n */
const range = (n) => Array.from({length: n}, (_, at) => at);
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** The view of a table. One of a game that was followed says its rounds; else it is the first.
 * @param {Api.Table} table @param {{position: Position, rules: Rules}} read @returns {View} */
export function viewOf(table, {position, rules}) {
  const seats = seatsOf(table, position);
  for (const [what, cards, size] of groups(position, rules)) {
    const n = cards.length;
    if (n === size) continue;
    const held = `the ${what} ${cards || "(none)"} has ${n} ${n === 1 ? "card" : "cards"}`;
    refuse(`${held}; at the start of a turn it has ${size}`);
  }
  const goal = rules.goals[seats.length] ?? 0;
  const oneMoreTurn = rules.last_round === "one-more-turn";
  if (table.round) {
    const {round, start = 0, final_round: finalRound, replaced = false} = table;
    return {seats, goal, start: start ?? 0, round, finalRound: finalRound ?? null, oneMoreTurn, replaced};
  }
  const reached = range(seats.length).filter((player) => (seats[player]?.value ?? 0) >= goal);
  if (reached.length && oneMoreTurn) {
    refuse(
      "a player has reached the goal, and by this ruleset all have one more turn; give the round and the last " +
        "round, to say whether it is this round or the next",
    );
  }
  const start = startPlayer(reached, seats.length, goal);
  const replaced = table.replaced ?? false;
  if (replaced && !position.patents.includes("Q")) refuse("a card was replaced by a player who does not own Q");
  return {seats, goal, start, round: 1, finalRound: reached.length ? 1 : null, oneMoreTurn, replaced};
}

/** @param {Api.Table} table @param {Position} position @returns {Seat[]} */
function seatsOf(table, position) {
  const rivals = table.opponents ?? [];
  if (!rivals.length) refuse("there is no opponent; give one, with patents or without");
  const seat = (/** @type {string} */ patents, /** @type {number} */ money, /** @type {number} */ stock) => {
    return {patents, money, stock, value: sum([...patents].map((letter) => COSTS[letter] ?? 0))};
  };
  const others = rivals.map(({money, stock}, at) => {
    const of = `of opponent ${at + 1}`;
    return seat(position.opponents[at] ?? "", amount(money, `the money ${of}`), amount(stock, `the stock ${of}`));
  });
  return [seat(position.patents, position.money, amount(table.stock, "your stock")), ...others];
}

/** The players who have had their turn in this round, if that one has the start marker.
 * @param {number} start @param {number} n */
const acted = (start, n) => (start ? range(n - start).map((player) => start + player) : []);

/** @param {number[]} reached @param {number} n @param {number} goal */
function startPlayer(reached, n, goal) {
  const possible = range(n).filter((start) => reached.every((player) => acted(start, n).includes(player)));
  const [first] = possible;
  if (first === undefined)
    refuse(`your patents reach the goal of $${goal}, so your last turn is over; look again at the patents`);
  if (possible.length === n || possible.length === 1) return first;
  const who = reached.map((player) => `opponent ${player}`).join(" and ");
  refuse(
    `${who} reached the goal of $${goal} in a turn before yours, and the game goes on to the player before the ` +
      `start marker; the start player can be ${possible.join(" or ")}`,
  );
}
