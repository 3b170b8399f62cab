// The turns of a game, the last one first, and what a turn did, in a sentence.

import {laid, sign} from "../static/cards.js";
import {el} from "../static/dom.js";
import {meaning} from "../static/meaning.js";
import {capital, nameOf, ownerOn} from "../static/seats.js";
import {boardOf, dollars, laidWords} from "./board.js";
import {eventsOf, tableOf} from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./rules.js").Done} Done */
/** @typedef {import("./rules.js").Table} Table */
/** What can be done with a turn that was told, by its number from 1.
 * @typedef {Record<"correct" | "insert" | "remove", (number: number) => void>} Actions */

/** The cards, or how many there are if nobody saw them. @param {string} cards */
function said(cards) {
  if (!/^\?+$/.test(cards)) return [...cards.toUpperCase()].join(" ");
  return cards.length === 1 ? "a card" : `${cards.length} cards`;
}

/** The words were played and went back. @param {Done} done */
const isTakenBack = ({turn, play}) => turn.words.length > 0 && !play;

/** The player who challenged. @param {Done} done @param {string[]} names */
function challengerOf({turn, player}, names) {
  const {challenger} = turn;
  if (challenger === null) return "";
  const other = names[1 - player] ?? "";
  return names.includes(challenger) ? challenger : (names[Number(challenger || NaN)] ?? other);
}

/** The parts of a turn besides its words. @param {Done} done @param {string[]} names */
function besides(done, names) {
  const {turn, came, drew} = done;
  const {replace, kind, buy, discards} = turn;
  const who = challengerOf(done, names);
  return [
    replace && `replaced ${said(replace)} with Q`,
    kind === "exchange" ? `exchanged ${said(discards) || "nothing"}` : "",
    who && `challenged by ${who}`,
    isTakenBack(done) ? "taken back" : "",
    buy && `bought ${buy}`,
    discards && kind !== "exchange" ? `discarded ${said(discards)}` : "",
    drew && `drew ${said(drew)}`,
    came && `${said(came)} came`,
  ].filter(Boolean);
}

/**
 * What the last turn did: the money and stock of everyone who was paid.
 * @param {Table} before
 * @param {Table} after
 * @returns {string}
 */
export function eventText(before, after) {
  const {done, names, seats, finalRound} = after;
  if (!done) return "";
  const {turn, player} = done;
  const words = turn.words.map(({word}) => word).join(" and ");
  const what = [words, ...besides({...done, came: null, drew: null}, names)].filter(Boolean).join(", ");
  const parts = [`${capital(names[player] ?? "")}: ${what}`];
  if (turn.challenger !== null && done.play) parts.push("the challenge was wrong");
  for (const [at, seat] of seats.entries()) {
    const old = before.seats[at];
    if (old?.money !== seat.money || old.stock !== seat.stock)
      parts.push(`${capital(names[at] ?? "")} has ${dollars(seat)}`);
  }
  const isReached = finalRound !== null && before.finalRound === null && after.phase !== "over";
  if (isReached) parts.push(`the goal is reached, round ${finalRound} is the last`);
  return `${parts.join("; ")}.`;
}

/**
 * The number of the turn of the last event; what follows a card replaced with Q, or pays for a word, is of the same
 * turn.
 * @param {Game} game
 * @param {number} n  How many events.
 */
export function turnNumber({tables}, n) {
  const players = tables.slice(0, n).map(({active}) => active);
  return players.filter((player, at) => player !== players[at - 1]).length;
}

/**
 * The list; of the open one there is what its words mean, and what can be done with it.
 * @param {Game} game
 * @param {number} most  How many are shown.
 * @param {number} open  Its number, from 1; 0 for none.
 * @param {(number: number) => void} toggle
 * @param {Actions | null} actions  Null where turns stay as they are.
 * @returns {HTMLElement}
 */
export function turnList(game, most, open, toggle, actions) {
  const lexicon = game.words.name;
  const board = boardOf(tableOf(game), lexicon);
  const owner = ownerOn(board);
  const button = (/** @type {string} */ text, /** @type {() => void} */ press) =>
    el("button", {class: "quiet", type: "button", "data-row": text, onclick: press}, text);
  const items = eventsOf(game).map((_, at) => {
    const number = at + 1;
    const done = /** @type {Done} */ (game.tables[number]?.done);
    const {player, turn} = done;
    const words = laidWords(turn.words, turn.doublers);
    const row = el(
      "button",
      {
        class: "turn",
        type: "button",
        "aria-expanded": String(open === number),
        "data-row": `turn-${number}`,
        onclick: () => toggle(number),
      },
      el("span", {class: "number"}, `${turnNumber(game, number)}.`),
      sign(player),
      el(
        "span",
        {class: "what"},
        el("span", {class: "name"}, nameOf(board, player), " "),
        ...words.map((word) => laid(word, owner, "small")),
      ),
      el("span", {class: "aside"}, besides(done, game.header.players).join(" · ")),
    );
    const foot = el(
      "div",
      {class: "foot"},
      ...words.map(({word}) => meaning(word, lexicon, el("span", {class: "name"}, word))),
      ...(actions
        ? [
            button("Correct", () => actions.correct(number)),
            button("Insert one before", () => actions.insert(number)),
            button("Remove", () => actions.remove(number)),
          ]
        : []),
    );
    return el("li", {class: open === number ? "open" : ""}, row, open === number ? foot : null);
  });
  return el("ol", {class: "turns", "aria-label": "Turns, the last one first"}, ...items.reverse().slice(0, most));
}
