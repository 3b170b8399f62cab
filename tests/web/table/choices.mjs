// What the computers of a site choose from, asked of a page of its host.
//
// questions   [{asked, computer, chances}]; answers [{plans, weights, taken}], where taken has the
//             notation of the turn for each chance
async (questions) => {
  const unpacked = (body) => new Response(body.pipeThrough(new DecompressionStream("gzip")));
  const read = async (name) => unpacked((await fetch(`/${name}`)).body);
  const trie = await import("/engine/trie.js");
  const {computersOf, turnsOf} = await import("/engine/turns.js");

  const data = await (await read("data.bin")).json();
  const advice = await (await read(`games/${data.games}/data.bin`)).json();
  const bits = new Uint8Array(await (await read(`games/${data.games}/known.bin`)).arrayBuffer());
  const words = trie.unpacked(await (await read("words.bin")).text());
  const module = await WebAssembly.compile(await (await fetch("/kernel.wasm")).arrayBuffer());
  const finder = (list) => turnsOf(module, trie.build(list, data.trie), list, data.search);
  const known = words.filter((_, at) => (bits[at >> 3] >> (at & 7)) & 1);
  const computers = computersOf(finder(words), finder(known), data.search, advice);

  return questions.map(({asked, computer, chances}) => {
    const choices = computers.choices(asked, computer);
    return {
      plans: choices.map(({plan}) => plan),
      weights: choices.map(({weight}) => weight),
      taken: chances.map((chance) => computers.turn(asked, computer, chance).notation),
    };
  });
}
