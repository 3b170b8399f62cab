// The end of a game: who has won, its best moments, and what comes next.

import {laid, sign} from "./cards.js";
import {el, refill} from "./dom.js";
import {pay} from "./plan-list.js";
import {nameOf} from "./play-table.js";
import {ownerOn, rankingTable} from "./seats.js";

/** @typedef {Api.SeenGame} Game */
/** @typedef {Api.LaidWord} LaidWord */

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {string} seat  The secret, for the review.
 * @param {() => void} again  Goes on to the rematch.
 */
export function showPlaces(place, game, seat, again) {
  place.hidden = !game.ranking.length;
  if (place.hidden) return;
  refill(
    place,
    rankingTable(game, nameOf),
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
    el("div", {class: "laid-words"}, ...words.map((word) => laid(word, ownerOn(game), "small"))),
    el("p", {class: "who"}, sign(player), `${nameOf(game, player)}: ${paid}`),
  );
}
