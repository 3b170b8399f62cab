// What the server tells of games and their turns.

import {ask, post} from "./api.js";

/** @typedef {"best" | "fine" | "mistake" | "blunder"} Verdict */
/** @typedef {{game: string, names: string[], is_tracked: boolean, is_over: boolean, victories: number[] | null, turns: number, written: number}} KeptGame */
/** @typedef {{patents: string, money: number, stock: number}} Seat */
/** @typedef {{round: number, player: number, hand: string, community: string, seats: Seat[], deck: number, played: import("./api.js").Plan, taken_back: string}} Turn */
/** @typedef {{game: string, names: string[], is_tracked: boolean, is_over: boolean, is_judged: boolean, victories: number[] | null, margins: number[] | null, seat: number | null, lexicon: string, turns: Turn[], mistake: number, blunder: number, mistake_dollars: number, blunder_dollars: number, decided: number, min_open_turns: number, has_record: boolean}} Review */
/** @typedef {{turn: number, verdict: Verdict, is_decided: boolean, win: number, win_error: number, loss: number, loss_error: number, margin: number, margin_error: number, margin_loss: number, margin_loss_error: number, games: number, best: import("./api.js").Plan, why: string[], in_words: string}} Judgement */
/** @typedef {{player: number, score: number | null, score_error: number | null, no_score: string, turns: number, open_turns: number, best: number, fine: number, mistakes: number, blunders: number}} Score */
/** @typedef {{judgements: Judgement[], players: Score[], costliest: number[], missing: number}} Judged */

/** @param {string} game @returns {string} */
function address(game) {
  return `/api/reviews/${encodeURIComponent(game)}`;
}

/** @returns {Promise<{games: KeptGame[], is_shown: boolean}>} */
export function keptGames() {
  return ask("/api/reviews");
}

/** @param {string} game @returns {Promise<Review>} */
export function review(game) {
  return ask(address(game));
}

/** @param {string} record  All of a file. @returns {Promise<Review>} */
export function upload(record) {
  return post("/api/reviews", {record});
}

/** The address of the stream of verdicts. @param {string} game @returns {string} */
export function verdictsAddress(game) {
  return `${address(game)}/verdicts`;
}

/** The address of the record, as a file. @param {string} game @returns {string} */
export function recordAddress(game) {
  return `${address(game)}/record`;
}
