// Games of people: what the server is asked, and what it answers.

import {ask, post} from "./api.js";

/** @typedef {import("./api.js").LaidWord} LaidWord */
/** @typedef {{text: string, community?: string | null, drew?: string | null}} Told */
/** @typedef {{name: string, said: string, money: number, stock: number, patents: string, score: number, value: number}} Player */
/** @typedef {{told: Told, kind: "word" | "exchange" | "replace" | "pay", words: string, letters: string, buy: string, discards: string, challenger: number | null}} Step */
/** @typedef {{player: number, text: string, told: Told, steps: Step[]}} Turn */
/** @typedef {{hand: string, community: string, first: number}} Deal */
/** @typedef {{version: string, players: Player[], seat: number | null, active: number, phase: "start" | "penalty" | "over", round: number, final_round: number | null, goal: number, community: string, hand: string, hand_size: number, deck: number, unseen: Record<string, number>, may_replace: boolean, is_last_turn: boolean, ends_game: boolean, challenges: boolean, can_undo: boolean, can_redo: boolean, deal: Deal, turns: Turn[], ranking: number[][], ruleset: string, lexicon: string, against: string, event: string}} Game */
/** @typedef {{notation: string, words: LaidWord[], money: number, stock: number, royalties: {player: number, dollars: number}[], purchasable: string, community: string, hand: string}} Reading */
/** @typedef {{readings: Reading[], refusal: string, unknown: string[]}} Readings */
/** @typedef {{secret: string, players: string[], turns: number, is_over: boolean, scores: number[], changed: number, problem: string}} Listed */
/** @typedef {{players: string[], seat: number | null, hand: string, community: string, first: number, ruleset: string, lexicon: string}} NewGame */
/** @typedef {"turns" | "undo" | "redo" | "retell" | "redeal" | "against"} Change */

const GAMES = "/api/track/games";

/** @param {NewGame} game @returns {Promise<{secret: string, game: Game}>} */
export function begin(game) {
  return post(GAMES, game);
}

/** @param {string[]} secrets @returns {Promise<{games: Listed[]}>} */
export function list(secrets) {
  return post("/api/track/list", {secrets});
}

/** @param {string} secret @returns {string} */
function pathOf(secret) {
  return `${GAMES}/${encodeURIComponent(secret)}`;
}

/** @param {string} secret @returns {Promise<Game>} */
export function game(secret) {
  return ask(pathOf(secret));
}

/** @param {string} secret @param {Change} what @param {object} body @returns {Promise<Game>} */
export function change(secret, what, body) {
  return post(`${pathOf(secret)}/${what}`, body);
}

/** How the game would stand after these turns. @param {string} secret @param {Told[]} turns @returns {Promise<Game>} */
export function then(secret, turns) {
  return post(`${pathOf(secret)}/then`, {turns});
}

/** @param {string} secret @param {string} words @param {Told[] | null} turns @param {AbortSignal} signal @returns {Promise<Readings>} */
export function readings(secret, words, turns, signal) {
  return post(`${pathOf(secret)}/words`, {words, turns}, signal);
}

/** @param {string} secret @returns {Promise<import("./api.js").Hint>} */
export function hint(secret) {
  return ask(`${pathOf(secret)}/hint`);
}

/** @param {string} secret @returns {string} */
export function adviceAddress(secret) {
  return `${pathOf(secret)}/advice`;
}
