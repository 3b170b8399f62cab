// A game that is followed: what the server says of it, and the turn that is being told.

import {DealtCards} from "./dealt-cards.js";
import {el, focusOn, refill} from "./dom.js";
import {UNSEEN, letterKeys} from "./letters.js";
import {moveFocus} from "./plan-list.js";
import * as api from "./track-api.js";
import * as draftOf from "./track-draft.js";
import * as memory from "./track-memory.js";
import {OwnPlans} from "./track-plans.js";
import * as table from "./track-table.js";
import {panel} from "./track-telling.js";

/** @typedef {import("./api.js").Plan} Plan */
/** @typedef {import("./track.js").Page} Page */
/** @typedef {api.Game} Game */
/** @typedef {draftOf.Draft} Draft */
/** @typedef {draftOf.Field} Field */

/**
 * Turns that are told anew: all of them, and where the one is that is asked for.
 * @typedef {{turns: api.Told[], at: number, isNew: boolean, then: Game, why: string}} Fix
 */

/** A view: the game. */
export class TrackedTable {
  #page;
  #secret;
  /** @type {Game | null} */
  #game = null;
  /** @type {Draft | null} */
  #draft = null;
  /** @type {draftOf.Known | null} */
  #known = null;
  /** @type {Fix | null} */
  #fix = null;
  /** The first cards while they are corrected, and who began. @type {{dealt: DealtCards, first: number} | null} */
  #redeal = null;
  /** @type {number | null} */
  #openTurn = null;
  #question = new AbortController();
  #hasFailed = false;
  #isLeft = false;
  #plans;
  #parts = {
    situation: el("p", {class: "situation aside"}),
    news: el("div", {class: "news"}),
    event: el("p", {role: "status"}),
    verdict: el("p", {class: "status verdict", role: "status"}),
    players: el("div"),
    cards: el("div"),
    telling: el("section", {class: "telling", "aria-label": "Tell a turn"}),
    result: el("div"),
    unseen: el("div"),
    turns: el("section", {class: "told", "aria-label": "Turns"}),
  };

  /** @param {Page} page @param {string} secret */
  constructor(page, secret) {
    this.#page = page;
    this.#secret = secret;
    const {situation, news, players, cards, telling, result, unseen, turns} = this.#parts;
    this.#plans = new OwnPlans(secret, page.setup.seconds, (plan) => this.#lay(plan));
    page.view.replaceChildren(el("h1", {class: "unseen"}, "Game"), situation, players, cards, news, result, telling);
    page.answer.replaceChildren(this.#plans.element, unseen, turns);
    page.answer.hidden = false;
    this.look();
  }

  /** Asks for the game, which may have changed elsewhere. */
  async look() {
    try {
      const game = await api.game(this.#secret);
      if (this.#isLeft) return;
      if (this.#hasFailed) this.#page.tell("");
      this.#hasFailed = false;
      if (this.#page.isBusy || game.version === this.#game?.version) return;
      memory.remember(this.#secret);
      this.#take(game);
    } catch (error) {
      if (this.#isLeft) return;
      this.#hasFailed = true;
      this.#page.tell(error);
    }
  }

  leave() {
    this.#isLeft = true;
    this.#question.abort();
    this.#plans.leave();
  }

  /** What the turn is told of: the game as it was before it. @returns {Game | null} */
  get #then() {
    return this.#fix?.then ?? this.#game;
  }

  // What the server says --------------------------------------------------------------------------

  /** @param {Game} game */
  #take(game) {
    this.#game = game;
    this.#fix = this.#redeal = null;
    this.#openTurn = null;
    this.#begin(memory.draft(this.#secret, draftOf.tableOf(game)) ?? draftOf.newDraft(game));
    this.#plans.ask(game).catch((error) => this.#page.tell(error));
  }

  /** @param {Draft} draft */
  #begin(draft) {
    this.#draft = draft;
    this.#known = null;
    this.#show();
    this.#reveal();
    this.#askWords();
  }

  /** Brings what is to be filled in out from under the letters. */
  #reveal() {
    const asked = document.querySelector(".ways.open") ?? document.querySelector(".telling [data-selected]");
    asked?.scrollIntoView({block: "nearest"});
  }

  /** @param {api.Change} what @param {object} [body] */
  async #change(what, body = {}) {
    if (this.#page.isBusy || !this.#game) return;
    this.#page.wait(true);
    this.#page.tell("");
    try {
      const game = await api.change(this.#secret, what, {version: this.#game.version, ...body});
      if (this.#isLeft) return;
      this.#take(game);
      if (!this.#draft?.field) this.#parts.news.scrollIntoView({block: "nearest"});
    } catch (error) {
      if (!this.#isLeft) await this.#refused(error, what, body);
    } finally {
      if (!this.#isLeft) this.#page.wait(false);
    }
  }

  /** @param {any} error @param {api.Change} what @param {any} body */
  async #refused(error, what, body) {
    const told = error.told ?? {};
    if (told.game) this.#take(told.game);
    else if (what === "retell" && told.turn) {
      await this.#ask(body.turns, told.turn - 1, false, error.message, null);
      return;
    }
    this.#page.tell(error);
  }

  async #askWords() {
    const draft = this.#draft;
    if (!draft) return;
    const words = draftOf.bare(draft);
    // What was asked of other letters is not to be answered any more.
    this.#question.abort();
    if (draft.kind !== "word" || words === this.#known?.words) return;
    this.#question = new AbortController();
    const {signal} = this.#question;
    if (!words) return;
    try {
      const fix = this.#fix;
      const found = await api.readings(this.#secret, words, fix ? fix.turns.slice(0, fix.at) : null, signal);
      if (signal.aborted) return;
      this.#known = {words, found};
      this.#show();
      this.#reveal();
    } catch (error) {
      if (!signal.aborted) this.#page.tell(error);
    }
  }

  // What the user does ----------------------------------------------------------------------------

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (this.#redeal) return this.#redeal.dealt.press(key);
    if (/^[A-Z&]$/.test(key) || key === UNSEEN) this.#type(key);
    else if (key === "Backspace") this.#erase();
    else if (key === "Enter") this.#next();
    else if (key === "ArrowDown") moveFocus(1);
    else if (key === "ArrowUp") moveFocus(-1);
    else return key === "Escape" && this.#plans.close();
    return true;
  }

  /** @param {Partial<Draft>} change */
  #set(change) {
    const then = this.#then;
    if (!this.#draft || !then) return;
    this.#draft = {...this.#draft, ...change};
    const draft = this.#draft;
    // As many cards as there are places; with fewer the last ones go.
    if (draftOf.wayOf(draft, this.#known)) {
      const need = draftOf.needed(draft, then, this.#known);
      draft.came = draft.came.slice(0, need.came);
      draft.drew = draft.drew.slice(0, need.drew);
    }
    if (this.#game && !this.#fix) memory.rememberDraft(this.#secret, draftOf.tableOf(this.#game), draft);
    this.#show();
    this.#askWords();
  }

  /** @param {Field | null} field */
  #select(field) {
    this.#set({field});
    this.#reveal();
  }

  /** A letter, typed. @param {string} letter */
  #type(letter) {
    const draft = this.#draft;
    if (!draft || this.#then?.phase === "over") return;
    if (draft.field === null && draft.kind === "word") draft.field = "words";
    this.#tap(letter);
  }

  /** @param {string} letter  A small one is a card of the community. */
  #tap(letter) {
    const [draft, then] = [this.#draft, this.#then];
    const field = draft?.field;
    if (!draft || !then || !field || !this.#canTake(letter)) return;
    if (field === "words") {
      this.#set({words: draft.words + letter, reading: "", buy: "", challenger: null, stands: false});
      return;
    }
    this.#set({[field]: draft[field] + letter});
    const isFull = (this.#draft?.[field].length ?? 0) >= draftOf.room(draft, then, this.#known, field);
    if (isFull && field !== "discards") this.#next();
    else if (isFull && draft.kind !== "word" && draft.kind !== "exchange") this.#next();
  }

  /** @param {string} letter @returns {boolean} */
  #canTake(letter) {
    const [draft, then] = [this.#draft, this.#then];
    if (!draft || !then || !draft.field) return false;
    if (draft[draft.field].length >= draftOf.room(draft, then, this.#known, draft.field)) return false;
    if (letter === "&") return draft.field === "words" && this.#isForTwo() && draft.words !== "" && !draft.words.includes("&");
    if (letter === UNSEEN) return draft.field === "discards" && !draftOf.isOwn(then);
    return draftOf.left(draft, then, this.#known, letter.toUpperCase()) > 0;
  }

  #isForTwo() {
    const then = this.#then;
    return then !== null && (then.players[then.active]?.patents.includes("V") ?? false);
  }

  #erase() {
    const draft = this.#draft;
    if (!draft?.field) return;
    if (draft.field === "words") this.#set({words: draft.words.slice(0, -1), reading: "", buy: "", challenger: null, stands: false});
    else this.#set({[draft.field]: draft[draft.field].slice(0, -1)});
  }

  #next() {
    const [draft, then] = [this.#draft, this.#then];
    if (!draft || !then) return;
    if (draft.field === null && draftOf.isWhole(draft, then, this.#known)) this.#done();
    else this.#select(draftOf.nextField(draft, then, this.#known));
  }

  /** Fills in a plan; what comes to the table is still to be told. @param {Plan} plan */
  #lay(plan) {
    const game = this.#game;
    if (!game) return;
    const draft = draftOf.newDraft(game);
    if (plan.replace) Object.assign(draft, {kind: "replace", discards: plan.replace, field: "drew"});
    else if (!plan.words.length) Object.assign(draft, {kind: "exchange", discards: plan.discards, field: plan.discards ? "drew" : null});
    else {
      const words = plan.words.map(({letters}) => letters.map(({letter, source}) => (source === "community" ? letter.toLowerCase() : letter)).join(""));
      const notation = plan.notation.split(", ")[0] ?? "";
      Object.assign(draft, {words: words.join("&"), reading: notation, buy: plan.buy, discards: plan.discards, field: null});
    }
    this.#fix = null;
    this.#draft = draft;
    this.#set({});
    this.#parts.telling.scrollIntoView({block: "start"});
    this.#fillNext();
  }

  /** Once the words are known, the letters go to the first field that lacks some. */
  async #fillNext() {
    const draft = this.#draft;
    while (draft === this.#draft && draft?.kind === "word" && this.#known?.words !== draftOf.bare(draft)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (this.#isLeft) return;
    }
    if (draft === this.#draft) this.#next();
  }

  #done() {
    const [draft, game, fix] = [this.#draft, this.#game, this.#fix];
    if (!draft || !game) return;
    const told = draftOf.told(draft, fix?.then ?? game, this.#known);
    if (!fix) this.#change("turns", told);
    else this.#change("retell", {turns: [...fix.turns.slice(0, fix.at), told, ...fix.turns.slice(fix.at + (fix.isNew ? 0 : 1))]});
  }

  // Corrections -----------------------------------------------------------------------------------

  /**
   * Asks for a turn of those that are told anew.
   * @param {api.Told[]} turns
   * @param {number} at
   * @param {boolean} isNew  It was forgotten; else it takes the place of the one there.
   * @param {string} why
   * @param {api.Told | null} before  As it was told.
   */
  async #ask(turns, at, isNew, why, before) {
    try {
      const then = await api.then(this.#secret, turns.slice(0, at));
      this.#fix = {turns, at, isNew, then, why};
      this.#redeal = null;
      this.#begin(before ? draftOf.draftOf(then, before) : {...draftOf.newDraft(then), field: then.phase === "start" ? "words" : "discards"});
      this.#parts.telling.scrollIntoView({block: "start"});
    } catch (error) {
      this.#page.tell(error);
    }
  }

  /** @returns {api.Told[]} */
  get #told() {
    return this.#game?.turns.map(({told}) => told) ?? [];
  }

  /** Asks for a turn anew, as it was: a step at a time where several were told in one go. @param {number} at */
  #correct(at) {
    const steps = this.#game?.turns[at]?.steps ?? [];
    const turns = [...this.#told.slice(0, at), ...steps, ...this.#told.slice(at + 1)];
    this.#ask(turns, at, false, "", steps[0] ?? null);
  }

  /** @param {number} at */
  #remove(at) {
    const turns = this.#fix?.turns ?? this.#told;
    this.#change("retell", {turns: [...turns.slice(0, at), ...turns.slice(at + 1)]});
  }

  /** Asks for the first cards anew. */
  #askDeal() {
    const game = this.#game;
    if (!game) return;
    const {hand, community, first} = game.deal;
    const sizes = {hand: hand.length, community: community.length};
    this.#redeal = {dealt: new DealtCards(this.#page.setup.letters, sizes, {hand, community}, () => this.#show()), first};
    this.#show();
    this.#parts.telling.scrollIntoView({block: "start"});
  }

  #stopFixing() {
    this.#fix = this.#redeal = null;
    this.#page.tell("");
    if (this.#game) this.#begin(draftOf.newDraft(this.#game));
  }

  // What is shown ---------------------------------------------------------------------------------

  #show() {
    const [game, then, draft] = [this.#game, this.#then, this.#draft];
    if (!game || !then || !draft) return;
    const parts = this.#parts;
    const focused = document.activeElement;
    document.title = `${game.players.map(({name}) => name).join(", ")} – Letter Tycoon`;
    parts.situation.textContent = table.situation(then);
    refill(parts.players, table.players(then));
    refill(parts.cards, table.cards(then, this.#tapsCards() ? (letter, source) => this.#tap(source === "community" ? letter.toLowerCase() : letter) : null));
    this.#showNews(game);
    refill(parts.result, ...(game.phase === "over" && !this.#fix ? [table.result(game), this.#reviewLink(game)] : []));
    const isOver = then.phase === "over";
    parts.telling.hidden = isOver && !this.#redeal && !this.#fix;
    if (this.#redeal) refill(parts.telling, ...this.#dealParts(this.#redeal));
    else refill(parts.telling, ...this.#fixParts(), ...(isOver ? [] : this.#telling(then, draft)));
    const isOpen = parts.unseen.querySelector("details")?.open ?? matchMedia("(min-width: 900px)").matches;
    refill(parts.unseen, table.unseen(then, isOpen));
    this.#showTurns(game);
    if (this.#redeal) this.#redeal.dealt.showKeys(this.#page.dock);
    else this.#showKeys(then, draft);
    this.#keepFocus(focused);
  }

  /** What had the focus may be gone: then it is for the turn, to be told or to be gone on with. @param {Element | null} focused */
  #keepFocus(focused) {
    const isFirst = focused?.tagName === "H1";
    const isGone = document.activeElement === document.body || !document.activeElement?.checkVisibility();
    if (focused === document.body || !(isFirst || isGone)) return;
    const {telling, result} = this.#parts;
    const done = /** @type {HTMLElement | null} */ (isFirst ? null : telling.querySelector("[data-row=tell]:enabled"));
    if (done) done.focus({preventScroll: true});
    else focusOn(telling.hidden ? result : telling);
  }

  /** To what one's own turns have cost, where the server has that room. @param {Game} game */
  #reviewLink(game) {
    const room = document.querySelector('nav a[href="/review"]');
    if (!room || game.seat === null) return null;
    return el("a", {class: "primary", href: `/review?${new URLSearchParams({game: this.#secret})}`}, "What your turns have cost");
  }

  /** Whether cards on the table can be tapped as letters. */
  #tapsCards() {
    const draft = this.#draft;
    const then = this.#then;
    return draft?.field === "words" && then !== null && then.phase === "start";
  }

  /** @param {Game} then @param {Draft} draft */
  #telling(then, draft) {
    const number = (this.#fix?.at ?? this.#game?.turns.length ?? 0) + 1;
    const name = table.nameOf(then, then.active);
    const whose = draftOf.isOwn(then) ? "Your turn" : `${name}’s turn`;
    return panel({
      game: then,
      draft,
      known: this.#known,
      title: this.#fix ? `Turn ${number} anew: ${name}` : whose,
      aside: this.#fix || !this.#game ? null : this.#undoButtons(this.#game),
      verdict: this.#parts.verdict,
      costOf: (letter) => this.#page.setup.letters.find((one) => one.letter === letter)?.cost ?? 0,
      change: (change) => {
        this.#set(change);
        if ("reading" in change || "buy" in change) this.#afterChoice();
      },
      select: (field) => this.#select(field),
      take: (field, at) => {
        const cards = this.#draft?.[field] ?? "";
        this.#set({[field]: cards.slice(0, at) + cards.slice(at + 1), field});
      },
      done: () => this.#done(),
    });
  }

  /** After what was bought, or how it was laid, the word is whole: the letters are for what came. */
  #afterChoice() {
    const [draft, then] = [this.#draft, this.#then];
    if (draft && then && (draft.field ?? "words") === "words" && draftOf.wayOf(draft, this.#known)) this.#select(draftOf.nextField(draft, then, this.#known));
  }

  #fixParts() {
    const fix = this.#fix;
    if (!fix) return [];
    return [
      fix.why ? el("p", {class: "problem", role: "alert"}, fix.why) : null,
      el(
        "p",
        {class: "foot"},
        el("button", {class: "quiet", type: "button", "data-row": "leave-it", onclick: () => this.#stopFixing()}, "Leave all as it was"),
        fix.isNew ? null : el("button", {class: "quiet", type: "button", "data-row": "no-such", onclick: () => this.#remove(fix.at)}, "There was no such turn"),
      ),
    ];
  }

  /** @param {{dealt: DealtCards, first: number}} redeal */
  #dealParts(redeal) {
    const {dealt} = redeal;
    const starters = (this.#game?.players ?? []).map(({name}, number) => {
      const press = () => {
        redeal.first = number;
        this.#show();
      };
      return el("button", {class: "chip", type: "button", "aria-pressed": String(redeal.first === number), "data-row": `first-${number}`, onclick: press}, name);
    });
    const correct = () => {
      const {hand, community} = dealt.cards;
      this.#change("redeal", {hand: dealt.sizes.hand ? hand : null, community, first: redeal.first});
    };
    return [
      el("h2", {}, "The first cards"),
      ...dealt.rows(),
      el("div", {class: "choices", role: "group", "aria-label": "Who began?"}, el("span", {class: "title"}, "Who began?"), ...starters),
      el("button", {class: "primary", type: "button", "data-row": "redeal", onclick: correct}, "Correct them"),
      el("button", {class: "quiet", type: "button", "data-row": "leave-it", onclick: () => this.#stopFixing()}, "Leave all as it was"),
    ];
  }

  /** @param {Game} game */
  #showNews(game) {
    const {news, event} = this.#parts;
    if (event.textContent !== game.event) event.textContent = game.event;
    refill(news, event, game.phase === "over" && !this.#fix ? this.#undoButtons(game) : null);
  }

  /** @param {Game} game */
  #undoButtons(game) {
    const button = (/** @type {string} */ text, /** @type {boolean} */ can, /** @type {"undo" | "redo"} */ what) =>
      can ? el("button", {class: "quiet", type: "button", "data-row": what, onclick: () => this.#change(what)}, text) : null;
    return el("span", {class: "undo"}, button("Undo", game.can_undo, "undo"), button("Redo", game.can_redo, "redo"));
  }

  /** @param {Game} game */
  #showTurns(game) {
    refill(
      this.#parts.turns,
      el("h2", {}, "Turns"),
      game.turns.length ? null : el("p", {class: "aside"}, "None has been told."),
      table.turns(game, this.#openTurn, {
        toggle: (number) => {
          this.#openTurn = this.#openTurn === number ? null : number;
          this.#show();
        },
        correct: (number) => this.#correct(number - 1),
        insert: (number) => this.#ask(this.#told, number - 1, true, "", null),
        remove: (number) => this.#remove(number - 1),
      }),
      el("p", {}, el("button", {class: "quiet", type: "button", "data-row": "deal", onclick: () => this.#askDeal()}, "Correct the first cards")),
    );
  }

  /** @param {Game} then @param {Draft} draft */
  #showKeys(then, draft) {
    const {dock} = this.#page;
    dock.hidden = draft.field === null || then.phase === "over";
    if (dock.hidden) return;
    const extras = [];
    if (draft.field === "words" && this.#isForTwo()) extras.push({text: "&", label: "and a second word", press: () => this.#tap("&")});
    if (draft.field === "discards" && !draftOf.isOwn(then)) extras.push({text: UNSEEN, label: "A card that nobody saw", press: () => this.#tap(UNSEEN)});
    const titles = {words: "Letters of the word", came: "Cards that came into the community", discards: "Cards that were discarded", drew: "Cards that you drew"};
    refill(
      dock,
      letterKeys({
        title: titles[draft.field ?? "words"],
        isFree: (letter) => this.#canTake(letter),
        ownerOf: (letter) => table.ownerOf(then, letter),
        tap: (letter) => this.#tap(letter),
        erase: () => this.#erase(),
        extras,
        next: {text: draftOf.nextField(draft, then, this.#known) ? "Next" : "Done", press: () => this.#select(draftOf.nextField(draft, then, this.#known))},
      }),
    );
  }
}
