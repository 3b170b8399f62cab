// A worker that plays simulated games for one advice after another; see games.js.

import {gamesOf} from "./games.js";
import {build} from "./trie.js";

/** What it is asked for, by name. @type {Record<string, (...given: any[]) => unknown>} */
const calls = {
  build,
  /** @param {Parameters<typeof gamesOf>} given */
  begin: (...given) => void Object.assign(calls, gamesOf(...given)),
};

addEventListener("message", ({data: {name, given, isAsked}}) => {
  try {
    const call = calls[name];
    if (!call) throw new Error("no games can be played yet");
    const told = call(...given);
    if (isAsked) postMessage({told});
  } catch (error) {
    // What all were told needs no answer; what is asked next fails for the same reason.
    if (isAsked) postMessage({failed: error instanceof Error ? error.message : String(error)});
  }
});
