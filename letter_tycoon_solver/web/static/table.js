// The table that somebody tells of, as the address of the page says it.
//
//   /?hand=JWLEANZ&community=EES&you=K.3.1&opponent=E&opponent=&lexicon=common&ruleset=online&against=static
//
// Players are patents, then money and stock if there are any. `goal` is that of a game which has not
// that of its ruleset, `against` is what advice takes the opponents for, `play` the play that is open.

import {ownerOf} from "./seats.js";

/** @typedef {Required<Api.Rival>} Player */
/** @typedef {"hand" | "community" | number} RowName  A number is a player: 0 for you, then clockwise. */
/**
 * @typedef
 * {{hand: string, community: string, seats: Player[], lexicon: string, ruleset: string, goal?: number,
 *   replaced: boolean, play: string, against?: string}}
 * Table
 */

const LETTERS = /[A-Z]/g;
const MOST = 1_000_000;
export const MOST_GOAL = 133;

/** @param {string | null} text @returns {string} */
function letters(text) {
  return ((text ?? "").toUpperCase().match(LETTERS) ?? []).join("");
}

/** @param {string | undefined} text @returns {number} */
function amount(text) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), MOST);
}

/** @param {string | null} text @returns {Player} */
function player(text) {
  const [patents, money, stock] = (text ?? "").split(".");
  return {patents: [...letters(patents ?? "")].sort().join(""), money: amount(money), stock: amount(stock)};
}

/** @param {Player} one @returns {string} */
function told({patents, money, stock}) {
  return money || stock ? `${patents}.${money}.${stock}` : patents;
}

/**
 * The table in an address.
 * @param {string} search
 * @returns {Table}
 */
export function parse(search) {
  const query = new URLSearchParams(search);
  const opponents = query.getAll("opponent").map(player);
  const seats = [player(query.get("you")), ...(opponents.length ? opponents : [player("")])];
  return {
    hand: letters(query.get("hand")),
    community: letters(query.get("community")),
    seats,
    lexicon: query.get("lexicon") ?? "",
    ruleset: query.get("ruleset") ?? "",
    goal: Math.min(amount(query.get("goal") ?? ""), MOST_GOAL),
    replaced: query.has("replaced"),
    play: query.get("play") ?? "",
    against: query.get("against") ?? "",
  };
}

/**
 * The address of a table, "" or with its question mark.
 * @param {Table} table
 * @returns {string}
 */
export function format(table) {
  const query = new URLSearchParams();
  const [you, ...others] = table.seats;
  for (const name of /** @type {const} */ (["hand", "community"])) {
    if (table[name]) query.set(name, table[name]);
  }
  if (you && told(you)) query.set("you", told(you));
  if (others.length > 1 || others.some(told)) {
    for (const one of others) query.append("opponent", told(one));
  }
  for (const name of /** @type {const} */ (["lexicon", "ruleset", "against", "play"])) {
    if (table[name]) query.set(name, table[name]);
  }
  if (table.goal) query.set("goal", String(table.goal));
  if (table.replaced) query.set("replaced", "1");
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * The table as the server takes it.
 * @param {Table} table
 * @returns {Api.Table}
 */
export function toRequest(table) {
  const [you, ...opponents] = table.seats;
  if (!you) throw new Error("a table has a player");
  return {
    hand: table.hand,
    community: table.community,
    ...you,
    opponents,
    replaced: table.replaced && you.patents.includes("Q"),
    ...(table.ruleset && {ruleset: /** @type {Required<Api.Table>["ruleset"]} */ (table.ruleset)}),
    ...(table.goal && {goal: table.goal}),
    lexicon: table.lexicon || null,
  };
}

/**
 * The table after the patent of a letter has been given to a player, or taken from them.
 * @param {Table} table
 * @param {number} to
 * @param {string} letter
 * @returns {Table}
 */
export function withPatent(table, to, letter) {
  const from = ownerOf(table, letter);
  const seats = table.seats.map((one, number) => {
    const patents = one.patents.replace(letter, "");
    const gets = number === to && from !== to;
    return {...one, patents: gets ? [...patents, letter].sort().join("") : patents};
  });
  return {...table, seats};
}

/** Without these cards, one for each. @param {string} cards @param {string} gone */
const without = (cards, gone) => [...gone].reduce((left, card) => left.replace(card, ""), cards);

/**
 * The table after a turn of one's own, for which the cards that come are still to be told.
 * @param {Table} table
 * @param {Api.PlanOfTurn} plan
 * @param {Api.LetterOfGame[]} letters  For what a patent costs.
 * @returns {Table}
 */
export function afterPlan(table, plan, letters) {
  if (plan.replace) return {...table, hand: without(table.hand, plan.replace), replaced: true, play: ""};
  const used = (/** @type {string} */ source) =>
    plan.words
      .flatMap((word) => word.letters.filter((one) => one.source === source).map(({letter}) => letter))
      .join("");
  const cost = letters.find(({letter}) => letter === plan.buy)?.cost ?? 0;
  const seats = table.seats.map((seat, number) => {
    const royalty = plan.royalties.find(({opponent}) => opponent === number)?.dollars ?? 0;
    if (number) return {...seat, money: seat.money + royalty};
    const patents = [...(seat.patents + plan.buy)].sort().join("");
    return {patents, money: seat.money + plan.money - cost, stock: seat.stock + plan.stock};
  });
  return {
    ...table,
    hand: without(table.hand, used("hand") + plan.discards),
    community: without(table.community, used("community")),
    seats,
    replaced: false,
    play: "",
  };
}

/**
 * What a player is called.
 * @param {number} number
 * @param {number} count  How many players there are.
 * @returns {string}
 */
export function nameOf(number, count) {
  if (number === 0) return "You";
  return count === 2 ? "Opponent" : `Opponent ${number}`;
}

/** The table as lists of plans take it. @param {Table} table @returns {import("./plan-list.js").Board} */
export function boardOf(table) {
  const {seats, lexicon, play, against} = table;
  return {
    seats: seats.map((one, number) => ({...one, name: nameOf(number, seats.length).toLowerCase()})),
    active: 0,
    lexicon,
    play,
    against,
  };
}
