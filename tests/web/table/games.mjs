// Games of texts, told in the browser.

import {begin, eventsOf, readGame, redo, reopened, retell, tableOf, tell, textOf} from "/web/table/game.js";
import {parseLine} from "/web/table/text.js";
import {partsOf} from "/web/table/told.js";
import {orRefused, shown} from "./folds.mjs";

let page = {name: "", sha256: "", isWord: (_word) => false};

/** The word list of the page. */
export function use({name, sha256, list}) {
  const all = new Set(list);
  page = {name, sha256, isWord: (word) => all.has(word)};
}

/** The events that come to another table where they are told part by part. */
const otherInParts = (game) =>
  eventsOf(game).filter((told, at) => {
    const after = game.tables[at + 1];
    const then = orRefused(() => partsOf(told, after).reduce((game, part) => tell(game, part), {...game, done: at}));
    return then.refused || !same(shown(tableOf(then)), shown(after));
  });

const tablesOf = ({tables}) => tables.map((table) => shown(table));

/** The tables of games from their texts, and the text that is written of each. @param {string[]} texts */
export function told(texts) {
  return texts.map((text) => {
    const game = orRefused(() => readGame(text, page));
    return game.refused ?? {tables: tablesOf(game), text: textOf(game), inParts: otherInParts(game)};
  });
}

// Undo, redo, correct -----------------------------------------------------------------------------

/** The events folded one after the other, without anything that is kept from before. */
function foldedAnew(header, events) {
  let game = begin(header, page);
  for (const [at, told] of events.entries()) {
    const answer = orRefused(() => tell(game, told));
    if (answer.refused) return {at: at + 1, reason: answer.refused.reason};
    game = answer;
  }
  return game.tables;
}

/** Without the last event, if there is one. */
const undone = (game) => ({...game, done: Math.max(0, game.done - 1)});

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Another turn in place of one: without a purchase, with other discards, or an exchange. */
function changed({turn, came, drew}, number) {
  if (turn.kind === "words" && turn.buy) return {turn: {...turn, buy: ""}, came, drew};
  if (turn.discards) return {turn: {...turn, discards: turn.discards.slice(1)}, came, drew: drew && drew.slice(1)};
  return {turn: {...turn, replace: number % 2 ? "" : "?"}, came, drew};
}

/** Changes of every kind made to a game; where they differ from the events folded anew, and how many were refused. */
export function changes(text, number) {
  let game = readGame(text, page);
  const found = {differ: [], refused: 0, accepted: 0};
  const next = (most) => (number = (number * 48271) % 2147483647) % most;
  for (let step = 0; step < 60; step++) {
    const before = {game, json: JSON.stringify(game)};
    const events = eventsOf(game);
    const at = next(Math.max(1, events.length));
    const told = events[at];
    const [what, expected, change = () => retell(game, expected)] = [
      () => ["undo", events.slice(0, -1), () => undone(game)],
      () => ["redo", game.events.slice(0, game.done + 1), () => redo(game)],
      () => ["same", events.with(at, {...told})],
      () => ["correct", events.with(at, changed(told, number))],
      () => ["forgotten", events.toSpliced(at, 1)],
      () => ["twice", events.toSpliced(at, 0, told)],
      () => ["tell", [...events, told], () => tell(game, told)],
    ][told ? next(7) : 1]();
    const answer = orRefused(change);
    if (answer.refused) {
      found.refused++;
      const isEnd = what === "redo" && game.done === game.events.length;
      const anew = foldedAnew(game.header, expected);
      const is = {at: answer.refused.at ?? expected.length, reason: answer.refused.reason};
      if (!isEnd && !same(anew, is)) found.differ.push([what, is, anew.at ? anew : "none"]);
    } else {
      found.accepted++;
      const anew = foldedAnew(answer.header, expected);
      if (!same(anew, answer.tables.slice(0, answer.done + 1))) found.differ.push([what, at]);
      if (!same(eventsOf(answer), expected)) found.differ.push([what, "events"]);
    }
    if (JSON.stringify(before.game) !== before.json) found.differ.push([what, "the old game has changed"]);
    if (!answer.refused && (answer.done > 3 || next(9) === 0)) game = answer;
  }
  return found;
}

/** Which event no longer fits after a correction, without the reason. */
export function corrected(text, number, line) {
  const game = readGame(text, page);
  const {at, message} = orRefused(() => retell(game, eventsOf(game).with(number - 1, parseLine(line)))).refused;
  const end = "cannot be then: ";
  return {at, said: message.slice(0, message.indexOf(end) + end.length)};
}

// In a storage ------------------------------------------------------------------------------------

/** What is told of a kept game with so many turns that are done, or of another list. */
export const refusals = (text, done) => [
  orRefused(() => reopened({text, done, about: "", room: null}, page)).refused,
  orRefused(() => reopened({text, done: 0, about: "", room: null}, {...page, sha256: "0".repeat(64)})).refused,
];
