// A turn that is being told, letter by letter, and the panel for it: words, what was bought, the cards that came.

import {costOf} from "./board.js";
import {capital, card, laid, ownerOf, ownerOn, sign} from "../static/cards.js";
import {button, chip, el, listed, pay, released} from "../static/dom.js";
import {cardsToFill, letterKeys} from "../static/letters.js";
import {HIDDEN} from "../engine/position.js";
import * as told from "./told.js";

/** @typedef {import("../static/api.js").WordList} WordList */
/** @typedef {import("./rules.js").Table} Table */
/** @typedef {import("./told.js").Draft} Draft */
/** @typedef {import("./told.js").Field} Field */
/** @typedef {import("./told.js").Telling} Telling */
/** @typedef {import("./told.js").Way} Way */
/**
 * What the panel shows.
 * @typedef {object} Panel
 * @property {ToldTurn} turn
 * @property {string} title
 * @property {HTMLElement | null} aside  Beside the title.
 * @property {HTMLElement} verdict  What the words earn, or why they cannot be: always the same, so that it is heard.
 */
/**
 * What else happens.
 * @typedef {object} Handlers
 * @property {() => void} show  Something has changed, which is to be seen and kept.
 * @property {() => void} done  All is told.
 * @property {(error: unknown) => void} tell  The word list did not answer.
 */

/** A turn that is being told at a table. */
export class ToldTurn {
  #list;
  #handlers;
  /** @type {Telling} */
  #telling;

  /**
   * @param {WordList} list
   * @param {Table} table  As it is before the turn.
   * @param {Draft} draft
   * @param {Handlers} handlers
   * @param {boolean} [isDealt]  The cards that come are dealt by the page, and not told.
   */
  constructor(list, table, draft, handlers, isDealt = false) {
    this.#list = list;
    this.#handlers = handlers;
    this.#telling = {draft, table, isWord: (word) => list.find(word), isDealt};
    this.#askWords();
  }

  get telling() {
    return this.#telling;
  }

  /** The name of the word list. */
  get lexicon() {
    return this.#list.name;
  }

  get draft() {
    return this.#telling.draft;
  }

  get table() {
    return this.#telling.table;
  }

  /** Asks if the words are in the list, and shows what follows from it. */
  async #askWords() {
    const unknown = told.wordsOf(this.draft).filter((word) => this.#list.find(word) === undefined);
    if (!unknown.length) return;
    try {
      await this.#list.ask(unknown);
      await released();
      this.#handlers.show();
    } catch (error) {
      this.#handlers.tell(error);
    }
  }

  // Letters ---------------------------------------------------------------------------------------

  /** A key of the keyboard; true if it does something. @param {string} key */
  press(key) {
    if (/^[A-Z&?]$/.test(key)) this.#type(key);
    else if (key === "Backspace") this.erase();
    else if (key === "Enter") this.next();
    else return false;
    return true;
  }

  /** @param {string} letter */
  #type(letter) {
    const {draft, table} = this;
    if (table.phase === "over") return;
    if (draft.field === null && draft.kind === "word" && letter !== HIDDEN)
      this.#telling = {...this.#telling, draft: {...draft, field: "words"}};
    this.tap(letter);
  }

  /** The action of a tap on a card of the table; null where cards cannot be tapped. */
  get tapCard() {
    const {draft, table} = this;
    if (draft.field !== "words" || table.phase !== "start") return null;
    return (/** @type {string} */ letter, /** @type {string} */ source) =>
      this.tap(source === "community" ? letter.toLowerCase() : letter);
  }

  /** @param {string} letter  A small one is a card of the community. */
  tap(letter) {
    const {draft} = this;
    const {field} = draft;
    if (!field || !this.canTake(letter)) return;
    if (field === "words") {
      this.set({words: draft.words + letter, challenger: null, stands: false});
      return;
    }
    this.set({[field]: draft[field] + letter});
    const isFull = this.draft[field].length >= told.roomOf(this.#telling, field);
    const isOpen = field === "discards" && (draft.kind === "word" || draft.kind === "exchange");
    if (isFull && !isOpen) this.next();
  }

  /** @param {string} letter */
  canTake(letter) {
    const {draft, table} = this;
    const {field, words} = draft;
    if (!field || draft[field].length >= told.roomOf(this.#telling, field)) return false;
    if (letter === "&") return field === "words" && this.isForTwo && words !== "" && !words.includes("&");
    if (letter === HIDDEN) return field === "discards" && !told.isOwn(table);
    return told.leftOf(this.#telling, letter.toUpperCase()) > 0;
  }

  /** Can two words be laid? */
  get isForTwo() {
    return this.table.seats[this.table.active]?.patents.includes("V") ?? false;
  }

  erase() {
    const {draft} = this;
    if (!draft.field) return;
    const shorter = draft[draft.field].slice(0, -1);
    this.set(draft.field === "words" ? {words: shorter, challenger: null, stands: false} : {[draft.field]: shorter});
  }

  /** Takes a card out again. @param {Field} field @param {number} at */
  take(field, at) {
    const cards = this.draft[field];
    this.set({[field]: cards.slice(0, at) + cards.slice(at + 1), field});
  }

  // Fields ----------------------------------------------------------------------------------------

  /** @param {Partial<Draft>} change */
  set(change) {
    const draft = {...this.draft, ...change};
    this.#telling = {...this.#telling, draft};
    draft.way = told.fittingWay(this.#telling);
    // As many cards as there are places; while there may be other letters, none go.
    if (draft.field !== "words" && told.wayOf(this.#telling)) {
      const need = told.needed(this.#telling);
      draft.came = draft.came.slice(0, need.came);
      draft.drew = draft.drew.slice(0, need.drew);
    }
    this.#handlers.show();
    this.#askWords();
  }

  /** After what was bought, or how it was laid, the word is whole: the letters are for what came.
   * @param {Partial<Draft>} change */
  choose(change) {
    this.set(change);
    const isOfWord = "way" in change || "buy" in change;
    const {field} = this.draft;
    if (isOfWord && (field ?? "words") === "words" && told.wayOf(this.#telling)) this.next();
  }

  /** @param {Field | null} field */
  select(field) {
    this.set({field});
  }

  /** The letters go where some are missing; where none are, the turn is done when that is said once more. */
  next() {
    const field = this.nextField;
    if (this.draft.field === null && told.isWhole(this.#telling)) this.finish();
    else this.select(field);
  }

  /** Hands the turn over: all is told. */
  finish() {
    this.#handlers.done();
  }

  get nextField() {
    return told.nextField(this.#telling);
  }

  /** As the rules take it. */
  get told() {
    return told.toldBy(this.#telling);
  }
}

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

/** Whose turn is told. @param {Telling} telling */
const nameIn = ({table: {names, active}}) => capital(names[active] ?? "");

// The panel ---------------------------------------------------------------------------------------

/** @param {Panel} panel @returns {(HTMLElement | null)[]} */
export function panelParts(panel) {
  const {telling, table, draft} = panel.turn;
  const who = told.isOwn(table) ? "you" : nameIn(telling);
  const asked = `The words were taken back. Which card did ${who} discard for them?`;
  const heading = el("h2", {class: "whose"}, sign(table.active), panel.title);
  return [
    el("div", {class: "head"}, heading, panel.aside),
    table.phase === "penalty" ? el("p", {}, asked) : kinds(panel),
    ...(draft.kind === "word" ? wordParts(panel) : cardParts(panel)),
    doneButton(panel),
  ];
}

/** @param {Panel} panel */
function kinds({turn}) {
  const {table, draft} = turn;
  const nothing = {discards: "", came: "", drew: ""};
  const chips = KINDS.filter(([kind]) => kind !== "replace" || told.canReplace(table)).map(([kind, text]) => {
    const press = () => turn.choose({kind, ...nothing, field: kind === "word" ? "words" : "discards"});
    return chip(text, draft.kind === kind, `kind-${kind}`, press);
  });
  return el("div", {class: "choices", role: "group", "aria-label": "What was done"}, ...chips);
}

/** @param {Panel} panel @returns {(HTMLElement | null)[]} */
function wordParts(panel) {
  const {telling} = panel.turn;
  const way = told.wayOf(telling);
  const stands = way && !told.isTakenBack(telling) && !told.isDoubtful(telling) && !told.isRefused(telling);
  const need = told.needed(telling);
  return [
    wordRow(panel, way),
    verdict(panel, stands ? way : null),
    doubt(panel),
    waysToLay(panel),
    stands ? purchase(panel) : null,
    stands && need.came ? field(panel, "came", "New in the community") : null,
    stands ? extra(panel) : null,
    stands && need.drew ? field(panel, "drew", "You drew") : null,
    way ? challenge(panel) : null,
  ];
}

/** @param {Panel} panel @param {Way | null} way */
function wordRow({turn}, way) {
  const {telling, draft, table} = turn;
  const owner = (/** @type {string} */ letter) => ownerOf(table, letter);
  const plain = [...draft.words].map((letter) => {
    const upper = letter.toUpperCase();
    if (letter === "&") return el("span", {class: "and"}, "&");
    return card(upper, owner(upper), letter === upper ? "hand" : "community");
  });
  const shown = way
    ? way.words.map((word) => laid(word, owner, "large"))
    : [el("span", {class: "laid large", "aria-hidden": "true"}, ...plain)];
  const label = draft.words ? `Word: ${draft.words.toUpperCase()}` : "Word";
  const asked = `Tap the letters ${told.isOwn(table) ? "of your word" : `that ${nameIn(telling)} played`}`;
  const isSelected = draft.field === "words";
  const inside = draft.words ? shown : [el("span", {class: "aside"}, asked)];
  const pressed = {"aria-label": label, "aria-pressed": String(isSelected), "data-selected": isSelected};
  return button("word-field", "words", () => turn.select("words"), inside, pressed);
}

/** @param {Panel} panel @param {Way | null} way  If the words stand. */
function verdict(panel, way) {
  const {verdict} = panel;
  const {telling} = panel.turn;
  const text = () => {
    if (way) {
      const royalties = way.royalties.flatMap((n, player) =>
        n ? [`${capital(telling.table.names[player] ?? "")} gets $${n}`] : [],
      );
      return [`Pays ${pay(way)}`, ...royalties].join(" · ");
    }
    if (told.isRefused(telling)) return notInList(panel);
    const letters = telling.draft.words.replace("&", "").length;
    return letters < FEWEST_LETTERS ? "" : capital(told.readingOf(telling).refusal);
  };
  if (verdict.textContent !== text()) verdict.textContent = text();
  return verdict;
}

/** @param {Panel} panel */
function waysToLay({turn}) {
  const {telling} = turn;
  const all = told.waysOf(telling);
  if (all.length < 2 || told.isTakenBack(telling) || told.isDoubtful(telling)) return null;
  const owner = (/** @type {string} */ letter) => ownerOf(telling.table, letter);
  const chips = all.map((way) => {
    const from = way.community ? `With ${listed(way.community)} of the community` : "With none of the community";
    const label = [from, ...unusual(way)].join(", ");
    const {notation} = way;
    const inside = [...way.words.map((word) => laid(word, owner, "small")), el("span", {class: "aside"}, label)];
    const pressed = {"aria-label": label, "aria-pressed": String(telling.draft.way === notation)};
    return button("chip way", notation, () => turn.choose({way: notation}), inside, pressed);
  });
  const chosen = choice("How was it laid?", ...chips);
  chosen.classList.add("ways", told.wayOf(telling) ? "chosen" : "open");
  return chosen;
}

/** Letters of a way that are no cards. @param {Way} way */
function unusual({words}) {
  const sources = words.flatMap(({word, sources}) => [...word].map((letter, at) => [letter, sources[at]]));
  const twice = sources.filter(([, source]) => source === "d").map(([letter]) => `${letter} twice`);
  return [...twice, ...(sources.some(([, source]) => source === "s") ? ["the S of Z"] : [])];
}

/** Who may have challenged, to be tapped. @param {Panel} panel */
function challengers({turn}) {
  const {table, draft} = turn;
  return table.names.flatMap((name, number) => {
    if (number === table.active) return [];
    const isOn = draft.challenger === number;
    const press = () => turn.choose({challenger: isOn ? null : number, stands: false});
    return [chip(`${name} challenged`, isOn, `challenger-${number}`, press)];
  });
}

/** Words that stand may have been challenged too. @param {Panel} panel */
function challenge(panel) {
  const {telling} = panel.turn;
  const {challenger} = telling.draft;
  if (!told.canChallenge(telling.table) || told.unknownWords(telling).length) return null;
  const who = challenger === null ? "" : capital(telling.table.names[challenger] ?? "");
  const summary = who ? `Challenged by ${who}, who pays $1` : "Challenged?";
  const row = el("summary", {"data-row": "challenged"}, summary);
  return el("details", {class: "more", open: Boolean(who)}, row, el("div", {class: "choices"}, ...challengers(panel)));
}

/** Which of the words are in no list. @param {Panel} panel */
function notInList({turn}) {
  const unknown = told.unknownWords(turn.telling);
  return `${listed(unknown)} ${unknown.length === 1 ? "is" : "are"} not in ${turn.lexicon}.`;
}

/** Words that are not in the list: they stand only if nobody challenged them. @param {Panel} panel */
function doubt(panel) {
  const {telling, draft, table} = panel.turn;
  const unknown = told.unknownWords(telling);
  if (!unknown.length || !told.canChallenge(table)) return null;
  const isSaid = draft.stands || draft.challenger !== null;
  const nobody = () => panel.turn.choose({stands: true, challenger: null});
  return el(
    "div",
    {class: isSaid ? "doubt" : "doubt fresh"},
    el("p", {}, `${notInList(panel)}${draft.challenger === null ? "" : " The cards go back."}`),
    choice(
      "What happened?",
      chip("Nobody challenged", draft.stands && draft.challenger === null, "stands", nobody),
      ...challengers(panel),
    ),
  );
}

/** @param {Panel} panel */
function purchase({turn}) {
  const {telling} = turn;
  const all = told.purchasableOf(telling);
  if (!all) return null;
  const buy = told.boughtIn(telling);
  const chips = [...all].map((letter) => {
    const price = `$${costOf(letter)}`;
    const press = () => turn.choose({buy: buy === letter ? "" : letter});
    return chip(`${letter} ${price}`, buy === letter, `buy-${letter}`, press, `Buy ${letter} for ${price}`);
  });
  const nothing = chip("Nothing", !buy, "buy-", () => turn.choose({buy: ""}), "Buy nothing");
  const chosen = choice(told.isOwn(telling.table) ? "Do you buy?" : "Bought", nothing, ...chips);
  chosen.classList.add("purchase");
  return chosen;
}

/** Cards discarded beyond those of the words. @param {Panel} panel */
function extra(panel) {
  const {draft} = panel.turn;
  if (draft.discards || draft.field === "discards") return field(panel, "discards", "Discarded too");
  return button("quiet", "discards", () => panel.turn.select("discards"), "More cards discarded?");
}

/** @param {Panel} panel @returns {(HTMLElement | null)[]} */
function cardParts(panel) {
  const {telling, draft, table} = panel.turn;
  const titles = {exchange: "Exchanged", replace: "Replaced", pay: "Discarded", word: ""};
  const isSeen = told.isOwn(table) || draft.kind === "replace";
  return [
    field(panel, "discards", titles[draft.kind]),
    isSeen ? null : el("p", {class: "status"}, "? is a card that you did not see."),
    told.needed(telling).drew ? field(panel, "drew", "You drew") : null,
  ];
}

/** @param {Panel} panel @param {Exclude<Field, "words">} name @param {string} title */
function field({turn}, name, title) {
  const {telling, draft, table} = turn;
  const size = told.roomOf(telling, name);
  return cardsToFill({
    name,
    title,
    cards: draft[name].slice(0, size),
    size,
    kind: name === "came" ? "community" : "hand",
    isSelected: draft.field === name,
    ownerOf: (letter) => ownerOf(table, letter),
    select: () => turn.select(name),
    take: (at) => turn.take(name, at),
  });
}

/** @param {Panel} panel */
function doneButton({turn}) {
  const {telling, draft} = turn;
  if (draft.kind === "word" && !told.wayOf(telling) && !told.isTakenBack(telling)) return null;
  const verbs = {
    word: "played it",
    exchange: draft.discards ? `exchanged ${draft.discards.length}` : "exchanged nothing",
    replace: "replaced it",
    pay: "discarded it",
  };
  const who = told.isOwn(telling.table) ? "I" : nameIn(telling);
  return button("primary", "tell", () => turn.finish(), `${who} ${verbs[draft.kind]}`, {
    disabled: !told.isWhole(telling),
  });
}

/** The letters to tap for the field that is filled. @param {ToldTurn} turn */
export function turnKeys(turn) {
  const {draft, table} = turn;
  /** @type {import("../static/letters.js").Keys["extras"]} */
  const extras = [];
  const extra = (/** @type {string} */ text, /** @type {string} */ label) =>
    extras.push({text, label, press: () => turn.tap(text)});
  if (draft.field === "words" && turn.isForTwo) extra("&", "and a second word");
  if (draft.field === "discards" && !told.isOwn(table)) extra(HIDDEN, "A card that nobody saw");
  return letterKeys({
    title: TITLES[draft.field ?? "words"],
    isFree: (letter) => turn.canTake(letter),
    ownerOf: ownerOn(table),
    tap: (letter) => turn.tap(letter),
    erase: () => turn.erase(),
    extras,
    next: {text: turn.nextField ? "Next" : "Done", press: () => turn.select(turn.nextField)},
  });
}
