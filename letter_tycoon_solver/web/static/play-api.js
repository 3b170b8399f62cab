// What the server is asked about games, and what it answers.

import {ask, post} from "./api.js";

/** @returns {Promise<Api.PlaySetup>} */
export function setup() {
  return ask("/api/play/setup");
}

/** @param {Api.GameToPlay} game @returns {Promise<{seat: string}>} */
export function begin(game) {
  return post("/api/play/games", game);
}

/** @param {string} secret @returns {Promise<Api.Invitation>} */
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

  /** @returns {Promise<Api.SeenGame>} */
  game() {
    return ask(this.path);
  }

  /** @param {number} version @param {string} turn  In the notation. @returns {Promise<Api.SeenGame>} */
  act(version, turn) {
    return post(`${this.path}/actions`, {version, turn});
  }

  /** @param {number} version @param {"ask" | "agree" | "decline"} answer @returns {Promise<Api.SeenGame>} */
  undo(version, answer) {
    return post(`${this.path}/undo`, {version, answer});
  }

  /** @param {string} words  In the notation. @param {AbortSignal} signal @returns {Promise<Api.Looked>} */
  look(words, signal) {
    return post(`${this.path}/words`, {words}, signal);
  }

  /** The same seat in a rematch. @returns {Promise<{seat: string}>} */
  rematch() {
    return post(`${this.path}/rematch`, {});
  }

  /** @returns {Promise<Api.Hint>} */
  hint() {
    return ask(`${this.path}/hint`);
  }

  /** @param {number} player @returns {Promise<Api.Address>} */
  link(player) {
    return ask(`${this.path}/links/${player}`);
  }

  /** The address of the QR code of the same. @param {number} player @returns {string} */
  code(player) {
    return `${this.path}/codes/${player}`;
  }
}
