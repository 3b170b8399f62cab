// What the server is asked about practice, and what it answers.

import {ask, post} from "./api.js";

/** Today, where the person is: 2026-11-22. @returns {string} */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {string} date @param {string} lexicon  The word list of the hands. @returns {Promise<Api.PracticeRoom>} */
export function room(date, lexicon) {
  return ask(`/api/practice?${new URLSearchParams({date, lexicon})}`);
}

/** @param {string} position @param {string} turn  Nothing gives up. @returns {Promise<Api.Answered>} */
export function answer(position, turn) {
  return post(`/api/practice/${encodeURIComponent(position)}/answers`, {turn, date: today()});
}

/** @param {string} position @param {string} turn @returns {Promise<Api.Verdict>} */
export function verdict(position, turn) {
  return post(`/api/practice/${encodeURIComponent(position)}/verdicts`, {turn, date: today()});
}
