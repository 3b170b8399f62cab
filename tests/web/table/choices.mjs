// What the computers of a site choose from: node choices.mjs SITE < questions.json
//
// questions   [{asked, computer, chances}]; answers [{plans, weights, taken}], where taken has the
//             notation of the turn for each chance

import {readFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {gunzipSync} from "node:zlib";

const site = resolve(process.argv[2]);
const load = (...path) => import(pathToFileURL(join(...path)).href);
const bytes = (...path) => gunzipSync(readFileSync(join(site, ...path)));
const {build, unpacked} = await load(site, "engine", "trie.js");
const {computersOf, turnsOf} = await load(site, "engine", "turns.js");

const data = JSON.parse(bytes("data.bin").toString());
const advice = JSON.parse(bytes("games", data.games, "data.bin").toString());
const bits = bytes("games", data.games, "known.bin");
const words = unpacked(bytes("words.bin").toString());
const module = new WebAssembly.Module(readFileSync(join(site, "kernel.wasm")));
const finder = (list) => turnsOf(module, build(list, data.trie), list, data.search);
const known = words.filter((_, at) => (bits[at >> 3] >> (at & 7)) & 1);
const computers = computersOf(finder(words), finder(known), data.search, advice);

const answers = JSON.parse(readFileSync(0).toString()).map(({asked, computer, chances}) => {
  const choices = computers.choices(asked, computer);
  return {
    plans: choices.map(({plan}) => plan),
    weights: choices.map(({weight}) => weight),
    taken: chances.map((chance) => computers.turn(asked, computer, chance).notation),
  };
});
process.stdout.write(JSON.stringify(answers));
