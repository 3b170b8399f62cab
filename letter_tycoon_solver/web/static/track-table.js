// What lies on the table of a game that is followed: players, cards, what is unseen, the turns.

import {card, cardRow, laid as tiles, sign, slot} from "./cards.js";
import {el, listed} from "./dom.js";
import {meaning} from "./meaning.js";
import {nameOf, ownerOn, rankingTable, seatRows} from "./seats.js";

/** @typedef {Api.TrackedState} Game */
/** @typedef {Api.DoneTurn} Turn */

/** @param {Game} game */
export function players(game) {
  return seatRows(game, (_, player) => nameOf(game, player) + (player === game.you ? " (you)" : ""));
}

/** @param {Game} game @returns {string} */
export function situation(game) {
  const last = game.round === game.final_round ? ", the last" : "";
  return `Round ${game.round}${last} · goal $${game.goal} · ${game.deck} in the deck`;
}

/**
 * The community, and one's own hand; its cards can be tapped while words are told.
 * @param {Game} game
 * @param {((letter: string, source: "hand" | "community") => void) | null} tap
 * @returns {HTMLElement}
 */
export function cards(game, tap) {
  const owner = ownerOn(game);
  const row = (/** @type {"hand" | "community"} */ kind, /** @type {string} */ title) => {
    const each = [...game[kind]].map((letter, at) => {
      const label = `${letter} of ${kind === "hand" ? "your hand" : "the community"}`;
      return slot(card(letter, owner(letter), kind), tap && {"aria-label": label, "data-row": `${kind}-${at}`, onclick: () => tap(letter, kind)});
    });
    return cardRow(kind === "hand" ? "long" : "short", title, each);
  };
  // While others play, one's own cards take little room.
  const small = () => cardRow("short", "Hand", [el("span", {class: "laid small"}, ...[...game.hand].map((letter) => card(letter, owner(letter))))]);
  const isOwn = game.active === game.you && game.phase !== "over";
  return el("div", {class: "lying"}, row("community", "Community"), game.you === null ? null : isOwn ? row("hand", "Hand") : small());
}

/** @param {Game} game @param {boolean} isOpen @returns {HTMLElement} */
export function unseen(game, isOpen) {
  const all = Object.entries(game.unseen);
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
    el("summary", {"data-row": "unseen"}, `Unseen: ${total} cards`),
    el("p", {class: "aside"}, "In the deck, in other hands, and discards that nobody saw."),
    el("ul", {class: "counts", "aria-label": "Unseen cards by letter"}, ...items),
  );
}

/** The number of the last of these turns; what follows a card replaced with Q, or pays for a word, is of the same turn. @param {number[]} players  Whose they are. @returns {number} */
export function numberOf(players) {
  return players.filter((player, at) => player !== players[at - 1]).length;
}

/** What was done besides the words, and what came with it. @param {Game} game @param {Turn} turn @returns {string} */
function besides(game, {steps, told}) {
  const cards = (/** @type {string} */ text) => (/^\?+$/.test(text) ? `${text.length} ${text.length === 1 ? "card" : "cards"}` : [...text].join(" "));
  const parts = steps.flatMap(({kind, buy, discards, challenger, is_taken_back}) => [
    kind === "replace" ? `replaced ${cards(discards)} with Q` : "",
    kind === "exchange" ? `exchanged ${cards(discards) || "nothing"}` : "",
    challenger === null ? "" : `challenged by ${nameOf(game, challenger)}`,
    is_taken_back ? "taken back" : "",
    buy && `bought ${buy}`,
    discards && (kind === "word" || kind === "pay") ? `discarded ${cards(discards)}` : "",
  ]);
  return [...parts, told.drew && `drew ${cards(told.drew)}`, told.community && `${cards(told.community)} came`].filter(Boolean).join(" · ");
}

/**
 * The turns that were told, the last one first; the open one can be corrected.
 * @param {Game} game
 * @param {number} most  How many are shown.
 * @param {number | null} open  Its place, from 1.
 * @param {{toggle: (number: number) => void, correct: (number: number) => void, insert: (number: number) => void, remove: (number: number) => void}} actions
 * @returns {HTMLElement}
 */
export function turns(game, most, open, actions) {
  const owner = ownerOn(game);
  const button = (/** @type {string} */ text, /** @type {() => void} */ press) =>
    el("button", {class: "quiet", type: "button", "data-row": text, onclick: press}, text);
  const players = game.turns.map(({player}) => player);
  const items = game.turns.map((turn, at) => {
    const number = at + 1;
    const words = turn.steps.flatMap(({laid}) => laid).map((word) => tiles(word, owner, "small"));
    return el(
      "li",
      {class: open === number ? "open" : ""},
      el(
        "button",
        {class: "turn", type: "button", "aria-expanded": String(open === number), "data-row": `turn-${number}`, onclick: () => actions.toggle(number)},
        el("span", {class: "number"}, `${numberOf(players.slice(0, number))}.`),
        sign(turn.player),
        el("span", {class: "what"}, el("span", {class: "name"}, nameOf(game, turn.player), " "), ...words),
        el("span", {class: "aside"}, besides(game, turn)),
      ),
      open === number
        ? el(
            "div",
            {class: "foot"},
            ...turn.steps.flatMap(({laid}) => laid).map(({word}) => meaning(word, game.lexicon, el("span", {class: "name"}, word))),
            button("Correct", () => actions.correct(number)),
            button("Insert one before", () => actions.insert(number)),
            button("Remove", () => actions.remove(number)),
          )
        : null,
    );
  });
  return el("ol", {class: "turns", "aria-label": "Turns, the last one first"}, ...items.reverse().slice(0, most));
}

/** The end: who has won. @param {Game} game @returns {HTMLElement} */
export function result(game) {
  const first = game.ranking[0] ?? [];
  const winners = listed(first.map((player) => nameOf(game, player)));
  return el("section", {class: "result", "aria-label": "Result"}, el("h2", {}, `${winners} ${first.length > 1 ? "share the victory" : "wins"}`), rankingTable(game));
}
