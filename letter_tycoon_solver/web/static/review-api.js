// What the server tells of games and their turns.

import {ask, post} from "./api.js";
import {today} from "./practice-api.js";

/** @param {string} game @returns {string} */
function address(game) {
  return `/api/reviews/${encodeURIComponent(game)}`;
}

/** @returns {Promise<{games: Api.KeptGame[], is_shown: boolean}>} */
export function keptGames() {
  return ask("/api/reviews");
}

/**
 * All games of this machine at once.
 * @param {string} player  Nothing for the most frequent one.
 * @returns {Promise<Api.AllGames>}
 */
export function allGames(player) {
  return ask(`/api/habits?${new URLSearchParams({player})}`);
}

/** The address of the stream of verdicts on a game of this machine. @param {string} game @returns {string} */
export function judgingAddress(game) {
  return `${address(game)}/verdicts`;
}

/** @param {string} game @returns {Promise<Api.Review>} */
export function review(game) {
  return ask(address(game));
}

/** @param {string} record  All of a file. @returns {Promise<Api.Review>} */
export function upload(record) {
  return post("/api/reviews", {record});
}

/** The address of the stream of verdicts. @param {Api.Review} review @returns {string} */
export function verdictsAddress({game, seconds}) {
  return `${address(game)}/verdicts?seconds=${seconds}`;
}

/** The address of the record, as a file. @param {string} game @returns {string} */
export function recordAddress(game) {
  return `${address(game)}/record`;
}

/**
 * Keeps the mistakes of a player, to be practised.
 * @param {string} game
 * @param {number} player
 * @returns {Promise<{new: number}>}
 */
export function keepMistakes(game, player) {
  return post(`${address(game)}/mistakes`, {player, date: today()});
}
