// A table as people see it: players, cards, what is unseen, the end, the turns so far, and the panel for the turn that
// is told. What they know is a table of rules.js, and the seat of the person, null for one who only keeps score.

import {capital, card, cardRow, laid, meaning, ownerOn, patentTags, sign, slot, wealth} from "../static/cards.js";
import {cardsToFill, letterKeys} from "../static/cards.js";
import {button, chip, el, listed, listName, pay} from "../static/dom.js";
import {HIDDEN} from "../engine/position.js";
import {eventsOf, tableOf} from "./game.js";
import {COSTS} from "./numbers.js";
import {challengerOf, nCards, ranking, scores, unseen} from "./rules.js";

/** @import {Keys} from "../static/cards.js" */
/** @import {Game} from "./game.js" */
/** @import {Done, Table} from "./rules.js" */
/** @import {Field, ToldTurn, Way} from "./told.js" */
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
    const place = board.ranking.slice(0, at).flat().length + 1;
    return players.map((player) => {
      const {patent_value = 0, money = 0, stock = 0, score = 0} = board.seats[player] ?? {};
      const numbers = [patent_value, money, stock, score].map((number) => el("td", {}, String(number)));
      return el("tr", {}, el("th", {scope: "row"}, `${place}. ${nameOf(table, player)}`), ...numbers);
    });
  });
  const heads = ["", "Patents", "Money", "Stock", "Score"].map((text) =>
    text ? el("th", {scope: "col"}, text) : el("td", {}),
  );
  const places = el("table", {class: "figures"}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
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

// The turn that is told: words, what was bought, the cards that came, and the letters to tap --------------------------

const TITLES = {
  words: "Letters of the word",
  came: "Cards that came into the community",
  discards: "Cards that were discarded",
  drew: "Cards that you drew",
};
const KINDS = /** @type {const} */ ([
  ["word", "Word"],
  ["exchange", "Exchange"],
  ["replace", "Replace with Q"],
]);
const FEWEST_LETTERS = 3;

/** @param {string} title @param {...(Node | null)} chips */
function choice(title, ...chips) {
  const heading = el("span", {class: "title"}, title);
  return el("div", {class: "choices", role: "group", "aria-label": title}, heading, ...chips);
}

/** Letters of a way that are no cards. @param {Way} way */
function unusual({words}) {
  const sources = words.flatMap(({word, sources}) => [...word].map((letter, at) => [letter, sources[at]]));
  const twice = sources.filter(([, source]) => source === "d").map(([letter]) => `${letter} twice`);
  return [...twice, ...(sources.some(([, source]) => source === "s") ? ["the S of Z"] : [])];
}

/** @param {ToldTurn} turn
 * @param {string} title
 * @param {HTMLElement | null} aside  Beside the title. */
export function panelParts(turn, title, aside) {
  const {table, draft, way, needed, unknownWords, isOwn, isTakenBack, isDoubtful, isRefused} = turn;
  const owner = ownerOn(table);
  const name = nameOf(table, table.active);
  const doubter = nameOf(table, draft.challenger);
  const stands = isTakenBack || isDoubtful || isRefused ? null : way;
  const are = unknownWords.length === 1 ? "is" : "are";
  const notInList = `${listed(unknownWords)} ${are} not in the list of ${listName(turn.list.name)}.`;
  const asked = `The words were taken back. Which card did ${isOwn ? "you" : name} discard for them?`;

  function kinds() {
    const nothing = {discards: "", came: "", drew: ""};
    const chips = KINDS.filter(([kind]) => kind !== "replace" || turn.canReplace).map(([kind, text]) => {
      const press = () => turn.choose({kind, ...nothing, field: kind === "word" ? "words" : "discards"});
      return chip(text, draft.kind === kind, `kind-${kind}`, press);
    });
    return el("div", {class: "choices", role: "group", "aria-label": "What was done"}, ...chips);
  }

  /** @returns {(HTMLElement | null)[]} */
  function wordParts() {
    return [
      wordRow(),
      verdict(),
      doubt(),
      waysToLay(),
      stands ? purchase() : null,
      stands && needed.came ? field("came", "New in the community") : null,
      stands ? extra() : null,
      stands && needed.drew ? field("drew", "You drew") : null,
      way ? challenge() : null,
    ];
  }

  function wordRow() {
    const plain = [...draft.words].map((letter) => {
      const upper = letter.toUpperCase();
      if (letter === "&") return el("span", {class: "and"}, "&");
      return card(upper, owner(upper), letter === upper ? "hand" : "community");
    });
    const shown = way
      ? way.words.map((word) => laid(word, owner, "large"))
      : [el("span", {class: "laid large", "aria-hidden": "true"}, ...plain)];
    const label = draft.words ? `Word: ${draft.words.toUpperCase()}` : "Word";
    const asked = `Tap the letters ${isOwn ? "of your word" : `that ${name} played`}`;
    const isSelected = draft.field === "words";
    const inside = draft.words ? shown : [el("span", {class: "aside"}, asked)];
    const pressed = {"aria-label": label, "aria-pressed": String(isSelected), "data-selected": isSelected};
    return button("word-field", "words", () => turn.set({field: "words"}), inside, pressed);
  }

  /** What the words earn, or why they cannot be. */
  function verdict() {
    const isShort = draft.words.replace("&", "").length < FEWEST_LETTERS;
    let text = isRefused ? notInList : isShort ? "" : capital(turn.reading.refusal);
    if (stands) {
      const royalties = stands.royalties.map((n, player) => (n ? `${nameOf(table, player)} gets $${n}` : ""));
      text = [`Pays ${pay(stands)}`, ...royalties].filter(Boolean).join(" · ");
    }
    return el("p", {class: "status verdict", role: "status"}, text);
  }

  /** Words that are not in the list: they stand only if nobody challenged them. */
  function doubt() {
    if (!unknownWords.length || !turn.canChallenge) return null;
    const isSaid = draft.stands || draft.challenger !== null;
    const nobody = () => turn.choose({stands: true, challenger: null});
    const isAccepted = draft.stands && draft.challenger === null;
    return el(
      "div",
      // The time until it is seen begins anew with each letter.
      {class: isSaid ? "doubt" : "doubt fresh", "data-row": `doubt-${draft.words}`},
      el("p", {}, `${notInList}${doubter && " The cards go back."}`),
      choice("What happened?", chip("Nobody challenged", isAccepted, "stands", nobody), ...challengers()),
    );
  }

  /** Who may have challenged, to be tapped. */
  function challengers() {
    return table.names.flatMap((name, number) => {
      if (number === table.active) return [];
      const isOn = draft.challenger === number;
      const press = () => turn.choose({challenger: isOn ? null : number, stands: false});
      return [chip(`${name} challenged`, isOn, `challenger-${number}`, press)];
    });
  }

  /** Words that stand may have been challenged too. */
  function challenge() {
    if (!turn.canChallenge || unknownWords.length) return null;
    const summary = doubter ? `Challenged by ${doubter}, who pays $1` : "Challenged?";
    const row = el("summary", {"data-row": "challenged"}, summary);
    return el("details", {class: "more", open: Boolean(doubter)}, row, el("div", {class: "choices"}, ...challengers()));
  }

  function waysToLay() {
    if (turn.ways.length < 2 || isTakenBack || isDoubtful) return null;
    const chips = turn.ways.map((way) => {
      const from = way.community ? `With ${listed(way.community)} of the community` : "With none of the community";
      const label = [from, ...unusual(way)].join(", ");
      const {notation} = way;
      const inside = [...way.words.map((word) => laid(word, owner, "small")), el("span", {class: "aside"}, label)];
      const pressed = {"aria-label": label, "aria-pressed": String(draft.way === notation)};
      return button("chip way", notation, () => turn.choose({way: notation}), inside, pressed);
    });
    const chosen = choice("How was it laid?", ...chips);
    chosen.classList.add("ways", way ? "chosen" : "open");
    return chosen;
  }

  function purchase() {
    const {purchasable, bought} = turn;
    if (!purchasable) return null;
    const chips = [...purchasable].map((letter) => {
      const price = `$${COSTS[letter]}`;
      const press = () => turn.choose({buy: bought === letter ? "" : letter});
      return chip(`${letter} ${price}`, bought === letter, `buy-${letter}`, press, `Buy ${letter} for ${price}`);
    });
    const nothing = chip("Nothing", !bought, "buy-", () => turn.choose({buy: ""}), "Buy nothing");
    const chosen = choice(isOwn ? "Do you buy?" : "Bought", nothing, ...chips);
    chosen.classList.add("purchase");
    return chosen;
  }

  /** Cards discarded beyond those of the words. */
  function extra() {
    if (draft.discards || draft.field === "discards") return field("discards", "Discarded too");
    return button("quiet", "discards", () => turn.set({field: "discards"}), "More cards discarded?");
  }

  /** @returns {(HTMLElement | null)[]} */
  function cardParts() {
    const titles = {exchange: "Exchanged", replace: "Replaced", pay: "Discarded", word: ""};
    const isSeen = isOwn || draft.kind === "replace";
    return [
      field("discards", titles[draft.kind]),
      isSeen ? null : el("p", {class: "status"}, "? is a card that you did not see."),
      needed.drew ? field("drew", "You drew") : null,
    ];
  }

  /** @param {Exclude<Field, "words">} name @param {string} title */
  function field(name, title) {
    const size = turn.roomOf(name);
    return cardsToFill({
      name,
      title,
      cards: draft[name].slice(0, size),
      size,
      kind: name === "came" ? "community" : "hand",
      isSelected: draft.field === name,
      ownerOf: owner,
      select: () => turn.set({field: name}),
      take: (at) => turn.take(name, at),
    });
  }

  function doneButton() {
    if (draft.kind === "word" && !way && !isTakenBack) return null;
    const verbs = {
      word: "played it",
      exchange: draft.discards ? `exchanged ${draft.discards.length}` : "exchanged nothing",
      replace: "replaced it",
      pay: "discarded it",
    };
    const text = `${isOwn ? "I" : name} ${verbs[draft.kind]}`;
    return button("primary", "tell", turn.finish, text, {disabled: !turn.isWhole});
  }

  return [
    el("div", {class: "head"}, el("h2", {class: "whose"}, sign(table.active), title), aside),
    table.phase === "penalty" ? el("p", {}, asked) : kinds(),
    ...(draft.kind === "word" ? wordParts() : cardParts()),
    doneButton(),
  ];
}

/** The letters to tap for the field that is filled. @param {ToldTurn} turn */
export function turnKeys(turn) {
  const {draft, table} = turn;
  /** @type {Keys["extras"]} */
  const extras = [];
  const extra = (/** @type {string} */ text, /** @type {string} */ label) =>
    extras.push({text, label, press: () => turn.tap(text)});
  if (draft.field === "words" && turn.isForTwo) extra("&", "and a second word");
  if (draft.field === "discards" && !turn.isOwn) extra(HIDDEN, "A card that nobody saw");
  return letterKeys({
    title: TITLES[draft.field ?? "words"],
    isFree: (letter) => turn.canTake(letter),
    ownerOf: ownerOn(table),
    tap: (letter) => turn.tap(letter),
    erase: () => turn.erase(),
    extras,
    next: {text: turn.nextField ? "Next" : "Done", press: () => turn.set({field: turn.nextField})},
  });
}
