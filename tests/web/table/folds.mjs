// Games as rules.js folds them.

import {drawnFrom, InvalidInputError, LETTERS, unseenOf} from "/web/engine/position.js";
import * as numbers from "/web/table/numbers.js";
import {parseLine, turnText} from "/web/table/text.js";
import {fold, judged, mayReplace, newTable, questionOf, ranking, score, scores} from "/web/table/rules.js";

/** All numbers of the rules, with the whole rules of each name. */
export const numbersOf = () => {
  const presets = Object.keys(numbers.PRESETS).map((name) => [name, numbers.rulesNamed(name)]);
  return {...numbers, PRESETS: Object.fromEntries(presets)};
};

/** The answer, or {refused}: why there is none. @template T @param {() => T} answer */
export function orRefused(answer) {
  try {
    return answer();
  } catch (error) {
    const {at, message, cause = error} = error;
    if (!(cause instanceof InvalidInputError)) throw error;
    return {refused: {at, reason: cause.reason ?? "INVALID", message}};
  }
}

/** What is compared of a table. @param {import("/web/table/rules.js").Table} table @param {any} wanted */
export function shown(table, wanted = {}) {
  const {seats, community, discards, deck, phase, active, start, round, finalRound, replaced, failed, done} = table;
  const totals = scores(table).map(({total}) => total);
  const plain = {seats, community, discards, deck, phase, active, start, round, finalRound, replaced, failed, totals};
  const found = {...plain, ranking: ranking(table)};
  if ("turn" in wanted) found.turn = done && turnText(done.turn);
  if ("view" in wanted) found.view = seen(table);
  return found;
}

/** @param {import("/web/table/rules.js").Table} table */
function seen(table) {
  const {round, final_round: last, discards, ...position} = questionOf(table, "");
  const {hand, community, patents, money, stock, opponents} = position;
  const own = {hand, community, patents, money, stock, opponents, mayReplace: mayReplace(table)};
  const drawn = drawnFrom({hand, community, discards}, opponents.length * table.rules.hand_size);
  return {...own, rounds: last === null ? null : last - round, ...drawn, discards, deck: table.deck};
}

/** The same, whatever the order of its fields. @param {any} value @returns {string} */
function text(value) {
  if (Array.isArray(value)) return `[${value.map(text)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${name}:${text(value[name])}`)}}`;
}

/** The cards that came, as they lay in the deck. @param {any} event */
function inOrder({turn, came, drew}) {
  const first = turn.replace && turn.replace === turn.replace.toUpperCase() ? 1 : 0;
  return (drew ?? "").slice(0, first) + (came ?? "") + (drew ?? "").slice(first);
}

/** The cards that are nowhere else, where all hands are known: those of the deck. @param {any} table */
const deckOf = ({seats, community, discards}) => {
  const left = unseenOf({hand: seats.map(({hand}) => hand).join(""), community, discards});
  return left.map((n, at) => LETTERS[at].repeat(n)).join("");
};

/** What `judged` and a pile say before a turn, and is not so after it.
 * @param {any} table @param {any} event @param {any} after @param {(word: string) => boolean} isWord */
function foretold(table, event, after, isWord) {
  const wrong = [];
  const deck = inOrder(event);
  if (table.known.every(Boolean)) {
    const isShuffled = deck.length > table.deck;
    const pile = {seed: "", shuffles: 0, deck: isShuffled ? deckOf(table) : deck, discards: table.discards};
    const dealt = fold(table, {turn: event.turn, came: null, drew: null}, isWord, pile);
    const [came, drew] = [event.came || null, event.drew || null];
    if (isShuffled) {
      // Other cards come of the shuffle: as many, and told they lead to the same table.
      if (dealt.table.deck !== after.deck || dealt.pile.deck.length !== after.deck) wrong.push("deck");
      if ([...dealt.pile.deck].sort().join("") !== deckOf(dealt.table)) wrong.push("cards");
      if (text(fold(table, dealt.told, isWord).table) !== text(dealt.table)) wrong.push("told");
    } else {
      if (text(dealt.table) !== text({...after, done: {...after.done, came, drew}})) wrong.push("dealt");
      if (text(dealt.told) !== text({...event, came, drew}) || dealt.pile.deck) wrong.push("told");
    }
    if (dealt.pile.discards !== dealt.table.discards) wrong.push("pile");
  }
  const {play} = after.done;
  if (!play) return wrong;
  const {words, doublers} = event.turn;
  if (!event.turn.replace && text(judged(table, words, doublers)) !== text(play)) wrong.push("judged");
  const {money, stock} = score(play, table);
  if (money !== play.money || stock !== play.stock) wrong.push("score");
  return wrong;
}

/** Where games lead to other tables than they are to.
 * @param {{setup: any, events: any[], after: any[]}[]} games @param {string[]} words */
export function differences(games, words) {
  const known = new Set(words);
  const found = [];
  for (const [number, {setup, events, after}] of games.entries()) {
    let table = orRefused(() => newTable(setup));
    if ("refused" in table) {
      found.push({number, ...table});
      continue;
    }
    for (const [at, event] of events.entries()) {
      const before = text(table);
      const {words: laid, challenger} = event.turn;
      const isAsked = table.rules.challenge.mode !== "players" || challenger !== null;
      const asked = new Set(isAsked ? laid.map(({word}) => word) : []);
      const answer = orRefused(() => fold(table, event, (word) => (asked.has(word) ? known.has(word) : undefined)));
      if (text(table) !== before) found.push({number, at, changed: before});
      if ("refused" in answer) {
        found.push({number, at, refused: answer.refused, event, table});
        break;
      }
      const wrongBefore = foretold(table, event, answer.table, (word) => known.has(word));
      if (wrongBefore.length) found.push({number, at, event, wrongBefore});
      table = answer.table;
      const [mine, wanted] = [shown(table, after[at]), after[at]];
      const wrong = Object.keys(wanted).filter((name) => text(mine[name]) !== text(wanted[name]));
      if (wrong.length) {
        found.push({number, at, event, wrong: wrong.map((name) => [name, mine[name], wanted[name]])});
        break;
      }
    }
  }
  return found;
}

/** What the page says to a line. @param {any} table @param {string} line @param {Set<string>} known */
function answer(table, line, known) {
  const found = orRefused(() => fold(table, parseLine(line), (word) => known.has(word)));
  return found.refused ?? found;
}

/** Where lines have other answers than they are to.
 * @param {{setup: any, lines: string[], tried: [string, any][][]}[]} games @param {string[]} words */
export function answers(games, words) {
  const known = new Set(words);
  const found = [];
  for (const [number, {setup, lines, tried}] of games.entries()) {
    let table = newTable(setup);
    for (const [at, tries] of tried.entries()) {
      for (const [line, wanted] of tries) {
        const mine = answer(table, line, known);
        const isAlike = (name) => text(shown(mine.table)[name]) === text(wanted.table[name]);
        const isSame = "table" in wanted
          ? "table" in mine && Object.keys(wanted.table).every(isAlike)
          : mine.reason === wanted.reason && mine.message.length > 10;
        if (!isSame) found.push({number, at, line, mine, wanted, table});
      }
      if (at < lines.length) table = answer(table, lines[at], known).table;
    }
  }
  return found;
}

/** The table after these lines, or why one of them cannot be.
 * @param {any} setup @param {string[]} lines @param {string[]} words */
export function folded(setup, lines, words) {
  return orRefused(() => {
    let table = newTable(setup);
    for (const line of lines) ({table} = fold(table, parseLine(line), (word) => words.includes(word)));
    return {table};
  });
}
