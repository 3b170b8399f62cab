// A table as people see it: players, cards, what is unseen, the end. Hint, Track and Play show their tables by it; what
// they know is a table of rules.js, and the seat of the person, null for one who only keeps score.

import {card, cardRow, slot} from "../static/cards.js";
import {el, listed} from "../static/dom.js";
import {nameOf, ownerOn, rankingTable, seatRows} from "../static/seats.js";
import {COSTS} from "./numbers.js";
import {ranking, scores, unseen, view} from "./rules.js";

/** @typedef {import("./rules.js").Table} Table */
/** @typedef {import("./text.js").LaidWord} LaidWord */
/** Whoever looks. @typedef {number | null} Me */
/** A card is tapped. @typedef {(letter: string, source: "hand" | "community") => void} Tap */

const SOURCES = /** @type {const} */ ({h: "hand", c: "community", d: "duplicate", s: "suffix"});
const Y_AS = /** @type {const} */ ({v: "vowel", c: "consonant"});

/** @param {number} count @param {string} what */
export const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Money and stock, in words. @param {{money: number, stock: number}} wealth */
export const dollars = ({money, stock}) => (stock ? `$${money} and ${stock} stock` : `$${money}`);

/** What a patent costs. @param {string} letter */
export const costOf = (letter) => COSTS[letter] ?? 0;

/**
 * The board of a table, as the lists of players and of plans take it.
 * @param {Table} table
 * @param {string} lexicon
 * @param {{play?: string, against?: string}} [more]  The plan that is open, and what opponents are taken for.
 */
export function boardOf(table, lexicon, {play = "", against = ""} = {}) {
  const {names, active, goal, phase} = table;
  const all = scores(table);
  const seats = table.seats.map(({patents, money, stock}, player) => {
    const {total: score = 0, patents: patent_value = 0} = all[player] ?? {};
    return {name: names[player] ?? "", patents, money, stock, score, patent_value};
  });
  return {seats, active, goal, phase, lexicon, play, against, ranking: phase === "over" ? ranking(table) : []};
}

/**
 * What a hint and the chances are asked for.
 * @param {Table} table  At the start of the turn of a player whose hand is known.
 * @param {string} lexicon
 * @returns {Api.Table}
 */
export function questionOf(table, lexicon) {
  const {table: seen, discards, round, start, finalRound} = view(table, table.active);
  const {stacking} = table.rules;
  const rules = /** @type {Pick<Api.Table, "stacking">} */ (stacking === "multiply" ? {} : {stacking});
  return /** @type {Api.Table} */ ({...seen, ...rules, discards, round, start, final_round: finalRound, lexicon});
}

/** @param {Table} table */
export function situation({round, finalRound, goal, deck}) {
  return `Round ${round}${round === finalRound ? ", the last" : ""} · goal $${goal} · ${deck} in the deck`;
}

/** A row for each player. @param {Table} table @param {Me} me */
export function players(table, me) {
  return seatRows(boardOf(table, ""), (board, player) => {
    const name = nameOf(board, player);
    return player === me && name !== "You" ? `${name} (you)` : name;
  });
}

/**
 * The community and the hand; its cards can be tapped while words are told.
 * @param {Table} table
 * @param {Me} me
 * @param {Tap | null} tap
 * @returns {HTMLElement}
 */
export function cards(table, me, tap) {
  const owner = ownerOn(table);
  const hand = me === null ? "" : table.seats[me]?.hand ?? "";
  const row = (/** @type {"hand" | "community"} */ kind, /** @type {string} */ title, /** @type {string} */ held) => {
    const each = [...held].map((letter, at) => {
      const label = `${letter} of ${kind === "hand" ? "your hand" : "the community"}`;
      const press = tap && {"aria-label": label, "data-row": `${kind}-${at}`, onclick: () => tap(letter, kind)};
      return slot(card(letter, owner(letter), kind), press);
    });
    return cardRow(kind === "hand" ? "long" : "short", title, each);
  };
  // While others play, one's own cards take little room.
  const small = () => {
    const laid = [...hand].map((letter) => card(letter, owner(letter)));
    return cardRow("short", "Hand", [el("span", {class: "laid small"}, ...laid)]);
  };
  const isOwn = table.active === me && table.phase !== "over";
  const own = me === null ? null : isOwn ? row("hand", "Hand", hand) : small();
  return el("div", {class: "lying"}, row("community", "Community", table.community), own);
}

/** @param {Table} table @param {Me} me @param {boolean} isOpen @returns {HTMLElement} */
export function unseenCards(table, me, isOpen) {
  const all = Object.entries(unseen(table, me));
  const total = all.reduce((sum, [, n]) => sum + n, 0);
  const most = Math.max(...all.map(([, n]) => n), 1);
  const items = all.map(([letter, n]) =>
    el(
      "li",
      {"data-none": n === 0},
      el("span", {class: "letter"}, letter),
      el("meter", {min: 0, max: most, value: n, "aria-hidden": "true"}),
      el("span", {class: "count"}, String(n)),
    ),
  );
  return el(
    "details",
    {class: "unseen-cards", open: isOpen},
    el("summary", {"data-row": "unseen"}, `Unseen: ${counted(total, "card")}`),
    el("p", {class: "aside"}, "In the deck, in other hands, and discards that nobody saw."),
    el("ul", {class: "counts", "aria-label": "Unseen cards by letter"}, ...items),
  );
}

/** The end: who has won. @param {Table} table @returns {HTMLElement} */
export function result(table) {
  const board = boardOf(table, "");
  const first = board.ranking[0] ?? [];
  const winners = listed(first.map((player) => nameOf(board, player)));
  const title = `${winners} ${first.length > 1 ? "share the victory" : "wins"}`;
  return el("section", {class: "result", "aria-label": "Result"}, el("h2", {}, title), rankingTable(board));
}

/**
 * Words as they are laid, for `laid` of cards.js.
 * @param {LaidWord[]} words
 * @param {string[] | null} doublers
 * @returns {Api.LaidWord[]}
 */
export function laidWords(words, doublers) {
  return words.map(({word, sources, ys}, at) => {
    const declared = [...ys];
    const letters = [...word].map((letter, place) => ({
      letter,
      source: SOURCES[/** @type {keyof typeof SOURCES} */ (sources[place])] ?? "hand",
      y_as: letter === "Y" ? Y_AS[/** @type {"v" | "c"} */ (declared.shift())] ?? "" : /** @type {const} */ (""),
    }));
    return {word, letters, doublers: doublers?.[at] ?? ""};
  });
}
