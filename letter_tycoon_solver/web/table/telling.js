// The panel for a turn that is being told: words, what was bought, the cards that came, and the letters to tap.

import {capital, card, laid, ownerOn, sign} from "../static/cards.js";
import {button, chip, el, listed, listName, pay} from "../static/dom.js";
import {cardsToFill, letterKeys} from "../static/letters.js";
import {HIDDEN} from "../engine/position.js";
import {nameOf} from "./board.js";
import {COSTS} from "./numbers.js";

/** @import {Keys} from "../static/letters.js" */
/** @import {Field, ToldTurn, Way} from "./told.js" */

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

/** Whose turn is told. @param {ToldTurn} turn */
const nameIn = ({table}) => nameOf(table, table.active);

// The panel ---------------------------------------------------------------------------------------

/** @param {ToldTurn} turn
 * @param {string} title
 * @param {HTMLElement | null} aside  Beside the title. */
export function panelParts(turn, title, aside) {
  const {table, draft} = turn;
  const who = turn.isOwn ? "you" : nameIn(turn);
  const asked = `The words were taken back. Which card did ${who} discard for them?`;
  return [
    el("div", {class: "head"}, el("h2", {class: "whose"}, sign(table.active), title), aside),
    table.phase === "penalty" ? el("p", {}, asked) : kinds(turn),
    ...(draft.kind === "word" ? wordParts(turn) : cardParts(turn)),
    doneButton(turn),
  ];
}

/** @param {ToldTurn} turn */
function kinds(turn) {
  const {draft} = turn;
  const nothing = {discards: "", came: "", drew: ""};
  const chips = KINDS.filter(([kind]) => kind !== "replace" || turn.canReplace).map(([kind, text]) => {
    const press = () => turn.choose({kind, ...nothing, field: kind === "word" ? "words" : "discards"});
    return chip(text, draft.kind === kind, `kind-${kind}`, press);
  });
  return el("div", {class: "choices", role: "group", "aria-label": "What was done"}, ...chips);
}

/** @param {ToldTurn} turn @returns {(HTMLElement | null)[]} */
function wordParts(turn) {
  const {way, needed} = turn;
  const stands = way && !turn.isTakenBack && !turn.isDoubtful && !turn.isRefused;
  return [
    wordRow(turn, way),
    verdict(turn, stands ? way : null),
    doubt(turn),
    waysToLay(turn),
    stands ? purchase(turn) : null,
    stands && needed.came ? field(turn, "came", "New in the community") : null,
    stands ? extra(turn) : null,
    stands && needed.drew ? field(turn, "drew", "You drew") : null,
    way ? challenge(turn) : null,
  ];
}

/** @param {ToldTurn} turn @param {Way | null} way */
function wordRow(turn, way) {
  const {draft, table} = turn;
  const owner = ownerOn(table);
  const plain = [...draft.words].map((letter) => {
    const upper = letter.toUpperCase();
    if (letter === "&") return el("span", {class: "and"}, "&");
    return card(upper, owner(upper), letter === upper ? "hand" : "community");
  });
  const shown = way
    ? way.words.map((word) => laid(word, owner, "large"))
    : [el("span", {class: "laid large", "aria-hidden": "true"}, ...plain)];
  const label = draft.words ? `Word: ${draft.words.toUpperCase()}` : "Word";
  const asked = `Tap the letters ${turn.isOwn ? "of your word" : `that ${nameIn(turn)} played`}`;
  const isSelected = draft.field === "words";
  const inside = draft.words ? shown : [el("span", {class: "aside"}, asked)];
  const pressed = {"aria-label": label, "aria-pressed": String(isSelected), "data-selected": isSelected};
  return button("word-field", "words", () => turn.set({field: "words"}), inside, pressed);
}

/** What the words earn, or why they cannot be. @param {ToldTurn} turn @param {Way | null} way  If they stand. */
function verdict(turn, way) {
  const {draft, table} = turn;
  const isShort = draft.words.replace("&", "").length < FEWEST_LETTERS;
  let text = turn.isRefused ? notInList(turn) : isShort ? "" : capital(turn.reading.refusal);
  if (way) {
    const royalties = way.royalties.map((n, player) => (n ? `${nameOf(table, player)} gets $${n}` : ""));
    text = [`Pays ${pay(way)}`, ...royalties].filter(Boolean).join(" · ");
  }
  return el("p", {class: "status verdict", role: "status"}, text);
}

/** @param {ToldTurn} turn */
function waysToLay(turn) {
  const all = turn.ways;
  if (all.length < 2 || turn.isTakenBack || turn.isDoubtful) return null;
  const owner = ownerOn(turn.table);
  const chips = all.map((way) => {
    const from = way.community ? `With ${listed(way.community)} of the community` : "With none of the community";
    const label = [from, ...unusual(way)].join(", ");
    const {notation} = way;
    const inside = [...way.words.map((word) => laid(word, owner, "small")), el("span", {class: "aside"}, label)];
    const pressed = {"aria-label": label, "aria-pressed": String(turn.draft.way === notation)};
    return button("chip way", notation, () => turn.choose({way: notation}), inside, pressed);
  });
  const chosen = choice("How was it laid?", ...chips);
  chosen.classList.add("ways", turn.way ? "chosen" : "open");
  return chosen;
}

/** Letters of a way that are no cards. @param {Way} way */
function unusual({words}) {
  const sources = words.flatMap(({word, sources}) => [...word].map((letter, at) => [letter, sources[at]]));
  const twice = sources.filter(([, source]) => source === "d").map(([letter]) => `${letter} twice`);
  return [...twice, ...(sources.some(([, source]) => source === "s") ? ["the S of Z"] : [])];
}

/** Who may have challenged, to be tapped. @param {ToldTurn} turn */
function challengers(turn) {
  const {table, draft} = turn;
  return table.names.flatMap((name, number) => {
    if (number === table.active) return [];
    const isOn = draft.challenger === number;
    const press = () => turn.choose({challenger: isOn ? null : number, stands: false});
    return [chip(`${name} challenged`, isOn, `challenger-${number}`, press)];
  });
}

/** Words that stand may have been challenged too. @param {ToldTurn} turn */
function challenge(turn) {
  const {challenger} = turn.draft;
  if (!turn.canChallenge || turn.unknownWords.length) return null;
  const who = nameOf(turn.table, challenger);
  const summary = who ? `Challenged by ${who}, who pays $1` : "Challenged?";
  const row = el("summary", {"data-row": "challenged"}, summary);
  return el("details", {class: "more", open: Boolean(who)}, row, el("div", {class: "choices"}, ...challengers(turn)));
}

/** Which of the words are in no list. @param {ToldTurn} turn */
function notInList(turn) {
  const unknown = turn.unknownWords;
  return `${listed(unknown)} ${unknown.length === 1 ? "is" : "are"} not in the list of ${listName(turn.list.name)}.`;
}

/** Words that are not in the list: they stand only if nobody challenged them. @param {ToldTurn} turn */
function doubt(turn) {
  const {draft} = turn;
  if (!turn.unknownWords.length || !turn.canChallenge) return null;
  const isSaid = draft.stands || draft.challenger !== null;
  const nobody = () => turn.choose({stands: true, challenger: null});
  return el(
    "div",
    // The time until it is seen begins anew with each letter.
    {class: isSaid ? "doubt" : "doubt fresh", "data-row": `doubt-${draft.words}`},
    el("p", {}, `${notInList(turn)}${draft.challenger === null ? "" : " The cards go back."}`),
    choice(
      "What happened?",
      chip("Nobody challenged", draft.stands && draft.challenger === null, "stands", nobody),
      ...challengers(turn),
    ),
  );
}

/** @param {ToldTurn} turn */
function purchase(turn) {
  const all = turn.purchasable;
  if (!all) return null;
  const buy = turn.bought;
  const chips = [...all].map((letter) => {
    const price = `$${COSTS[letter]}`;
    const press = () => turn.choose({buy: buy === letter ? "" : letter});
    return chip(`${letter} ${price}`, buy === letter, `buy-${letter}`, press, `Buy ${letter} for ${price}`);
  });
  const nothing = chip("Nothing", !buy, "buy-", () => turn.choose({buy: ""}), "Buy nothing");
  const chosen = choice(turn.isOwn ? "Do you buy?" : "Bought", nothing, ...chips);
  chosen.classList.add("purchase");
  return chosen;
}

/** Cards discarded beyond those of the words. @param {ToldTurn} turn */
function extra(turn) {
  const {draft} = turn;
  if (draft.discards || draft.field === "discards") return field(turn, "discards", "Discarded too");
  return button("quiet", "discards", () => turn.set({field: "discards"}), "More cards discarded?");
}

/** @param {ToldTurn} turn @returns {(HTMLElement | null)[]} */
function cardParts(turn) {
  const {draft} = turn;
  const titles = {exchange: "Exchanged", replace: "Replaced", pay: "Discarded", word: ""};
  const isSeen = turn.isOwn || draft.kind === "replace";
  return [
    field(turn, "discards", titles[draft.kind]),
    isSeen ? null : el("p", {class: "status"}, "? is a card that you did not see."),
    turn.needed.drew ? field(turn, "drew", "You drew") : null,
  ];
}

/** @param {ToldTurn} turn @param {Exclude<Field, "words">} name @param {string} title */
function field(turn, name, title) {
  const {draft, table} = turn;
  const size = turn.roomOf(name);
  return cardsToFill({
    name,
    title,
    cards: draft[name].slice(0, size),
    size,
    kind: name === "came" ? "community" : "hand",
    isSelected: draft.field === name,
    ownerOf: ownerOn(table),
    select: () => turn.set({field: name}),
    take: (at) => turn.take(name, at),
  });
}

/** @param {ToldTurn} turn */
function doneButton(turn) {
  const {draft} = turn;
  if (draft.kind === "word" && !turn.way && !turn.isTakenBack) return null;
  const verbs = {
    word: "played it",
    exchange: draft.discards ? `exchanged ${draft.discards.length}` : "exchanged nothing",
    replace: "replaced it",
    pay: "discarded it",
  };
  const who = turn.isOwn ? "I" : nameIn(turn);
  const press = () => turn.finish();
  return button("primary", "tell", press, `${who} ${verbs[draft.kind]}`, {disabled: !turn.isWhole});
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
