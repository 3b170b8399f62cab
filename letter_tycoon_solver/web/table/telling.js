// A turn that is being told, letter by letter, and the panel for it: words, what was bought, the cards that came.

import {costOf} from "./board.js";
import {capital, card, laid, ownerOf, ownerOn, sign} from "../static/cards.js";
import {button, chip, el, listed, pay} from "../static/dom.js";
import {cardsToFill, letterKeys} from "../static/letters.js";
import {HIDDEN} from "../engine/position.js";
import * as told from "./told.js";

/** @import {WordList} from "../static/api.js" */
/** @import {Keys} from "../static/letters.js" */
/** @import {Table} from "./rules.js" */
/** @import {Draft, Field, Way} from "./told.js" */
/** What else happens.
 * @typedef {object} Handlers
 * @property {() => void} show  Something has changed, which is to be seen and kept.
 * @property {() => void} done  All is told.
 * @property {(error: unknown) => void} tell  The word list did not answer. */

/** A turn that is being told at a table: a Telling of told.js, which changes with each tap. */
export class ToldTurn {
  #list;
  #handlers;
  /** @type {Draft} */
  draft;

  /** @param {WordList} list
   * @param {Table} table  As it is before the turn.
   * @param {Draft} draft
   * @param {Handlers} handlers
   * @param {boolean} [isDealt]  The cards that come are dealt by the page, and not told. */
  constructor(list, table, draft, handlers, isDealt = false) {
    this.#list = list;
    this.#handlers = handlers;
    this.table = table;
    this.draft = draft;
    this.isDealt = isDealt;
    this.#askWords();
  }

  /** The name of the word list. */
  get lexicon() {
    return this.#list.name;
  }

  /** @param {string} word */
  isWord(word) {
    return this.#list.find(word);
  }

  /** Asks if the words are in the list, and shows what follows from it. */
  async #askWords() {
    const unknown = told.wordsOf(this.draft).filter((word) => this.isWord(word) === undefined);
    if (!unknown.length) return;
    try {
      await this.#list.ask(unknown);
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
    if (draft.field === null && draft.kind === "word" && letter !== HIDDEN) this.draft = {...draft, field: "words"};
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
    const isFull = this.draft[field].length >= told.roomOf(this, field);
    const isOpen = field === "discards" && (draft.kind === "word" || draft.kind === "exchange");
    if (isFull && !isOpen) this.next();
  }

  /** @param {string} letter */
  canTake(letter) {
    const {draft, table} = this;
    const {field, words} = draft;
    if (!field || draft[field].length >= told.roomOf(this, field)) return false;
    if (letter === "&") return field === "words" && this.isForTwo && words !== "" && !words.includes("&");
    if (letter === HIDDEN) return field === "discards" && !told.isOwn(table);
    return told.leftOf(this, letter.toUpperCase()) > 0;
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
    const draft = (this.draft = {...this.draft, ...change});
    draft.way = told.fittingWay(this);
    // As many cards as there are places; while there may be other letters, none go.
    if (draft.field !== "words" && told.wayOf(this)) {
      const need = told.needed(this);
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
    if (isOfWord && (field ?? "words") === "words" && told.wayOf(this)) this.next();
  }

  /** @param {Field | null} field */
  select(field) {
    this.set({field});
  }

  /** The letters go where some are missing; where none are, the turn is done when that is said once more. */
  next() {
    const field = this.nextField;
    if (this.draft.field === null && told.isWhole(this)) this.finish();
    else this.select(field);
  }

  /** Hands the turn over: all is told. */
  finish() {
    this.#handlers.done();
  }

  get nextField() {
    return told.nextField(this);
  }

  /** As the rules take it. */
  get told() {
    return told.toldBy(this);
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

/** Whose turn is told. @param {ToldTurn} turn */
const nameIn = ({table: {names, active}}) => capital(names[active] ?? "");

// The panel ---------------------------------------------------------------------------------------

/** @param {ToldTurn} turn
 * @param {string} title
 * @param {HTMLElement | null} aside  Beside the title. */
export function panelParts(turn, title, aside) {
  const {table, draft} = turn;
  const who = told.isOwn(table) ? "you" : nameIn(turn);
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
  const {table, draft} = turn;
  const nothing = {discards: "", came: "", drew: ""};
  const chips = KINDS.filter(([kind]) => kind !== "replace" || told.canReplace(table)).map(([kind, text]) => {
    const press = () => turn.choose({kind, ...nothing, field: kind === "word" ? "words" : "discards"});
    return chip(text, draft.kind === kind, `kind-${kind}`, press);
  });
  return el("div", {class: "choices", role: "group", "aria-label": "What was done"}, ...chips);
}

/** @param {ToldTurn} turn @returns {(HTMLElement | null)[]} */
function wordParts(turn) {
  const way = told.wayOf(turn);
  const stands = way && !told.isTakenBack(turn) && !told.isDoubtful(turn) && !told.isRefused(turn);
  const need = told.needed(turn);
  return [
    wordRow(turn, way),
    verdict(turn, stands ? way : null),
    doubt(turn),
    waysToLay(turn),
    stands ? purchase(turn) : null,
    stands && need.came ? field(turn, "came", "New in the community") : null,
    stands ? extra(turn) : null,
    stands && need.drew ? field(turn, "drew", "You drew") : null,
    way ? challenge(turn) : null,
  ];
}

/** @param {ToldTurn} turn @param {Way | null} way */
function wordRow(turn, way) {
  const {draft, table} = turn;
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
  const asked = `Tap the letters ${told.isOwn(table) ? "of your word" : `that ${nameIn(turn)} played`}`;
  const isSelected = draft.field === "words";
  const inside = draft.words ? shown : [el("span", {class: "aside"}, asked)];
  const pressed = {"aria-label": label, "aria-pressed": String(isSelected), "data-selected": isSelected};
  return button("word-field", "words", () => turn.select("words"), inside, pressed);
}

/** What the words earn, or why they cannot be. @param {ToldTurn} turn @param {Way | null} way  If they stand. */
function verdict(turn, way) {
  const {draft, table} = turn;
  const letters = draft.words.replace("&", "").length;
  let text = letters < FEWEST_LETTERS ? "" : capital(told.readingOf(turn).refusal);
  if (way) {
    const royalties = way.royalties.map((n, player) => (n ? `${capital(table.names[player] ?? "")} gets $${n}` : ""));
    text = [`Pays ${pay(way)}`, ...royalties].filter(Boolean).join(" · ");
  } else if (told.isRefused(turn)) text = notInList(turn);
  return el("p", {class: "status verdict", role: "status"}, text);
}

/** @param {ToldTurn} turn */
function waysToLay(turn) {
  const all = told.waysOf(turn);
  if (all.length < 2 || told.isTakenBack(turn) || told.isDoubtful(turn)) return null;
  const owner = (/** @type {string} */ letter) => ownerOf(turn.table, letter);
  const chips = all.map((way) => {
    const from = way.community ? `With ${listed(way.community)} of the community` : "With none of the community";
    const label = [from, ...unusual(way)].join(", ");
    const {notation} = way;
    const inside = [...way.words.map((word) => laid(word, owner, "small")), el("span", {class: "aside"}, label)];
    const pressed = {"aria-label": label, "aria-pressed": String(turn.draft.way === notation)};
    return button("chip way", notation, () => turn.choose({way: notation}), inside, pressed);
  });
  const chosen = choice("How was it laid?", ...chips);
  chosen.classList.add("ways", told.wayOf(turn) ? "chosen" : "open");
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
  if (!told.canChallenge(turn.table) || told.unknownWords(turn).length) return null;
  const who = challenger === null ? "" : capital(turn.table.names[challenger] ?? "");
  const summary = who ? `Challenged by ${who}, who pays $1` : "Challenged?";
  const row = el("summary", {"data-row": "challenged"}, summary);
  return el("details", {class: "more", open: Boolean(who)}, row, el("div", {class: "choices"}, ...challengers(turn)));
}

/** Which of the words are in no list. @param {ToldTurn} turn */
function notInList(turn) {
  const unknown = told.unknownWords(turn);
  return `${listed(unknown)} ${unknown.length === 1 ? "is" : "are"} not in ${turn.lexicon}.`;
}

/** Words that are not in the list: they stand only if nobody challenged them. @param {ToldTurn} turn */
function doubt(turn) {
  const {draft, table} = turn;
  const unknown = told.unknownWords(turn);
  if (!unknown.length || !told.canChallenge(table)) return null;
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
  const all = told.purchasableOf(turn);
  if (!all) return null;
  const buy = told.boughtIn(turn);
  const chips = [...all].map((letter) => {
    const price = `$${costOf(letter)}`;
    const press = () => turn.choose({buy: buy === letter ? "" : letter});
    return chip(`${letter} ${price}`, buy === letter, `buy-${letter}`, press, `Buy ${letter} for ${price}`);
  });
  const nothing = chip("Nothing", !buy, "buy-", () => turn.choose({buy: ""}), "Buy nothing");
  const chosen = choice(told.isOwn(turn.table) ? "Do you buy?" : "Bought", nothing, ...chips);
  chosen.classList.add("purchase");
  return chosen;
}

/** Cards discarded beyond those of the words. @param {ToldTurn} turn */
function extra(turn) {
  const {draft} = turn;
  if (draft.discards || draft.field === "discards") return field(turn, "discards", "Discarded too");
  return button("quiet", "discards", () => turn.select("discards"), "More cards discarded?");
}

/** @param {ToldTurn} turn @returns {(HTMLElement | null)[]} */
function cardParts(turn) {
  const {draft, table} = turn;
  const titles = {exchange: "Exchanged", replace: "Replaced", pay: "Discarded", word: ""};
  const isSeen = told.isOwn(table) || draft.kind === "replace";
  return [
    field(turn, "discards", titles[draft.kind]),
    isSeen ? null : el("p", {class: "status"}, "? is a card that you did not see."),
    told.needed(turn).drew ? field(turn, "drew", "You drew") : null,
  ];
}

/** @param {ToldTurn} turn @param {Exclude<Field, "words">} name @param {string} title */
function field(turn, name, title) {
  const {draft, table} = turn;
  const size = told.roomOf(turn, name);
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

/** @param {ToldTurn} turn */
function doneButton(turn) {
  const {draft} = turn;
  if (draft.kind === "word" && !told.wayOf(turn) && !told.isTakenBack(turn)) return null;
  const verbs = {
    word: "played it",
    exchange: draft.discards ? `exchanged ${draft.discards.length}` : "exchanged nothing",
    replace: "replaced it",
    pay: "discarded it",
  };
  const who = told.isOwn(turn.table) ? "I" : nameIn(turn);
  return button("primary", "tell", () => turn.finish(), `${who} ${verbs[draft.kind]}`, {
    disabled: !told.isWhole(turn),
  });
}

/** The letters to tap for the field that is filled. @param {ToldTurn} turn */
export function turnKeys(turn) {
  const {draft, table} = turn;
  /** @type {Keys["extras"]} */
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
