// A table as people see it: players, cards, what is unseen, the end. Hint, Track and Play show their tables by it; what
// they know is a table of rules.js, and the seat of the person, null for one who only keeps score.

import {capital, card, cardRow, laid, meaning, ownerOn, patentTags, sign, slot, wealth} from "../static/cards.js";
import {button, el, listed, pay} from "../static/dom.js";
import {eventsOf, tableOf} from "./game.js";
import {challengerOf, nCards, ranking, scores, unseen} from "./rules.js";

/** @import {Game} from "./game.js" */
/** @import {Done, Table} from "./rules.js" */
/** Whoever looks. @typedef {number | null} Me */
/** A card is tapped. @typedef {(letter: string, source: "hand" | "community") => void} Tap */

/** What a player is called at the beginning of a sentence.
 * @param {Pick<Table, "names">} table @param {number | null} player */
export const nameOf = ({names}, player) => capital(names[player ?? -1] ?? "");

/** The board of a table, as the lists of players and of plans take it. @param {Table} table @param {string} lexicon */
export function boardOf(table, lexicon) {
  const {names, active, goal, phase} = table;
  const all = scores(table);
  const seats = table.seats.map(({patents, money, stock}, player) => {
    const {total: score = 0, patents: patent_value = 0} = all[player] ?? {};
    return {name: names[player] ?? "", patents, money, stock, score, patent_value};
  });
  return {seats, active, goal, phase, lexicon, ranking: phase === "over" ? ranking(table) : []};
}

/** @param {Table} table */
export function situation({round, finalRound, goal, deck}) {
  return `Round ${round}${round === finalRound ? ", the last" : ""} · goal $${goal} · ${deck} in the deck`;
}

/** A row for each player. @param {Table} table @param {Me} me */
export function players(table, me) {
  const board = boardOf(table, "");
  const rows = board.seats.map((seat, player) => {
    const {patents, patent_value, score} = seat;
    const isActive = player === board.active && board.phase !== "over";
    const name = nameOf(table, player);
    const aside = (/** @type {string} */ text) => el("span", {class: "aside"}, text);
    const value = aside(`patents $${patent_value} of $${board.goal}`);
    return el(
      "li",
      {class: "seat-line", "data-active": isActive, "aria-current": isActive ? "true" : null},
      sign(player),
      el("span", {class: "name"}, player === me && name !== "You" ? `${name} (you)` : name),
      el("span", {class: "wealth"}, aside("money "), ...wealth(seat).childNodes),
      el("span", {class: "score"}, board.ranking[0]?.includes(player) ? "★ " : "", aside("score "), String(score)),
      patents ? el("span", {class: "patents"}, value, ...patentTags(patents)) : null,
    );
  });
  return el("ol", {class: "seats-list", "aria-label": "Players"}, ...rows);
}

/** The community and the hand; its cards can be tapped while words are told.
 * @param {Table} table @param {Me} me @param {Tap | null} tap */
export function cards(table, me, tap) {
  const owner = ownerOn(table);
  const hand = me === null ? "" : (table.seats[me]?.hand ?? "");
  const row = (/** @type {"hand" | "community"} */ kind, /** @type {string} */ title, /** @type {string} */ held) => {
    const each = [...held].map((letter, at) => {
      const label = `${letter} of ${kind === "hand" ? "your hand" : "the community"}`;
      const press = tap && {"aria-label": label, "data-row": `${kind}-${at}`, onclick: () => tap(letter, kind)};
      return slot(card(letter, owner(letter), kind), press);
    });
    return cardRow(kind === "hand" ? "long" : "short", title, each);
  };
  // While others play, one's own cards take little room.
  const small = () => {
    const laid = [...hand].map((letter) => card(letter, owner(letter)));
    return cardRow("short", "Hand", [el("span", {class: "laid small"}, ...laid)]);
  };
  const isOwn = table.active === me && table.phase !== "over";
  const own = me === null ? null : isOwn ? row("hand", "Hand", hand) : small();
  return el("div", {class: "lying"}, row("community", "Community", table.community), own);
}

/** @param {Table} table @param {Me} me @param {boolean} isOpen */
export function unseenCards(table, me, isOpen) {
  const all = Object.entries(unseen(table, me));
  const total = all.reduce((sum, [, n]) => sum + n, 0);
  const most = Math.max(...all.map(([, n]) => n), 1);
  const items = all.map(([letter, n]) =>
    el(
      "li",
      {"data-none": n === 0},
      el("span", {class: "letter"}, letter),
      el("meter", {min: 0, max: most, value: n, "aria-hidden": "true"}),
      el("span", {class: "count"}, String(n)),
    ),
  );
  return el(
    "details",
    {class: "unseen-cards", open: isOpen},
    el("summary", {"data-row": "unseen"}, `Unseen: ${nCards(total)}`),
    el("p", {class: "aside"}, "In the deck, in other hands, and discards that nobody saw."),
    el("ul", {class: "counts", "aria-label": "Unseen cards by letter"}, ...items),
  );
}

/** The end: who has won, and who has come second and so on, with what. @param {Table} table */
export function result(table) {
  const board = boardOf(table, "");
  const [first = []] = board.ranking;
  const winners = listed(first.map((player) => nameOf(table, player)));
  const title = `${winners} ${first.length > 1 ? "share the victory" : "wins"}`;
  const rows = board.ranking.flatMap((players, at) => {
    const place = el("td", {}, `${board.ranking.slice(0, at).flat().length + 1}.`);
    return players.map((player) => {
      const {patent_value = 0, money = 0, stock = 0, score = 0} = board.seats[player] ?? {};
      const numbers = [patent_value, money, stock, score].map((number) => el("td", {}, String(number)));
      return el("tr", {}, place.cloneNode(true), el("th", {scope: "row"}, nameOf(table, player)), ...numbers);
    });
  });
  const heads = ["", "", "Patents", "Money", "Stock", "Score"].map((text) =>
    text ? el("th", {scope: "col"}, text) : el("td", {}),
  );
  const places = el("table", {class: "places"}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  return el("section", {class: "result", "aria-label": "Result"}, el("h2", {}, title), places);
}

// The list of turns ------------------------------------------------------------------------------------------------

/** What can be done with an event that was told, by its number from 0.
 * @typedef {Record<"correct" | "insert" | "remove", (at: number) => void>} Actions */

/** The cards, or how many there are if nobody saw them. @param {string} cards */
function said(cards) {
  if (!/^\?+$/.test(cards)) return [...cards.toUpperCase()].join(" ");
  return cards.length === 1 ? "a card" : `${cards.length} cards`;
}

/** The words were played and went back. @param {Done} done */
const isTakenBack = ({turn, play}) => turn.words.length > 0 && !play;

/** The parts of a turn besides its words; only who drew sees what it was.
 * @param {Done} done @param {string[]} names @param {Me} me */
function besides(done, names, me) {
  const {turn, came, drew, player} = done;
  const {replace, kind, buy, discards} = turn;
  const who = names[challengerOf(turn, names) ?? -1];
  return [
    replace && `replaced ${said(replace)} with Q`,
    kind === "exchange" ? `exchanged ${said(discards) || "nothing"}` : "",
    who ? `challenged by ${who}` : "",
    isTakenBack(done) ? "taken back" : "",
    buy && `bought ${buy}`,
    discards && kind !== "exchange" ? `discarded ${said(discards)}` : "",
    drew && player === me && `drew ${said(drew)}`,
    came && `${said(came)} came`,
  ].filter(Boolean);
}

/** What the last turn did: the money and stock of everyone who was paid. @param {Table} before @param {Table} after */
export function eventText(before, after) {
  const {done, names, seats, finalRound} = after;
  if (!done) return "";
  const {turn, player} = done;
  const words = turn.words.map(({word}) => word).join(" and ");
  const what = [words, ...besides({...done, came: null}, names, null)].filter(Boolean).join(", ");
  const parts = [`${nameOf(after, player)}: ${what}`];
  if (turn.challenger !== null && done.play) parts.push("the challenge was wrong");
  for (const [at, seat] of seats.entries()) {
    const old = before.seats[at];
    if (old?.money !== seat.money || old.stock !== seat.stock) parts.push(`${nameOf(after, at)} has ${pay(seat)}`);
  }
  const isReached = finalRound !== null && before.finalRound === null && after.phase !== "over";
  if (isReached) parts.push(`the goal is reached, round ${finalRound} is the last`);
  return `${parts.join("; ")}.`;
}

/** The number of the turn of the last event; what follows a card replaced with Q, or pays for a word, is of the same
 * turn.
 * @param {Game} game
 * @param {number} n  How many events. */
export function turnNumber({tables}, n) {
  const players = tables.slice(0, n).map(({active}) => active);
  return players.filter((player, at) => player !== players[at - 1]).length;
}

/** The list; of the open one there is what its words mean, and what can be done with it.
 * @param {Game} game
 * @param {Me} me
 * @param {number} most  How many are shown.
 * @param {number} open  Its number, from 1; 0 for none.
 * @param {(number: number) => void} toggle
 * @param {Actions | null} actions  Null where turns stay as they are. */
export function turnList(game, me, most, open, toggle, actions) {
  const lexicon = game.words.name;
  const table = tableOf(game);
  const owner = ownerOn(table);
  const action = (/** @type {string} */ text, /** @type {() => void} */ press) => button("quiet", text, press, text);
  const items = eventsOf(game).map((_, at) => {
    const number = at + 1;
    const done = /** @type {Done} */ (game.tables[number]?.done);
    const {player, turn} = done;
    const name = el("span", {class: "name"}, nameOf(table, player), " ");
    const inside = [
      el("span", {class: "number"}, `${turnNumber(game, number)}.`),
      sign(player),
      el("span", {class: "what"}, name, ...turn.words.map((word) => laid(word, owner, "small"))),
      el("span", {class: "aside"}, besides(done, game.header.players, me).join(" · ")),
    ];
    const isOpen = {"aria-expanded": String(open === number)};
    const row = button("turn", `turn-${number}`, () => toggle(number), inside, isOpen);
    const foot = el(
      "div",
      {class: "foot"},
      ...turn.words.map(({word}) => meaning(word, lexicon, el("span", {class: "name"}, word))),
      ...(actions
        ? [
            action("Correct", () => actions.correct(at)),
            action("Insert one before", () => actions.insert(at)),
            action("Remove", () => actions.remove(at)),
          ]
        : []),
    );
    const look = {class: open === number ? "open" : "", "data-row": `of-${number}`};
    return el("li", look, row, open === number ? foot : null);
  });
  return el("ol", {class: "turns", "aria-label": "Turns, the last one first"}, ...items.reverse().slice(0, most));
}
