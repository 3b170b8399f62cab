// Games of people: what the server is asked, and what it answers.

import {ask, post} from "./api.js";

/** @typedef {"turns" | "undo" | "redo" | "retell" | "redeal" | "against"} Change */

const GAMES = "/api/track/games";

/** @param {Api.NewGame} game @returns {Promise<{secret: string, game: Api.TrackedState}>} */
export function begin(game) {
  return post(GAMES, game);
}

/** @param {string[]} secrets @returns {Promise<{games: Api.ListedGame[]}>} */
export function list(secrets) {
  return post("/api/track/list", {secrets});
}

/** @param {string} secret @returns {string} */
function pathOf(secret) {
  return `${GAMES}/${encodeURIComponent(secret)}`;
}

/** @param {string} secret @returns {Promise<Api.TrackedState>} */
export function game(secret) {
  return ask(pathOf(secret));
}

/** @param {string} secret @param {Change} what @param {object} body @returns {Promise<Api.TrackedState>} */
export function change(secret, what, body) {
  return post(`${pathOf(secret)}/${what}`, body);
}

/** How the game would stand after these turns. @param {string} secret @param {Api.ToldTurn[]} turns @returns {Promise<Api.TrackedState>} */
export function then(secret, turns) {
  return post(`${pathOf(secret)}/then`, {turns});
}

/** @param {string} secret @param {string} words @param {Api.ToldTurn[] | null} turns @param {AbortSignal} signal @returns {Promise<Api.Readings>} */
export function readings(secret, words, turns, signal) {
  return post(`${pathOf(secret)}/words`, {words, turns}, signal);
}

/** @param {string} secret @returns {Promise<Api.Hint>} */
export function hint(secret) {
  return ask(`${pathOf(secret)}/hint`);
}

/** @param {string} secret @returns {string} */
export function adviceAddress(secret) {
  return `${pathOf(secret)}/advice`;
}
