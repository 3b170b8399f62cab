// Answers by the modules of a site: node site_answers.mjs SITE < questions.json > answers.json
//
// questions   {tables, words}; answers {tables, words, trie} with the hint or the refusal of each
//             table, the facts of each word, and the SHA-256 of each array of the trie

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

const asked = JSON.parse(readFileSync(0).toString());
process.stdout.write(
  JSON.stringify({
    tables: asked.tables.map((table) => told(() => turns.hint(table))),
    words: asked.words.map((word) => told(() => factsOf(parseWord(word, data.words), all, data.words, data.search.cards.cards))),
    trie: Object.fromEntries(Object.entries(trie).map(([name, {bytes}]) => [name, createHash("sha256").update(bytes).digest("hex")])),
  }),
);
