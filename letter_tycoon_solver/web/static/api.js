// What the server is asked, and what it answers; /api/openapi.json describes the same.

import {request} from "./request.js";

/** @typedef {"hand" | "community" | "duplicate" | "suffix"} Source */
/** @typedef {"" | "vowel" | "consonant"} YAs */
/** @typedef {{patents: string, money: number, stock: number}} Rival */
/** @typedef {{hand: string, community: string, patents: string, money: number, stock: number, opponents: Rival[], replaced: boolean, ruleset?: string, lexicon: string | null}} Table */
/** @typedef {{letter: string, source: Source, y_as: YAs}} LaidLetter */
/** @typedef {{word: string, letters: LaidLetter[], doublers: string}} LaidWord */
/** @typedef {{opponent: number, dollars: number, letters: string}} Royalty */
/** @typedef {{total: number, margin: number, patent: number, leave: number, community: number}} Equity */
/** @typedef {{notation: string, replace: string, words: LaidWord[], money: number, stock: number, royalties: Royalty[], purchasable: string, buy: string, discards: string, kept: string, equity: Equity}} Plan */
/** @typedef {{plans: Plan[], note: string, advice_needs: string, tables: string}} Hint */
/** @typedef {{value: number | null, error: number | null}} Chance */
/** @typedef {{plan: Plan, playouts: number, win: Chance, margin: Chance, whole: boolean, reasons: string[]}} RankedTurn */
/** @typedef {{plans: RankedTurn[], playouts: number, seconds: number, settled: boolean, final: boolean, against: string}} Advice */
/** @typedef {{patents: string, money: number, stock: number, doublers: string, y_as: YAs[]}} Pays */
/** @typedef {{lemma: string, part_of_speech: string, gloss: string}} Meaning */
/** @typedef {{word: string, is_word: boolean, lists: Record<string, boolean>, why_not: string, means: Meaning[] | null, anagrams: string[], pays: Pays[], with_suffix: string, needs: string}} Word */
/** @typedef {{letter: string, cards: number, cost: number, ability: string}} Letter */
/** @typedef {{name: string, hand: number, community: number, goals: Record<string, number>}} Rules */
/** @typedef {{name: string, called: string}} Opponents  What advice can take them for. */
/** @typedef {{letters: Letter[], lexicons: string[], rulesets: Rules[], opponents: Opponents[], max_opponents: number, seconds: number, max_seconds: number}} Setup */
/** @typedef {{state: "starting" | "ready", message: string, version: string}} Status */

const MILLISECONDS_BETWEEN_LOOKS = 500;

/** The server has answered that it cannot be; the message is its own. */
export class ProblemError extends Error {
  /**
   * @param {string} message
   * @param {any} [told]  The whole answer.
   */
  constructor(message, told = {}) {
    super(message);
    this.told = told;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, options) {
  let response;
  try {
    response = await request(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ProblemError("The server does not answer. Is letter-tycoon serve still running?");
  }
  const told = await response.json().catch((error) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ProblemError(`What answers at this address is not letter-tycoon serve, or has been cut off (status ${response.status}). Try again.`);
  });
  if (!response.ok) throw new ProblemError(told.detail ?? `The server has refused this (status ${response.status}).`, told);
  return told;
}

/**
 * Sends something as JSON.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<any>}
 */
export function post(path, body, signal = null) {
  const headers = {"Content-Type": "application/json"};
  return ask(path, {method: "POST", headers, body: JSON.stringify(body), signal});
}

/**
 * Waits until the server is ready; says meanwhile what it is doing.
 * @param {(message: string) => void} tell
 * @returns {Promise<Setup>}
 */
export async function whenReady(tell) {
  for (;;) {
    try {
      /** @type {Status} */
      const status = await ask("/api/status");
      if (status.state === "ready") break;
      tell(`Starting … ${status.message}`);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_LOOKS));
  }
  tell("");
  return ask("/api/setup");
}

/**
 * @param {Table} table
 * @param {AbortSignal} signal
 * @returns {Promise<Hint>}
 */
export function hint(table, signal) {
  return post("/api/hint", table, signal);
}

/**
 * @param {string} word
 * @param {string} lexicon
 * @param {AbortSignal} signal
 * @returns {Promise<Word>}
 */
export function word(word, lexicon, signal) {
  const query = new URLSearchParams({lexicon});
  return ask(`/api/words/${encodeURIComponent(word)}?${query}`, {signal});
}

/**
 * The address of the stream of a simulation.
 * @param {Table} table
 * @param {string} against  What the opponents are taken for.
 * @returns {string}
 */
export function adviceAddress(table, against) {
  return `/api/advice?${new URLSearchParams({table: JSON.stringify(table), against})}`;
}
