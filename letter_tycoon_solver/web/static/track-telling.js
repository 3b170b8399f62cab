// The panel in which a turn is told: words, what was bought, the cards that came.

import {card, laid, sign} from "./cards.js";
import {el, listed} from "./dom.js";
import {UNSEEN, cardsToFill} from "./letters.js";
import {pay} from "./plan-list.js";
import {nameOf, ownerOf} from "./seats.js";
import {bought, isDoubtful, isOwn, isTakenBack, isWhole, needed, room, unknownWords, wayOf, ways} from "./track-draft.js";

/** @typedef {Api.TrackedState} Game */
/** @typedef {Api.Reading} Reading */
/** @typedef {import("./track-draft.js").Draft} Draft */
/** @typedef {import("./track-draft.js").Field} Field */
/** @typedef {import("./track-draft.js").Known} Known */

/**
 * @typedef {object} Telling
 * @property {Game} game  As it was before the turn.
 * @property {Draft} draft
 * @property {Known | null} known
 * @property {string} title
 * @property {HTMLElement | null} aside  Beside the title.
 * @property {HTMLElement} verdict  What the words earn, or why they cannot be: always the same, so that it is heard.
 * @property {(letter: string) => number} costOf  Of its patent.
 * @property {(change: Partial<Draft>) => void} change
 * @property {(field: Field | null) => void} select
 * @property {(field: Field, at: number) => void} take
 * @property {() => void} done
 */

const KINDS = /** @type {const} */ ([["word", "Word"], ["exchange", "Exchange"], ["replace", "Replace with Q"]]);

/** @param {string} text @param {boolean} isOn @param {string} row @param {() => void} press @param {string | null} [label] */
function chip(text, isOn, row, press, label = null) {
  return el("button", {class: "chip", type: "button", "aria-pressed": String(isOn), "aria-label": label, "data-row": row, onclick: press}, text);
}

/** @param {string} title @param {...(Node | null)} chips */
function choice(title, ...chips) {
  return el("div", {class: "choices", role: "group", "aria-label": title}, el("span", {class: "title"}, title), ...chips);
}

/** @param {Telling} telling @returns {(HTMLElement | null)[]} */
export function panel(telling) {
  const {game, draft} = telling;
  const body = draft.kind === "word" ? wordParts(telling) : cardParts(telling);
  return [
    el("div", {class: "head"}, el("h2", {class: "whose"}, sign(game.active), telling.title), telling.aside),
    game.phase === "penalty" ? el("p", {}, `The words were taken back. Which card did ${who(game)} discard for them?`) : kinds(telling),
    ...body,
    doneButton(telling),
  ];
}

/** @param {Game} game */
function who(game) {
  return isOwn(game) ? "you" : nameOf(game, game.active);
}

/** @param {Telling} telling */
function kinds({game, draft, change}) {
  const chips = KINDS.filter(([kind]) => kind !== "replace" || game.may_replace).map(([kind, text]) =>
    chip(text, draft.kind === kind, `kind-${kind}`, () => change({kind, discards: "", came: "", drew: "", field: kind === "word" ? "words" : "discards"})),
  );
  return el("div", {class: "choices", role: "group", "aria-label": "What was done"}, ...chips);
}

/** @param {Telling} telling @returns {(HTMLElement | null)[]} */
function wordParts(telling) {
  const {game, draft, known} = telling;
  const way = wayOf(draft, known);
  const isBack = isTakenBack(draft, known) || isDoubtful(draft, game, known);
  return [
    wordRow(telling, way),
    verdict(telling, way),
    doubt(telling),
    waysToLay(telling),
    way && !isBack ? purchase(telling, way) : null,
    way && !isBack && needed(draft, game, known).came ? field(telling, "came", "New in the community") : null,
    way && !isBack ? extra(telling) : null,
    way && !isBack && needed(draft, game, known).drew ? field(telling, "drew", isOwn(game) ? "You drew" : "Drawn") : null,
    way ? challenge(telling) : null,
  ];
}

/** @param {Telling} telling @param {Reading | null} way */
function wordRow({game, draft, select}, way) {
  const owner = (/** @type {string} */ letter) => ownerOf(game, letter);
  const plain = [...draft.words].map((letter) =>
    letter === "&" ? el("span", {class: "and"}, "&") : card(letter.toUpperCase(), owner(letter.toUpperCase()), letter === letter.toLowerCase() ? "community" : "hand"),
  );
  const shown = way ? way.words.map((word) => laid(word, owner, "large")) : [el("span", {class: "laid large", "aria-hidden": "true"}, ...plain)];
  const label = draft.words ? `Word: ${draft.words.toUpperCase()}` : "Word";
  return el(
    "button",
    {class: "word-field", type: "button", "aria-label": label, "aria-pressed": String(draft.field === "words"), "data-selected": draft.field === "words", "data-row": "words", onclick: () => select("words")},
    ...(draft.words ? shown : [el("span", {class: "aside"}, `Tap the letters ${isOwn(game) ? "of your word" : `that ${nameOf(game, game.active)} played`}`)]),
  );
}

/** @param {Telling} telling @param {Reading | null} way */
function verdict({game, draft, known, verdict}, way) {
  const text = () => {
    if (way && !isTakenBack(draft, known) && !isDoubtful(draft, game, known)) {
      const royalties = way.royalties.map(({player, dollars}) => `${nameOf(game, player)} gets $${dollars}`);
      return [`Pays ${pay(way.money, way.stock)}`, ...royalties].join(" · ");
    }
    if (way || !known || draft.words.replace("&", "").length < 3 || ways(draft, known).length) return "";
    return known.found.refusal;
  };
  if (verdict.textContent !== text()) verdict.textContent = text();
  return verdict;
}

/** @param {Telling} telling */
function waysToLay({game, draft, known, change}) {
  const all = ways(draft, known);
  if (all.length < 2 || isTakenBack(draft, known) || isDoubtful(draft, game, known)) return null;
  const owner = (/** @type {string} */ letter) => ownerOf(game, letter);
  const chips = all.map((way) => {
    const label = [way.community ? `With ${listed(way.community)} of the community` : "With none of the community", ...unusual(way)].join(", ");
    return el(
      "button",
      {class: "chip way", type: "button", "aria-label": label, "aria-pressed": String(draft.reading === way.notation), "data-row": way.notation, onclick: () => change({reading: way.notation})},
      ...way.words.map((word) => laid(word, owner, "small")),
      el("span", {class: "aside"}, label),
    );
  });
  const chosen = choice("How was it laid?", ...chips);
  chosen.classList.add("ways", wayOf(draft, known) ? "chosen" : "open");
  return chosen;
}

/** Letters of a way that are no cards. @param {Reading} way @returns {string[]} */
function unusual(way) {
  const letters = way.words.flatMap((word) => word.letters);
  const twice = letters.filter(({source}) => source === "duplicate").map(({letter}) => `${letter} twice`);
  return [...twice, ...(letters.some(({source}) => source === "suffix") ? ["the S of Z"] : [])];
}

/** Who may have challenged, to be tapped. @param {Telling} telling */
function challengers({game, draft, change}) {
  return game.seats.flatMap((player, number) =>
    number === game.active
      ? []
      : [chip(`${player.name} challenged`, draft.challenger === number, `challenger-${number}`, () => change({challenger: draft.challenger === number ? null : number, stands: false}))],
  );
}

/** Words that stand may have been challenged too. @param {Telling} telling */
function challenge(telling) {
  const {game, draft, known} = telling;
  if (!game.challenges || unknownWords(draft, known).length) return null;
  const summary = draft.challenger === null ? "Challenged?" : `Challenged by ${nameOf(game, draft.challenger)}, who pays $1`;
  return el("details", {class: "more", open: draft.challenger !== null}, el("summary", {"data-row": "challenged"}, summary), el("div", {class: "choices"}, ...challengers(telling)));
}

/** Words that are not in the list: they stand only if nobody challenged them. @param {Telling} telling */
function doubt(telling) {
  const {game, draft, known, change} = telling;
  const unknown = unknownWords(draft, known);
  if (!unknown.length || !game.challenges) return null;
  const are = unknown.length === 1 ? "is" : "are";
  return el(
    "div",
    {class: draft.stands || draft.challenger !== null ? "doubt" : "doubt fresh"},
    el("p", {}, `${listed(unknown)} ${are} not in ${game.lexicon}.${draft.challenger === null ? "" : " The cards go back."}`),
    choice(
      "What happened?",
      chip("Nobody challenged", draft.stands && draft.challenger === null, "stands", () => change({stands: true, challenger: null})),
      ...challengers(telling),
    ),
  );
}

/** @param {Telling} telling @param {Reading} way */
function purchase({game, draft, change, costOf}, way) {
  if (!way.purchasable) return null;
  const buy = bought(draft, way);
  const chips = [...way.purchasable].map((letter) =>
    chip(`${letter} $${costOf(letter)}`, buy === letter, `buy-${letter}`, () => change({buy: buy === letter ? "" : letter}), `Buy ${letter} for $${costOf(letter)}`),
  );
  const chosen = choice(isOwn(game) ? "Do you buy?" : "Bought", chip("Nothing", !buy, "buy-", () => change({buy: ""}), "Buy nothing"), ...chips);
  chosen.classList.add("purchase");
  return chosen;
}

/** Cards discarded beyond those of the words. @param {Telling} telling */
function extra(telling) {
  const {draft, select} = telling;
  if (draft.discards || draft.field === "discards") return field(telling, "discards", "Discarded too");
  return el("button", {class: "quiet", type: "button", "data-row": "discards", onclick: () => select("discards")}, "More cards discarded?");
}

/** @param {Telling} telling @returns {(HTMLElement | null)[]} */
function cardParts(telling) {
  const {game, draft, known} = telling;
  const titles = {exchange: "Exchanged", replace: "Replaced", pay: "Discarded", word: ""};
  const need = needed(draft, game, known).drew;
  return [
    field(telling, "discards", titles[draft.kind]),
    isOwn(game) || draft.kind === "replace" ? null : el("p", {class: "status"}, `${UNSEEN} is a card that you did not see.`),
    need ? field(telling, "drew", "You drew") : null,
  ];
}

/** @param {Telling} telling @param {Exclude<Field, "words">} name @param {string} title */
function field(telling, name, title) {
  const {game, draft, known} = telling;
  return cardsToFill({
    name,
    title,
    cards: draft[name].slice(0, room(draft, game, known, name)),
    size: room(draft, game, known, name),
    kind: name === "came" ? "community" : "hand",
    isSelected: draft.field === name,
    ownerOf: (letter) => ownerOf(game, letter),
    select: () => telling.select(name),
    take: (at) => telling.take(name, at),
  });
}

/** @param {Telling} telling */
function doneButton({game, draft, known, done}) {
  if (draft.kind === "word" && !wayOf(draft, known) && !isTakenBack(draft, known)) return null;
  const isReady = isWhole(draft, game, known);
  return el("button", {class: "primary", type: "button", disabled: !isReady, "data-row": "tell", onclick: done}, doneText(game, draft));
}

/** @param {Game} game @param {Draft} draft @returns {string} */
function doneText(game, draft) {
  const verbs = {word: "played it", exchange: draft.discards ? `exchanged ${draft.discards.length}` : "exchanged nothing", replace: "replaced it", pay: "discarded it"};
  return `${isOwn(game) ? "I" : nameOf(game, game.active)} ${verbs[draft.kind]}`;
}
