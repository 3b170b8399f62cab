// The players of a board: their names, what all see of them, and the final ranking.

import {sign} from "./cards.js";
import {el} from "./dom.js";

/** @typedef {{seats: Api.Seat[], active: number, phase: string, goal: number, ranking: number[][]}} Board */
/** @typedef {{seats: {patents: string}[]}} Patents */

/**
 * The number of the owner of the patent of a letter; -1 for nobody.
 * @param {Patents} board
 * @param {string} letter
 * @returns {number}
 */
export function ownerOf({seats}, letter) {
  return seats.findIndex(({patents}) => patents.includes(letter));
}

/** The same for many letters. @param {Patents} board @returns {(letter: string) => number} */
export function ownerOn(board) {
  return (letter) => ownerOf(board, letter);
}

/** @param {string} name @returns {string} */
export function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * What a player is called at the beginning of a sentence.
 * @param {{seats: {name: string}[]}} board
 * @param {number} player
 * @returns {string}
 */
export function nameOf({seats}, player) {
  return capital(seats[player]?.name ?? "");
}

/**
 * The players, clockwise from one.
 * @param {{seats: readonly unknown[]}} board
 * @param {number} first
 * @returns {number[]}
 */
export function clockwise({seats}, first) {
  return seats.map((_, at) => (first + at) % seats.length);
}

/** @param {{money: number, stock: number}} seat @returns {HTMLElement} */
export function wealth({money, stock}) {
  return el("span", {class: "wealth"}, stock ? `$${money} · ${stock} stock` : `$${money}`);
}

/** @param {string} patents @returns {HTMLElement[]} */
export function patentTags(patents) {
  return [...patents].map((letter) => el("span", {class: "patent"}, letter));
}

/**
 * A row for each player.
 * @template {Board} Seen
 * @param {Seen} board
 * @param {(board: Seen, player: number) => string} [called]
 * @param {number} [first]  The others follow clockwise.
 */
export function seatRows(board, called = nameOf, first = 0) {
  const rows = clockwise(board, first).map((player) => seatRow(board, player, called(board, player)));
  return el("ol", {class: "seats-list", "aria-label": "Players"}, ...rows);
}

/** @param {Board} board @param {number} player @param {string} name */
function seatRow({seats, active, phase, ranking, goal}, player, name) {
  const seat = seats[player];
  if (!seat) throw new Error(`there is no player ${player}`);
  const isActive = player === active && phase !== "over";
  const aside = (/** @type {string} */ text) => el("span", {class: "aside"}, text);
  return el(
    "li",
    {class: "seat-line", "data-active": isActive, "aria-current": isActive ? "true" : null},
    sign(player),
    el("span", {class: "name"}, name),
    el("span", {class: "wealth"}, aside("money "), ...wealth(seat).childNodes),
    el("span", {class: "score"}, ranking[0]?.includes(player) ? "★ " : "", aside("score "), String(seat.score)),
    seat.patents
      ? el("span", {class: "patents"}, aside(`patents $${seat.patent_value} of $${goal}`), ...patentTags(seat.patents))
      : null,
  );
}

/**
 * Who has come first, second and so on, and with what.
 * @template {Board} Seen
 * @param {Seen} board
 * @param {(board: Seen, player: number) => string} [called]
 */
export function rankingTable(board, called = nameOf) {
  const rows = board.ranking.flatMap((players, at) => {
    const place = board.ranking.slice(0, at).flat().length + 1;
    return players.map((player) => {
      const {patent_value, money, stock, score} = /** @type {Api.Seat} */ (board.seats[player]);
      const numbers = [patent_value, money, stock, score];
      return el(
        "tr",
        {},
        el("td", {}, `${place}.`),
        el("th", {scope: "row"}, called(board, player)),
        ...numbers.map((number) => el("td", {}, String(number))),
      );
    });
  });
  const heads = ["", "", "Patents", "Money", "Stock", "Score"].map((text) =>
    text ? el("th", {scope: "col"}, text) : el("td", {}),
  );
  return el("table", {class: "places"}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
}
