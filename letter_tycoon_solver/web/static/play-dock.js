// One's hand: words are made, cards chosen, and questions answered here.

import {card, cardRow, laid, slot} from "./cards.js";
import {el, listed, refill} from "./dom.js";
import {Letters} from "./play-letters.js";
import {keepReady, readyFor} from "./play-memory.js";
import {nameOf} from "./play-table.js";
import {pay} from "./plan-list.js";
import {ownerOf, ownerOn} from "./seats.js";

/** @typedef {Api.SeenGame} Game */
/** @typedef {Api.Looked} Looked */
/** @typedef {"turn" | "plan" | "answer" | "laid" | "penalty" | "purchase" | "discard" | "over"} Stage  What one can do now. */
/** @typedef {"word" | "exchange" | "replace"} Mode */

/** @param {Game} game @returns {Stage} */
function stageOf(game) {
  if (game.phase === "over") return "over";
  if (game.asked === game.you) {
    return /** @type {const} */ ({start: "turn", challenge: "answer", penalty: "penalty", purchase: "purchase", "clean-up": "discard"})[game.phase];
  }
  return game.active === game.you ? "laid" : "plan";
}

/** What words are made of. @param {Game} game */
function cardsOf({hand, community}) {
  return `${hand} ${community}`;
}

/** The hand, and what is done with it. */
export class HandDock {
  /** @type {Game | null} */
  #game = null;
  /** @type {Mode} */
  #mode = "word";
  #letters = new Letters("", "");
  /** The places of the cards that are chosen to go. @type {Set<number>} */
  #chosen = new Set();
  /** The places of the cards in the order in which they are shown. @type {number[]} */
  #order = [];
  /** @type {Looked | null} */
  #looked = null;
  #question = new AbortController();

  /**
   * @param {import("./play-api.js").SeatApi} api
   * @param {Api.Setup} setup
   * @param {(turn: string) => void} act  In the notation.
   * @param {() => void} hint
   */
  constructor(api, setup, act, hint) {
    this.api = api;
    this.setup = setup;
    this.act = act;
    this.hint = hint;
    this.element = el("section", {class: "hand-dock", id: "hand", "aria-label": "Your hand"});
    addEventListener("keydown", (event) => this.element.isConnected && this.#key(event));
  }

  /** @param {Game} game */
  show(game) {
    const before = this.#game;
    this.#game = game;
    const isSame = before && before.hand === game.hand && before.community === game.community && stageOf(before) === stageOf(game);
    const ready = before ? null : readyFor(this.api.secret, cardsOf(game));
    if (before?.hand !== game.hand) this.#order = ready?.order ?? [...game.hand].map((_, at) => at);
    const isPlanned = before && stageOf(before) === "plan" && stageOf(game) === "turn" && before.hand === game.hand && before.community === game.community;
    if (!isSame) {
      this.#mode = "word";
      this.#chosen.clear();
      // What was made while others played is there when the turn comes.
      if (ready) this.#letters = Letters.kept(ready.words, game.hand, game.community);
      else if (!isPlanned) this.#letters = new Letters(game.hand, game.community);
      void this.#look();
    }
    this.#fill();
  }

  /** Puts the words of a plan where words are made. @param {Api.PlanOfTurn} plan */
  lay(plan) {
    if (!this.#game) return;
    this.#mode = "word";
    this.#letters = Letters.of(plan.words, this.#game.hand, this.#game.community);
    this.#changed();
    this.element.scrollIntoView({block: "nearest"});
  }

  #changed() {
    void this.#look();
    this.#fill();
  }

  async #look() {
    this.#question.abort();
    this.#question = new AbortController();
    const {signal} = this.#question;
    this.#looked = null;
    if (!this.#letters.isAWord) return;
    if (!this.#letters.hasHandCards) {
      this.#looked = {why_not: "A word takes a card of your hand.", laid: null, purchasable: "", not_words: null};
      return;
    }
    try {
      const looked = await this.api.look(this.#letters.notation, signal);
      if (signal.aborted) return;
      this.#looked = looked;
      this.#fill();
    } catch (error) {
      if (signal.aborted) return;
      this.#looked = {why_not: error instanceof Error ? error.message : String(error), laid: null, purchasable: "", not_words: null};
      this.#fill();
    }
  }

  #fill() {
    const game = this.#game;
    if (!game) return;
    const stage = stageOf(game);
    // After the end the cards are worth nothing.
    this.element.hidden = stage === "over";
    const isMaking = (stage === "turn" && this.#mode === "word") || stage === "plan";
    // An exercise has no seat: it begins anew.
    if (isMaking && this.api.secret) keepReady(this.api.secret, cardsOf(game), {order: this.#order, words: this.#letters.words});
    refill(
      this.element,
      game.laid && stage !== "over" ? this.#laid(game) : null,
      stage === "purchase" ? this.#purchase(game) : null,
      isMaking && !(stage === "plan" && this.#letters.isEmpty) ? this.#words(game) : null,
      isMaking || (stage === "turn" && this.#mode !== "word") ? this.#community(game, isMaking) : null,
      this.#hand(game, stage, isMaking),
      isMaking ? this.#message(game) : null,
      this.#actions(game, stage),
    );
  }

  // Words on the table -----------------------------------------------------------------------------

  /** @param {Game} game */
  #laid(game) {
    const {laid: words} = game;
    if (!words) return null;
    return el(
      "div",
      {class: "on-table"},
      ...words.words.map((word) => laid(word, ownerOn(game), "large")),
      el("p", {}, `${nameOf(game, game.active)}: ${pay(words.money, words.stock)}${this.#rest(game, words)}`),
    );
  }

  /** What more there is to the pay. @param {Game} game @param {Api.Laid} words @returns {string} */
  #rest(game, words) {
    const doubled = words.words.filter(({doublers}) => doublers).map(({word, doublers}) => `${word} doubled by ${listed(doublers)}`);
    const royalties = words.royalties.map(({opponent, dollars, letters}) => `${nameOf(game, opponent)} ${opponent === game.you ? "get" : "gets"} $${dollars} for ${listed(letters)}`);
    return [...doubled, ...royalties].map((text) => ` · ${text}`).join("");
  }

  // Cards ------------------------------------------------------------------------------------------

  /** @param {Game} game @param {Stage} stage @param {boolean} isMaking */
  #hand(game, stage, isMaking) {
    const isChoosing = stage === "penalty" || stage === "discard" || (stage === "turn" && this.#mode !== "word");
    const cards = this.#order.map((at) => {
      const letter = game.hand[at] ?? "";
      const face = card(letter, ownerOf(game, letter));
      if (isMaking) return this.#cardToLay("hand", at, letter, face);
      if (!isChoosing) return slot(face);
      const isChosen = this.#chosen.has(at);
      const choose = () => this.#choose(at, stage === "penalty" || this.#mode === "replace");
      return slot(face, {"aria-pressed": String(isChosen), "aria-label": `Discard ${letter}`, "data-row": `hand-${at}`, onclick: choose});
    });
    return cardRow("long", "Your hand", cards, this.#sorter(isMaking && game.hand.length > 1));
  }

  /** @param {boolean} isThere */
  #sorter(isThere) {
    const mix = () => {
      this.#order = this.#order.map((at) => ({at, by: Math.random()})).sort((a, b) => a.by - b.by).map(({at}) => at);
      this.#fill();
    };
    return isThere ? el("button", {class: "quiet", type: "button", "data-row": "mix", onclick: mix}, "Mix") : null;
  }

  /** @param {Game} game @param {boolean} isMaking */
  #community(game, isMaking) {
    const cards = [...game.community].map((letter, at) => {
      const face = card(letter, ownerOf(game, letter), "community");
      return isMaking ? this.#cardToLay("community", at, letter, face) : slot(face);
    });
    return cardRow("short", "Community", cards, el("span", {class: "aside"}, `${game.deck} in the deck`));
  }

  /** @param {"hand" | "community"} source @param {number} at @param {string} letter @param {HTMLElement} face */
  #cardToLay(source, at, letter, face) {
    const isUsed = this.#letters.has(source, at);
    const doubles = isUsed && this.#owns("X") && !this.#letters.hasDuplicate;
    const tap = () => {
      if (doubles) this.#letters.add({letter, source: "duplicate", at: -1, y: ""});
      else if (isUsed) this.#letters.remove(source, at);
      else this.#letters.add({letter, source, at, y: ""});
      this.#changed();
    };
    const label = doubles ? `${letter} once more, by patent X` : `${isUsed ? "Take back" : "Lay"} ${letter}${source === "hand" ? "" : " of the community"}`;
    return slot(face, {class: isUsed ? "slot used" : "slot", "aria-label": label, "data-row": `${source}-${at}`, onclick: tap});
  }

  /** @param {number} at @param {boolean} isOne */
  #choose(at, isOne) {
    const was = this.#chosen.has(at);
    if (isOne) this.#chosen.clear();
    if (was) this.#chosen.delete(at);
    else this.#chosen.add(at);
    this.#fill();
  }

  /** @param {string} patent @returns {boolean} */
  #owns(patent) {
    return this.#game?.seats[this.#game.you]?.patents.includes(patent) ?? false;
  }

  // Making words -----------------------------------------------------------------------------------

  /** @param {Game} game */
  #words(game) {
    const several = this.#letters.words.length > 1;
    const rows = this.#letters.words.map((word, number) => {
      const cards = word.map((pick, place) => {
        const isCard = pick.source === "hand" || pick.source === "community";
        const face = card(pick.letter, isCard ? ownerOf(game, pick.letter) : -1, pick.source);
        const take = () => {
          this.#letters.take(number, place);
          this.#changed();
        };
        return slot(face, {"aria-label": `Take ${pick.letter} out of the word`, "data-row": `word-${number}-${place}`, onclick: take});
      });
      const select = () => {
        this.#letters.at = number;
        this.#fill();
      };
      return el(
        "div",
        {class: "making", "data-selected": several && this.#letters.at === number},
        several ? el("button", {class: "quiet", type: "button", "aria-pressed": String(this.#letters.at === number), "data-row": `select-${number}`, onclick: select}, `Word ${number + 1}`) : null,
        el("span", {class: "cards"}, ...cards),
      );
    });
    return el("div", {class: "makings", role: "group", "aria-label": "Your word"}, ...rows);
  }

  /** @param {Game} game */
  #message(game) {
    const looked = this.#looked;
    // A Y counts as a vowel or not for these patents alone.
    const mayMatter = [..."BJK"].some((patent) => this.#owns(patent));
    const ys = (mayMatter ? this.#letters.words : []).flatMap((word, number) => this.#yButtons(word, number));
    if (!looked) {
      const text = this.#letters.isEmpty ? (stageOf(game) === "plan" ? "Tap cards to think of a word." : "Tap cards to make a word.") : this.#letters.isAWord ? "…" : "A word has three letters or more.";
      return el("p", {class: "message", role: "status"}, text);
    }
    if (looked.why_not || !looked.laid) return el("p", {class: "message bad", role: "status"}, looked.why_not);
    const unsure = looked.not_words === null && game.challenge === "players" ? " · others may challenge it" : "";
    const bluff = looked.not_words?.length ? ` · not in the list: ${listed(looked.not_words)}` : unsure;
    return el(
      "div",
      {class: "message", role: "status"},
      el("p", {class: looked.not_words?.length ? "bad" : "good"}, `Pays ${pay(looked.laid.money, looked.laid.stock)}${this.#rest(game, looked.laid)}${bluff}`),
      ...ys,
    );
  }

  /** @param {import("./play-letters.js").Pick[]} word @param {number} number */
  #yButtons(word, number) {
    const told = this.#looked?.laid?.words[number]?.letters.filter(({letter}) => letter === "Y").map(({y_as}) => y_as) ?? [];
    return told.map((y_as, place) => {
      const other = y_as === "vowel" ? "consonant" : "vowel";
      const change = () => {
        const ys = word.filter(({letter}) => letter === "Y");
        ys.forEach((pick, at) => (pick.y = (at === place ? other : told[at] ?? "vowel") === "vowel" ? "v" : "c"));
        this.#changed();
      };
      return el("button", {class: "quiet", type: "button", "data-row": `y-${number}-${place}`, onclick: change}, `Y is a ${y_as}: make it a ${other}`);
    });
  }

  // Actions ----------------------------------------------------------------------------------------

  /** @param {Game} game @param {Stage} stage */
  #actions(game, stage) {
    const chosen = this.#order.filter((at) => this.#chosen.has(at)).map((at) => game.hand[at] ?? "");
    const cards = chosen.join("");
    /** @type {(HTMLElement | null)[]} */
    let buttons = [];
    if (stage === "turn") buttons = this.#mode === "word" ? this.#turnActions(game) : this.#cardActions(cards);
    if (stage === "plan") buttons = [this.#suffixKey(), this.#secondWord(), this.#clear()];
    if (stage === "answer") {
      buttons = [
        this.#button("Let it stand", () => this.act("accept"), "main-action"),
        this.#button("Challenge", () => this.act("challenge"), "danger"),
      ];
    }
    if (stage === "answer") buttons.unshift(this.#stakes(game));
    if (stage === "laid") buttons = [el("p", {class: "status"}, `${nameOf(game, game.asked)} may challenge it.`)];
    if (stage === "penalty") {
      const text = cards ? `Discard ${cards}` : "Choose one card to discard";
      buttons = [this.#button(text, () => this.act(`discard ${cards}`), "main-action", !cards)];
    }
    if (stage === "discard") {
      const text = cards ? `Discard ${listed(chosen)}, end the turn` : "Keep all, end the turn";
      buttons = [this.#button(text, () => this.act(`discard ${cards || "nothing"}`), "main-action")];
    }
    if (game.hints && ["turn", "purchase", "discard"].includes(stage)) buttons.push(this.#button("Hint", this.hint));
    return el("div", {class: "actions"}, ...buttons);
  }

  /** What a challenge costs. @param {Game} game */
  #stakes(game) {
    const name = nameOf(game, game.active);
    const words = listed(game.laid?.words.map(({word}) => word) ?? []);
    const [are, they] = (game.laid?.words.length ?? 0) > 1 ? ["are", "they are"] : ["is", "it is"];
    const cost = game.seats[game.you]?.money ? `a challenge costs you $1, which ${name} gets` : `${name} gets $1 from the bank, as you have none`;
    return el("p", {class: "stakes"}, `If ${words} ${are} in the word list, ${cost}. If not, ${they} taken back: ${name} earns nothing and discards a card.`);
  }

  /** @param {Game} game @returns {(HTMLElement | null)[]} */
  #turnActions(game) {
    const looked = this.#looked;
    const words = listed(this.#letters.words.map((word) => word.map(({letter}) => letter).join("")));
    const isBluff = Boolean(looked?.not_words?.length && !looked.why_not);
    const play = () => this.act(this.#letters.notation);
    const canPlay = Boolean(looked && !looked.why_not && looked.laid);
    const mode = (/** @type {Mode} */ to) => () => {
      this.#mode = to;
      this.#chosen.clear();
      this.#fill();
    };
    return [
      this.#letters.isEmpty ? null : this.#button(`Play ${words}${isBluff ? " all the same" : ""}`, play, "main-action", !canPlay),
      this.#suffixKey(),
      this.#secondWord(),
      this.#clear(),
      game.may_replace ? this.#button("Replace a card (Q)", mode("replace")) : null,
      this.#letters.isEmpty ? this.#button("Exchange cards", mode("exchange")) : null,
    ];
  }

  /** @param {string} cards @returns {HTMLElement[]} */
  #cardActions(cards) {
    const back = () => {
      this.#mode = "word";
      this.#chosen.clear();
      this.#fill();
    };
    const isOne = this.#mode === "replace";
    const text = isOne ? (cards ? `Replace ${cards}` : "Choose a card to replace") : `Exchange ${cards ? listed(cards) : "nothing"}`;
    const done = () => this.act(`${isOne ? "replace" : "exchange"} ${cards || "nothing"}`);
    return [
      this.#button(text, done, "main-action", isOne && !cards),
      isOne ? el("span") : this.#button("All", () => { this.#chosen = new Set(this.#order); this.#fill(); }),
      this.#button("Back", back),
    ];
  }

  #suffixKey() {
    if (!this.#owns("Z") || this.#letters.hasSuffix || this.#letters.isEmpty) return null;
    return this.#button("Add S (Z)", () => {
      this.#letters.add({letter: "S", source: "suffix", at: -1, y: ""});
      this.#changed();
    });
  }

  #secondWord() {
    if (!this.#owns("V") || this.#letters.words.length > 1 || this.#letters.isEmpty) return null;
    return this.#button("Second word (V)", () => {
      this.#letters.addWord();
      this.#changed();
    });
  }

  #clear() {
    if (this.#letters.isEmpty) return null;
    return this.#button("Clear", () => this.#empty());
  }

  #empty() {
    if (this.#game) this.#letters = new Letters(this.#game.hand, this.#game.community);
    this.#changed();
  }

  /** @param {Game} game */
  #purchase(game) {
    const money = game.seats[game.you]?.money ?? 0;
    const offers = [...game.purchasable].map((letter) => {
      const known = this.setup.letters.find((one) => one.letter === letter);
      return el(
        "button",
        {class: "offer", type: "button", "data-row": `buy-${letter}`, onclick: () => this.act(`buy ${letter}`)},
        el("span", {class: "patent"}, letter),
        el("span", {class: "cost"}, `$${known?.cost ?? ""}`),
        el("span", {class: "about"}, known?.ability || `${known?.cards ?? 0} cards bring royalties`),
      );
    });
    return el(
      "div",
      {class: "offers", role: "group", "aria-label": "Patents to buy"},
      el("p", {}, `You have $${money}.`),
      ...offers,
      this.#button("Buy nothing", () => this.act("buy nothing")),
    );
  }

  /** @param {string} text @param {() => void} onclick @param {string} [kind] @param {boolean} [disabled] */
  #button(text, onclick, kind = "quiet", disabled = false) {
    return el("button", {class: kind, type: "button", disabled, "data-row": text.split(" ")[0] ?? text, onclick}, text);
  }

  // Keyboard ---------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    const target = /** @type {HTMLElement} */ (event.target);
    if (!game || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
    const stage = stageOf(game);
    if (!(stage === "plan" || (stage === "turn" && this.#mode === "word"))) return;
    if (/^[a-z]$/i.test(event.key)) this.#letters.type(event.key.toUpperCase());
    else if (event.key === "Backspace") this.#letters.removeLast();
    else if (event.key === "Escape") this.#empty();
    else if (event.key === "Enter" && (target === document.body || target === this.element)) {
      /** @type {HTMLElement | null} */ (this.element.querySelector(".main-action:not(:disabled)"))?.click();
      return;
    } else return;
    event.preventDefault();
    this.#changed();
  }
}
