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
