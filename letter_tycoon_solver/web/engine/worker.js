// Answers what the pages ask, off their thread: what a server answers to the same paths.

import {sizeOf} from "./kernel.js";
import {CARDS, LIMITS} from "../table/numbers.js";
import {doubles, factor} from "../table/rules.js";
import {count, InvalidInputError, LETTERS, refuse, show, viewOf} from "./position.js";
import {build, unpacked} from "./trie.js";
import {computersOf, turnsOf} from "./turns.js";

/** @import {AdviceData} from "./games.js" */
/** @import {Outline} from "./kernel.js" */
/** @import {TrieArrays, TrieData} from "./trie.js" */
/** @import {SearchData} from "./turns.js" */
/** @import {Rules} from "../table/rules.js" */
/** The name of the word list, the rules, the letters of the longest word of any list, and the first letters of words
 * that have definitions.
 * @typedef {{list: string, rules: Rules, longest: number, definitions: string[]}} WordData */
/** @typedef {{digest: string, setup: Api.Setup, games: string, search: SearchData, trie: TrieData,
 *   words: WordData}} Data */

const KEPT_TRIES = "letter-tycoon-trie";
const TOLD_A_SECOND = 5;
/** As many seeds as a computer has to choose by. */
const CHANCES = 2 ** 32;

/** A file of the site; one that ends in .bin is packed with gzip, whatever the host says of it. @param {string} name */
async function read(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url)).catch(() => {
    throw new Error("This is not kept in your browser yet; it needs the network once.");
  });
  if (!response.ok) throw new Error(`${name} is not here (status ${response.status})`);
  const {body} = response;
  return name.endsWith(".bin") && body ? new Response(body.pipeThrough(new DecompressionStream("gzip"))) : response;
}

/** @param {string} name */
const text = async (name) => (await read(name)).text();
/** @param {string} name */
const bytes = async (name) => new Uint8Array(await (await read(name)).arrayBuffer());

/** The arrays of a trie that was kept; null if it is not whole.
 * @param {Response} found
 * @param {Data} data
 * @returns {Promise<TrieArrays | null>} */
async function wholeTrie(found, {digest, search}) {
  const all = await found.arrayBuffer().catch(() => new ArrayBuffer(0));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  const told = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!told.startsWith(digest)) return null;
  let end = 0;
  /** @type {[string, Outline][]} */
  const outlines = Object.entries(search.arguments["trie"]);
  const arrays = outlines.map(([name, {type, shape}]) => {
    const size = (shape[0] ?? 0) * sizeOf(type);
    return [name, {type, shape, bytes: new Uint8Array(all, (end += size) - size, size)}];
  });
  return Object.fromEntries(arrays);
}

/** What people are to know once the page is ready. */
let note = "";

/** The arrays of the trie, built once for a word list and kept.
 * @param {string[]} words @param {Data} data @returns {Promise<TrieArrays>} */
async function trieOf(words, data) {
  const name = new URL(`../trie-${data.digest}`, import.meta.url);
  const kept = await globalThis.caches?.open(KEPT_TRIES).catch(() => undefined);
  const found = await kept?.match(name).catch(() => undefined);
  if (found) {
    const whole = await wholeTrie(found, data);
    if (whole) return whole;
    note = "The table of words that your browser kept was damaged. It has been made anew.";
  }
  const built = build(words, data.trie);
  const content = new Blob(Object.values(built).map(({bytes}) => bytes));
  for (const old of (await kept?.keys().catch(() => [])) ?? []) {
    if (old.url.startsWith(String(new URL("../trie-", import.meta.url)))) await kept?.delete(old);
  }
  // Without room for it, it is built again next time.
  await kept?.put(name, new Response(content)).catch(() => undefined);
  return built;
}

async function start() {
  const [code, packed, page] = await Promise.all([bytes("kernel.wasm"), text("words.bin"), text("data.bin")]);
  const words = unpacked(packed);
  /** @type {Data} */
  const data = JSON.parse(page);
  const trie = await trieOf(words, data);
  const search = await WebAssembly.compile(code);
  const turns = turnsOf(search, trie, words, data.search);
  return {data, search, turns, trie, words, all: new Set(words)};
}

/** Whoever plays simulated games: loaded when the first are to be played. */
const games = once(async () => {
  const {data, search, turns, trie, words} = await starting;
  const folder = `games/${data.games}/`;
  const [code, told] = await Promise.all([bytes(`${folder}kernel.wasm`), text(`${folder}data.bin`)]);
  const module = await WebAssembly.compile(code);
  const {advisorOf} = await import("./advisor.js");
  const {playersOf} = await import("./games.js");
  /** @type {AdviceData} */
  const advice = JSON.parse(told);
  const players = playersOf(advice.share);
  players.tell("begin", module, trie, data.search, advice);
  const advisor = advisorOf(module, turns, data.search, advice, {
    play: players.play,
    keep: (keeping, signal) => players.ask(signal, "keep", keeping),
  });
  const learn = once(async (/** @type {number} */ n) =>
    players.tell("learn", n, await bytes(`${folder}value-${n}.bin`)),
  );
  const common = once(async () => {
    const known = await bytes(`${folder}known.bin`);
    const common = words.filter((_, at) => ((known[at >> 3] ?? 0) >> (at & 7)) & 1);
    return {words: common, trie: await players.ask(null, "build", common, data.trie)};
  });
  const know = once(async () => players.tell("know", (await common(null)).trie));
  const computers = once(async () => {
    const known = await common(null);
    return computersOf(turns, turnsOf(search, known.trie, known.words, data.search), data.search, advice);
  });
  return {advisor, learn, know, computers, opponents: advice.opponents};
});

/** Does something once for each key; what has failed is tried again.
 * @template K, V @param {(key: K) => Promise<V>} work @returns {(key: K) => Promise<V>} */
function once(work) {
  /** @type {Map<K, Promise<V>>} */
  const done = new Map();
  return (key) => {
    const going = done.get(key) ?? work(key);
    done.set(key, going);
    going.catch(() => done.delete(key));
    return going;
  };
}

// What there is to know of a word: definitions/word_facts.py, and word_payout of rules/referee.py, by the site's rules.

/** Letters that need no card, the duplicate and the suffix: see most_letters of rules/referee.py. */
const WITHOUT_CARDS = 2;
const PATENT_SETS = ["", "B", "J", "K", "BJ"];

/** @param {string} text @param {WordData} data */
function parseWord(text, data) {
  const word = text.trim();
  if (!/^[a-zA-Z]+$/.test(word)) refuse(`${show(text)} is not a word; give the letters A to Z, such as JEWELS`);
  if (word.length > data.longest)
    refuse(`${show(text)} has ${word.length} letters; a word has at most ${data.longest}`);
  return word.toUpperCase();
}

/** @param {string} word  In upper case.
 * @param {Set<string>} words
 * @param {WordData} data
 * @returns {Omit<import("../static/api.js").Word, "definitions">} */
function factsOf(word, words, {list, rules}) {
  const needs = patentsNeeded(word, rules);
  const longer = `${word}S`;
  const [least = 0, most] = [LIMITS["letters"], rules.hand_size + rules.community_size + WITHOUT_CARDS];
  const isShort = word.length < least && `It is too short: a word has at least ${least} letters.`;
  const isLong = word.length > most && `It is too long: a word has at most ${most} letters.`;
  return {
    word,
    is_word: words.has(word),
    lists: {[list]: words.has(word)},
    why_not: isShort || isLong || (needs === null ? "The deck has too few cards for it." : null),
    anagrams: anagramsOf(word, words),
    near: nearWords(word, words),
    payouts: isShort || isLong ? [] : PATENT_SETS.flatMap((patents) => payout(word, patents, rules)),
    with_suffix: longer.length <= most && words.has(longer) ? longer : null,
    needs,
  };
}

/** @param {string} word @param {Set<string>} words */
function anagramsOf(word, words) {
  const sorted = (/** @type {string} */ one) => [...one].sort().join("");
  const key = sorted(word);
  return [...words].filter((one) => one.length === word.length && one !== word && sorted(one) === key);
}

/** Words that are spelled like it but for one letter. @param {string} word @param {Set<string>} words */
function nearWords(word, words) {
  const cuts = Array.from(
    {length: word.length + 1},
    (_, at) => /** @type {const} */ ([word.slice(0, at), word.slice(at)]),
  );
  const found = (/** @type {string[]} */ spelled) =>
    [...new Set(spelled)].filter((one) => one !== word && words.has(one)).sort();
  return {
    more: found(cuts.flatMap(([left, right]) => [...LETTERS].map((letter) => left + letter + right))),
    less: found(cuts.slice(0, -1).map(([left, right]) => left + right.slice(1))),
    other: found(
      cuts.slice(0, -1).flatMap(([left, right]) => [...LETTERS].map((letter) => left + letter + right.slice(1))),
    ),
  };
}

/** What a word pays to the owner of patents all of which double it; nothing if one does not.
 * @param {string} word @param {string} patents @param {Rules} rules @returns {import("../static/api.js").Payout[]} */
function payout(word, patents, rules) {
  const n = count(word, "Y");
  const ways = [0, n, Math.min(n, 1)].map((vowels) => "v".repeat(vowels) + "c".repeat(n - vowels));
  const y_as = ways.find((ys) => [...patents].every((patent) => doubles(patent, {word, sources: "", ys})));
  const doublers = patents + (word.includes("Q") ? "Q" : "");
  const times = factor(doublers.length, rules);
  const paid = (/** @type {number[]} */ column) => (column[word.length] ?? 0) * times;
  if (y_as === undefined) return [];
  return [{patents, money: paid(rules.payout.coins), stock: paid(rules.payout.stock), doublers, y_as}];
}

/** The patents that supply missing cards, null if none do. @param {string} word @param {Rules} rules */
function patentsNeeded(word, {duplicate_scope}) {
  for (const [patents, laid] of /** @type {const} */ ([
    ["", word],
    ["Z", word.endsWith("S") ? word.slice(0, -1) : word],
  ])) {
    const lacking = [...new Set(laid)].map((letter) => Math.max(0, count(laid, letter) - (CARDS[letter] ?? 0)));
    const missing = lacking.reduce((sum, n) => sum + n, 0);
    if (!missing) return patents;
    if (missing > 1) continue;
    if (laid.length > (LIMITS["forDuplicate"] ?? 0)) return `X${patents}`;
    if (duplicate_scope === "turn") return `VX${patents}`;
  }
  return null;
}

/** What a word of the list means; null where that is not at hand.
 * @param {string} word @param {Data} data @returns {Promise<import("../static/api.js").Definition[] | null>} */
async function definitionsOf(word, {words}) {
  const part = word.slice(0, 2);
  if (!words.definitions.includes(part)) return [];
  try {
    /** @type {Record<string, [string, string, string][]>} */
    const known = JSON.parse(await text(`definitions/${part}.bin`));
    return (known[word] ?? []).map(([lemma, part_of_speech, gloss]) => ({lemma, part_of_speech, gloss}));
  } catch {
    return null;
  }
}

// The answers ------------------------------------------------------------------------------------------------------

const starting = start();

/** @param {string | null | undefined} asked @param {Api.Setup} setup */
function checkLexicon(asked, {lexicons}) {
  if (asked && !lexicons.includes(asked))
    refuse(`there is no word list ${show(asked)} here; choose one of ${lexicons.join(", ")}`);
}

/** @param {string} address @param {any} body @returns {Promise<object>} */
async function answer(address, body) {
  const [path = "", query] = address.split("?");
  const {data, turns, all} = await starting;
  if (path === "/api/setup") return {...data.setup, note};
  if (path === "/api/hint") {
    checkLexicon(body.lexicon, data.setup);
    return turns.hint(body);
  }
  if (path === "/api/turn") {
    const {computer, seed, ...table} = body;
    checkLexicon(table.lexicon, data.setup);
    const computers = await (await games(null)).computers(null);
    const {rounds, ...open} = turns.open(table, turns.read(table));
    return computers.turn({table, rounds, ...open}, computer, seed / CHANCES);
  }
  checkLexicon(new URLSearchParams(query).get("lexicon"), data.setup);
  const word = parseWord(decodeURIComponent(path.replace("/api/words/", "")), data.words);
  const facts = factsOf(word, all, data.words);
  return {...facts, definitions: facts.is_word ? await definitionsOf(word, data) : null};
}

/** Tells of the best plans by simulated games, some times a second, until the end.
 * @param {string} address @param {AbortSignal} signal @param {(event: string, told: object) => void} tell */
async function advise(address, signal, tell) {
  const asked = new URL(address, import.meta.url).searchParams;
  /** @type {Api.Table} */
  const table = JSON.parse(asked.get("table") ?? "");
  const {data, turns} = await starting;
  checkLexicon(table.lexicon, data.setup);
  const {seats} = viewOf(table, turns.read(table));
  const {advisor, learn, know, opponents} = await games(null);
  const against = asked.get("against") ?? Object.keys(data.setup.opponents)[0] ?? "";
  const level = opponents[against]?.level;
  await Promise.all([learn(seats.length), level && !level.knowsAll ? know(null) : null]);
  const playouts = asked.get("playouts");
  const effort = playouts
    ? {playouts: Number(playouts)}
    : {seconds: Number(asked.get("seconds") ?? data.setup.seconds)};
  let last = -Infinity;
  for await (const told of advisor(table, against, effort, signal)) {
    if (signal.aborted) return;
    if (told.final || told.seconds - last >= 1 / TOLD_A_SECOND) {
      last = told.seconds;
      tell("advice", told);
    }
  }
}

/** @param {unknown} error */
const detailOf = (error) => ({detail: error instanceof Error ? error.message : String(error)});

/** Answers with events, until it is told to stop. @param {string} address @param {MessagePort} port */
async function stream(address, port) {
  const controller = new AbortController();
  port.onmessage = () => controller.abort();
  const tell = (/** @type {string} */ event, /** @type {object} */ told) => port.postMessage({event, told});
  try {
    await advise(address, controller.signal, tell);
    tell("done", {reason: "finished"});
  } catch (error) {
    tell("problem", detailOf(error));
    tell("done", {reason: "problem"});
  }
}

addEventListener("message", async ({data: {address, body}, ports: [port]}) => {
  if (!port) return;
  if (address.startsWith("/api/advice")) return void stream(address, port);
  try {
    port.postMessage({status: 200, told: await answer(address, body)});
  } catch (error) {
    port.postMessage({status: error instanceof InvalidInputError ? 422 : 500, told: detailOf(error)});
  }
});
