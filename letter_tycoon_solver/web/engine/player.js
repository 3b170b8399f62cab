// A worker that plays simulated games for one advice after another; see games.js.

import {gamesOf} from "./games.js";
import {build} from "./trie.js";

/** @type {ReturnType<typeof gamesOf> | undefined} */
let games;

/** @param {any} asked */
function answer(asked) {
  if (asked.begin) games = gamesOf(asked.begin.module, asked.begin.trie, asked.begin.search, asked.begin.data);
  if (asked.build) return build(asked.build.words, asked.build.data);
  if (!games) throw new Error("no games can be played yet");
  if (asked.learn) games.learn(asked.learn.players, asked.learn.weights);
  if (asked.know) games.know(asked.know);
  if (asked.keep) return games.keep(asked.keep);
  if (asked.play) return games.play(asked.play.game, asked.play.plans, asked.play.first, asked.play.n);
  return null;
}

addEventListener("message", ({data, ports: [port]}) => {
  try {
    const told = answer(data);
    port?.postMessage({told});
  } catch (error) {
    // What all were told needs no answer; what is asked next fails for the same reason.
    port?.postMessage({failed: error instanceof Error ? error.message : String(error)});
  }
});
