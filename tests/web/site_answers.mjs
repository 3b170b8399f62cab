// Answers by the modules of a site: node site_answers.mjs SITE < questions.json > answers.json
//
// questions   {tables, words, advice}; answers {tables, words, trie, advice} with the hint or the
//             refusal of each table, the facts of each word, the SHA-256 of each array of the trie,
//             and the last that is said of each [table, opponents, playouts]

import {createHash} from "node:crypto";
import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {gunzipSync} from "node:zlib";

const site = resolve(process.argv[2]);
const load = (name) => import(pathToFileURL(join(site, "engine", name)).href);
const text = (name) => gunzipSync(readFileSync(join(site, name))).toString();

const {InvalidInputError} = await load("position.js");
const {build, unpacked} = await load("trie.js");
const {Turns} = await load("turns.js");
const {factsOf, parseWord} = await load("word-facts.js");

const data = JSON.parse(text("data.bin"));
const {Advisor} = await load("advice.js");
const {Games} = await load("games.js");
for (const rules of Object.values(data.search.rulesets)) rules.templates = rules.templates.map((one) => BigInt64Array.from(one, BigInt));
const words = unpacked(text("words.bin"));
const trie = build(words, data.trie);
const turns = new Turns(new WebAssembly.Module(readFileSync(join(site, "kernel.wasm"))), trie, words, data.search);
const all = new Set(words);

function told(answer) {
  try {
    return answer();
  } catch (error) {
    if (error instanceof InvalidInputError) return {refusal: error.message};
    throw error;
  }
}

const bytes = (name) => gunzipSync(readFileSync(join(site, "games", data.games, name)));

function advisor() {
  const module = new WebAssembly.Module(readFileSync(join(site, "games", data.games, "kernel.wasm")));
  const advice = JSON.parse(bytes("data.bin").toString());
  const games = new Games(module, trie, data.search, advice);
  for (const n of Object.keys(advice.networks)) games.learn(Number(n), bytes(`value-${n}.bin`));
  const known = bytes("known.bin");
  games.know(build(words.filter((_, at) => (known[at >> 3] >> (at & 7)) & 1), data.trie));
  return new Advisor(module, turns, data.search, advice, {
    play: async (game, plans, nPlans, first, n) => games.play(game, plans, first, n),
    keep: async (keeping) => games.keep(keeping),
  });
}

async function advised(asked) {
  const answers = [];
  const one = advisor();
  for (const [table, against, playouts] of asked) {
    let last;
    for await (const told of one.advise(table, against, {playouts}, new AbortController().signal)) last = told;
    answers.push(last);
  }
  return answers;
}

const asked = JSON.parse(readFileSync(0).toString());
const advice = asked.advice?.length ? await advised(asked.advice) : [];
process.stdout.write(
  JSON.stringify({
    tables: asked.tables.map((table) => told(() => turns.hint(table))),
    advice,
    words: asked.words.map((word) => told(() => factsOf(parseWord(word, data.words), all, data.words))),
    trie: Object.fromEntries(Object.entries(trie).map(([name, {bytes}]) => [name, createHash("sha256").update(bytes).digest("hex")])),
  }),
);
