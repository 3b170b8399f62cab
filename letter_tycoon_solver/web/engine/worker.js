// Answers what the pages ask, off their thread: what a server answers to the same paths.

import {InvalidInputError, show} from "./position.js";
import {build, unpacked} from "./trie.js";
import {Turns} from "./turns.js";
import {factsOf, parseWord} from "./word-facts.js";

/** @typedef {Api.Meaning} Meaning */
/** @typedef {Api.Setup} Setup */
/** @typedef {Api.Word} Word */
/** @typedef {import("./trie.js").TrieArray} TrieArray */
/** @typedef {import("./trie.js").TrieArrays} TrieArrays */
/** @typedef {{version: string, digest: string, setup: Setup, search: import("./turns.js").SearchData, trie: import("./trie.js").TrieData, words: import("./word-facts.js").WordData}} Data */

const KEPT_TRIES = "letter-tycoon-trie";
const PARTS = "x-parts";

/** @param {string} name */
async function read(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not here (status ${response.status})`);
  return response;
}

/** A text that is packed with gzip, whatever the host says of it. @param {string} name */
async function text(name) {
  const {body} = await read(name);
  if (!body) throw new Error(`${name} is empty`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).text();
}

/** The arrays of the trie, built once for a word list and kept. @param {string[]} words @param {Data} data @returns {Promise<TrieArrays>} */
async function trieOf(words, {trie, digest}) {
  const name = new URL(`../trie-${digest}`, import.meta.url);
  const kept = await globalThis.caches?.open(KEPT_TRIES).catch(() => undefined);
  const found = await kept?.match(name);
  if (found) {
    const all = await found.arrayBuffer();
    let end = 0;
    /** @type {[string, string, number, number][]} */
    const parts = JSON.parse(found.headers.get(PARTS) ?? "[]");
    return Object.fromEntries(parts.map(([part, type, n, size]) => [part, {type, n, bytes: new Uint8Array(all, (end += size) - size, size)}]));
  }
  const built = build(words, trie);
  const parts = Object.entries(built).map(([part, {type, n, bytes}]) => [part, type, n, bytes.length]);
  const content = new Blob(Object.values(built).map(({bytes}) => bytes));
  for (const old of (await kept?.keys()) ?? []) {
    if (old.url.startsWith(String(new URL("../trie-", import.meta.url)))) await kept?.delete(old);
  }
  // Without room for it, it is built again next time.
  await kept?.put(name, new Response(content, {headers: {[PARTS]: JSON.stringify(parts)}})).catch(() => undefined);
  return built;
}

async function start() {
  const [code, packed, page] = await Promise.all([read("kernel.wasm").then((file) => file.arrayBuffer()), text("words.bin"), text("data.bin")]);
  const words = unpacked(packed);
  /** @type {Data} */
  const data = JSON.parse(page);
  const {rulesets} = data.search;
  for (const rules of Object.values(rulesets)) rules.templates = rules.templates.map((template) => BigInt64Array.from(template, BigInt));
  const turns = new Turns(await WebAssembly.compile(code), await trieOf(words, data), words, data.search);
  return {data, turns, all: new Set(words)};
}

/** What a word of the list means; null where that is not at hand. @param {string} word @param {Data} data @returns {Promise<Meaning[] | null>} */
async function meansOf(word, {words}) {
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

const starting = start();

/** @param {string | null | undefined} asked @param {Setup} setup */
function checkLexicon(asked, {lexicons}) {
  if (asked && !lexicons.includes(asked)) throw new InvalidInputError(`there is no word list ${show(asked)} here; choose one of ${lexicons.join(", ")}`);
}

/** @param {string} address @param {any} body @returns {Promise<object>} */
async function answer(address, body) {
  const [path = "", query] = address.split("?");
  const {data, turns, all} = await starting;
  if (path === "/api/status") return {state: "ready", message: "", version: data.version};
  if (path === "/api/setup") return data.setup;
  if (path === "/api/hint") {
    checkLexicon(body.lexicon, data.setup);
    return turns.hint(body);
  }
  checkLexicon(new URLSearchParams(query).get("lexicon"), data.setup);
  const word = parseWord(decodeURIComponent(path.replace("/api/words/", "")), data.words);
  const facts = factsOf(word, all, data.words, data.search.cards.cards);
  return {...facts, means: facts.is_word ? await meansOf(word, data) : null};
}

addEventListener("message", async ({data: {id, address, body}}) => {
  try {
    postMessage({id, told: await answer(address, body)});
  } catch (error) {
    const status = error instanceof InvalidInputError ? 422 : 500;
    postMessage({id, status, told: {detail: error instanceof Error ? error.message : String(error)}});
  }
});
