// Turns and games as text.js reads and writes them; in place of what it refuses stands {error}.

import {InvalidInputError} from "/web/engine/position.js";
import {gameText, lineText, parseLine, parseNames, playerNamed, readGameText, saidName} from "/web/table/text.js";

/** @template T @param {() => T} read */
function told(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInputError) return {error: error.message};
    throw error;
  }
}

/** @param {string[]} texts */
export const lines = (texts) =>
  texts.map((text) => told(() => ({...parseLine(text), text: lineText(parseLine(text))})));

/** The header, and the text written again. @param {string[]} texts */
export function games(texts) {
  return texts.map((text) =>
    told(() => {
      const {header, lines} = readGameText(text);
      return {header, text: gameText(header, lines, null)};
    }),
  );
}

/** For each list of names, how each is said, and who is meant by each text. @param {[string[], string[]][]} asked */
export function names(asked) {
  return asked.map(([all, texts]) => ({
    said: all.map((_, player) => saidName(player, all)),
    meant: texts.map((text) => told(() => playerNamed(text, all))),
  }));
}

/** @param {unknown[]} asked */
export const players = (asked) => asked.map((names) => told(() => ({names: parseNames(names)})));
