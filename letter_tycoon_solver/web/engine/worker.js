// Answers what the pages ask, off their thread: what a server answers to the same paths.

import {sizeOf} from "./kernel.js";
import {InvalidInputError, refuse, show, viewOf} from "./position.js";
import {build, unpacked} from "./trie.js";
import {turnsOf} from "./turns.js";
import {factsOf, parseWord} from "./word-facts.js";

/** @import {AdviceData} from "./games.js" */
/** @import {Outline} from "./kernel.js" */
/** @import {TrieArrays, TrieData} from "./trie.js" */
/** @import {SearchData} from "./turns.js" */
/** @import {WordData} from "./word-facts.js" */
/** @typedef
 * {{digest: string, setup: Api.Setup, games: string, search: SearchData,
 *   trie: TrieData, words: WordData}}
 * Data */

const KEPT_TRIES = "letter-tycoon-trie";
const TOLD_A_SECOND = 5;
/** As many seeds as a computer has to choose by. */
const CHANCES = 2 ** 32;

/** @param {string} name */
async function read(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url)).catch(() => {
    throw new Error("This is not kept in your browser yet; it needs the network once.");
  });
  if (!response.ok) throw new Error(`${name} is not here (status ${response.status})`);
  return response;
}

/** What is packed with gzip, whatever the host says of it. @param {string} name */
async function unzipped(name) {
  const {body} = await read(name);
  if (!body) throw new Error(`${name} is empty`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}

/** @param {string} name */
const text = async (name) => (await unzipped(name)).text();
/** @param {string} name */
const bytes = async (name) => new Uint8Array(await (await unzipped(name)).arrayBuffer());

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
  const [code, packed, page] = await Promise.all([
    read("kernel.wasm").then((file) => file.arrayBuffer()),
    text("words.bin"),
    text("data.bin"),
  ]);
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
  const [code, told] = await Promise.all([
    read(`${folder}kernel.wasm`).then((file) => file.arrayBuffer()),
    text(`${folder}data.bin`),
  ]);
  const module = await WebAssembly.compile(code);
  const {advisorOf} = await import("./advice.js");
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
    const {computersOf} = await import("../table/computers.js");
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

/** What a word of the list means; null where that is not at hand.
 * @param {string} word @param {Data} data @returns {Promise<Api.Definition[] | null>} */
async function meansOf(word, {words}) {
  const part = word.slice(0, 2);
  if (!words.definitions.includes(part)) return [];
  try {
    /** @type {Record<string, [string, Api.PartOfSpeech, string][]>} */
    const known = JSON.parse(await text(`definitions/${part}.bin`));
    return (known[word] ?? []).map(([lemma, part_of_speech, gloss]) => ({lemma, part_of_speech, gloss}));
  } catch {
    return null;
  }
}

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
  return {...facts, means: facts.is_word ? await meansOf(word, data) : null};
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
  const against = asked.get("against") ?? data.setup.opponents[0]?.name ?? "";
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
