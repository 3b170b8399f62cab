// What the server is asked about games, and what it answers.

import {ask, post} from "./api.js";

/** @typedef {import("./api.js").LaidWord} LaidWord */
/** @typedef {import("./api.js").Royalty} Royalty */
/** @typedef {{name?: string, level?: string}} NewSeat */
/** @typedef {{seats: NewSeat[], ruleset: string, challenge: string, goal: number | null, lexicon: string | null, hints: boolean}} NewGame */
/** @typedef {{levels: string[], level: string, max_seats: number, is_local: boolean}} PlaySetup */
/** @typedef {{name: string, players: string[]}} Invitation */
/** @typedef {{name: string, level: string, is_taken: boolean, patents: string, patent_value: number, money: number, stock: number, score: number, cards: number}} Seat */
/** @typedef {{words: LaidWord[], money: number, stock: number, royalties: Royalty[]}} Laid */
/** @typedef {{round: number, player: number, words: LaidWord[], lines: string[]}} News */
/** @typedef {{can_ask: boolean, alone: boolean, by: number | null, waits_for: number[], to: {round: number, active: number, phase: Phase, actions: number} | null}} Undo */
/** @typedef {"start" | "challenge" | "penalty" | "purchase" | "clean-up" | "over"} Phase */
/** @typedef {{version: number, you: number, seats: Seat[], phase: Phase, active: number, asked: number, hand: string, community: string, deck: number, round: number, final_round: number | null, goal: number, laid: Laid | null, purchasable: string, may_replace: boolean, news: News[], places: {players: number[]}[], undo: Undo, invitations: number[], hints: boolean, challenge: string, lexicon: string, ruleset: string, trouble: string}} Game */
/** @typedef {{why_not: string, laid: Laid | null, purchasable: string, not_words: string[] | null}} Looked */

/** @returns {Promise<PlaySetup>} */
export function setup() {
  return ask("/api/play/setup");
}

/** @param {NewGame} game @returns {Promise<{seat: string}>} */
export function begin(game) {
  return post("/api/play/games", game);
}

/** @param {string} secret @returns {Promise<Invitation>} */
export function invitation(secret) {
  return ask(`/api/play/invitations/${encodeURIComponent(secret)}`);
}

/** @param {string} secret @param {string} key  The same again gives the same seat. @returns {Promise<{seat: string}>} */
export function takeSeat(secret, key) {
  return post(`/api/play/invitations/${encodeURIComponent(secret)}`, {key});
}

/** What one seat can ask. */
export class SeatApi {
  /** @param {string} secret */
  constructor(secret) {
    this.secret = secret;
    this.path = `/api/play/seats/${encodeURIComponent(secret)}`;
  }

  /** @returns {Promise<Game>} */
  game() {
    return ask(this.path);
  }

  /** @param {number} version @param {string} turn  In the notation. @returns {Promise<Game>} */
  act(version, turn) {
    return post(`${this.path}/actions`, {version, turn});
  }

  /** @param {number} version @param {"ask" | "agree" | "decline"} answer @returns {Promise<Game>} */
  undo(version, answer) {
    return post(`${this.path}/undo`, {version, answer});
  }

  /** @param {string} words  In the notation. @param {AbortSignal} signal @returns {Promise<Looked>} */
  look(words, signal) {
    return post(`${this.path}/words`, {words}, signal);
  }

  /** @returns {Promise<import("./api.js").Hint>} */
  hint() {
    return ask(`${this.path}/hint`);
  }

  /** @param {number} player @returns {Promise<{address: string}>} */
  link(player) {
    return ask(`${this.path}/links/${player}`);
  }

  /** The address of the QR code of the same. @param {number} player @returns {string} */
  code(player) {
    return `${this.path}/codes/${player}`;
  }
}
