// The end of a game: who has won, its best moments, and what comes next.

import {laid, sign} from "./cards.js";
import {el, refill} from "./dom.js";
import {pay} from "./plan-list.js";
import {nameOf, ownerOf} from "./play-table.js";

/** @typedef {Api.SeenGame} Game */
/** @typedef {Api.LaidWord} LaidWord */

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {string} seat  The secret, for the review.
 * @param {() => void} again  Goes on to the rematch.
 */
export function showPlaces(place, game, seat, again) {
  place.hidden = !game.places.length;
  if (place.hidden) return;
  const rows = game.places.flatMap(({players}, at) =>
    players.map((player) => {
      const seat = game.seats[player];
      if (!seat) throw new Error(`there is no player ${player}`);
      const before = game.places.slice(0, at).reduce((sum, one) => sum + one.players.length, 0);
      const numbers = [seat.patent_value, seat.money, seat.stock, seat.score];
      return el("tr", {}, el("td", {}, `${before + 1}.`), el("th", {scope: "row"}, nameOf(game, player)), ...numbers.map((number) => el("td", {}, String(number))));
    }),
  );
  const heads = ["", "", "Patents", "Money", "Stock", "Score"].map((text) => (text ? el("th", {scope: "col"}, text) : el("td", {})));
  refill(
    place,
    el("table", {class: "places"}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)),
    ...story(game),
    el(
      "p",
      {class: "next-game"},
      el("button", {class: "main-action", type: "button", "data-row": "again", onclick: again}, game.rematch ? "To the rematch" : "Play again"),
      el("a", {class: "word", href: `/review?${new URLSearchParams({game: seat})}`}, "Review the game"),
      el("a", {class: "word", href: "/play"}, "A new game"),
    ),
  );
}

/** The best word, the best turn, and who earned by whose words. @param {Game} game @returns {HTMLElement[]} */
function story(game) {
  if (!game.ending) return [];
  const {best_word: word, best_turn: turn, royalties} = game.ending;
  const isSame = turn?.words.length === 1 && turn.money === word?.money && turn.stock === word.stock;
  const parts = [];
  if (word) parts.push(moment(game, isSame ? "Best word and best turn" : "Best word", word.player, [word.word], pay(word.money, word.stock)));
  if (turn && !isSame) parts.push(moment(game, "Best turn", turn.player, turn.words, `${pay(turn.money, turn.stock)} in round ${turn.round}`));
  if (royalties.length) {
    const items = royalties.map(({player, words_of, dollars}) =>
      el("li", {}, sign(player), ` ${nameOf(game, player)} got $${dollars} for ${words_of === game.you ? "your" : `${nameOf(game, words_of)}’s`} words`),
    );
    parts.push(el("div", {class: "moment"}, el("h2", {}, "Royalties"), el("ul", {class: "earned"}, ...items)));
  }
  return parts;
}

/** @param {Game} game @param {string} title @param {number} player @param {LaidWord[]} words @param {string} paid */
function moment(game, title, player, words, paid) {
  return el(
    "div",
    {class: "moment"},
    el("h2", {}, title),
    el("div", {class: "laid-words"}, ...words.map((word) => laid(word, (letter) => ownerOf(game, letter), "small"))),
    el("p", {class: "who"}, sign(player), `${nameOf(game, player)}: ${paid}`),
  );
}
