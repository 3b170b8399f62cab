// A game that is followed: what the server says of it, what is shown, and what is told anew.

import {DealtCards} from "./dealt-cards.js";
import {el, focusOn, refill} from "./dom.js";
import {UNSEEN, letterKeys} from "./letters.js";
import {moveFocus} from "./plan-list.js";
import {nameOf, ownerOn} from "./seats.js";
import * as api from "./track-api.js";
import * as draftOf from "./track-draft.js";
import * as memory from "./track-memory.js";
import {OwnPlans} from "./track-plans.js";
import * as table from "./track-table.js";
import {panel} from "./track-telling.js";
import {ToldTurn} from "./track-turn.js";

/** @typedef {Api.PlanOfTurn} Plan */
/** @typedef {import("./track.js").Page} Page */
/** @typedef {Api.TrackedState} Game */
/** @typedef {draftOf.Draft} Draft */

/**
 * Turns that are told anew: all of them, and where the one is that is asked for.
 * @typedef {{turns: Api.ToldTurn[], at: number, isNew: boolean, then: Game, why: string}} Fix
 */

/** So many of the last turns are shown, until all are asked for. */
const LAST_TURNS = 2;

/** A view: the game. */
export class TrackedTable {
  #page;
  #secret;
  /** @type {Game | null} */
  #game = null;
  /** The turn that is told, or told anew. */
  #turn;
  /** @type {Fix | null} */
  #fix = null;
  /** The first cards while they are corrected, and who began. @type {{dealt: DealtCards, first: number} | null} */
  #redeal = null;
  /** @type {number | null} */
  #openTurn = null;
  #showsAllTurns = false;
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
    telling: el("section", {class: "telling", "aria-label": "Tell a turn", hidden: true}),
    result: el("div"),
    plans: el("div"),
    unseen: el("div"),
    turns: el("section", {class: "told", "aria-label": "Turns"}),
  };

  /** @param {Page} page @param {string} secret */
  constructor(page, secret) {
    this.#page = page;
    this.#secret = secret;
    const {situation, news, players, cards, telling, result, turns, plans, unseen} = this.#parts;
    this.#turn = new ToldTurn(secret, {show: () => this.#show(), keep: (draft) => this.#keepFix(draft), done: () => this.#done(), tell: (error) => page.tell(error)});
    this.#plans = new OwnPlans(secret, page.setup, (plan) => this.#lay(plan), (against) => this.#takeFor(against));
    plans.append(this.#plans.element);
    page.view.replaceChildren(el("h1", {class: "unseen"}, "Game"), situation, players, cards, news, result, telling, turns);
    page.answer.replaceChildren(plans, unseen);
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
      // A correction that is being told goes on; when it is sent, the server says if it came too late.
      if (this.#page.isBusy || this.#fix || this.#redeal || game.version === this.#game?.version) return;
      memory.remember(this.#secret);
      this.#take(game);
    } catch (error) {
      if (this.#isLeft) return;
      this.#hasFailed = true;
      if (!this.#game) refill(this.#parts.situation, el("a", {class: "word", href: "/track"}, "Your games"));
      this.#page.tell(error);
    }
  }

  leave() {
    this.#isLeft = true;
    this.#turn.leave();
    this.#plans.leave();
  }

  // What the server says --------------------------------------------------------------------------

  /** @param {Game} game */
  #take(game) {
    this.#game = game;
    this.#fix = this.#redeal = null;
    this.#openTurn = null;
    this.#turn.begin(game, null, memory.draft(this.#secret, draftOf.tableOf(game)) ?? draftOf.newDraft(game));
    this.#plans.ask(game).catch((error) => this.#page.tell(error));
    const kept = memory.draft(this.#secret, `fix ${game.version}`);
    if (kept) this.#ask(kept.turns, kept.at, kept.isNew, kept.why, kept.draft);
  }

  /** A correction outlives a page that was closed, as long as the game is the same. @param {Draft} draft */
  #keepFix(draft) {
    if (!this.#fix || !this.#game) return;
    const {turns, at, isNew, why} = this.#fix;
    memory.rememberDraft(this.#secret, `fix ${this.#game.version}`, {turns, at, isNew, why, draft});
  }

  /** @param {api.Change} what @param {object} [body] @param {(game: Game) => void} [take]  What is made of the answer. */
  async #change(what, body = {}, take = (game) => this.#takeAndLook(game)) {
    if (this.#page.isBusy || !this.#game) return;
    this.#page.wait(true);
    this.#page.tell("");
    try {
      const game = await api.change(this.#secret, what, {version: this.#game.version, ...body});
      if (this.#isLeft) return;
      take(game);
    } catch (error) {
      if (!this.#isLeft) await this.#refused(error, what, body);
    } finally {
      if (!this.#isLeft) this.#page.wait(false);
    }
  }

  /** @param {Game} game */
  #takeAndLook(game) {
    this.#take(game);
    if (!this.#turn.draft?.field) this.#parts.news.scrollIntoView({block: "nearest"});
  }

  /** Nothing else has changed: what is half told stays. @param {string} against */
  async #takeFor(against) {
    await this.#change("against", {against}, (game) => {
      this.#game = game;
      this.#plans.think(game);
    });
    // After a refusal, what it is still.
    this.#plans.show();
  }

  /** @param {any} error @param {api.Change} what @param {any} body */
  async #refused(error, what, body) {
    const told = error.told ?? {};
    if (what === "retell" && told.turn) {
      const wrong = body.turns[told.turn - 1];
      const steps = this.#game?.turns.flatMap((turn) => turn.steps) ?? [];
      await this.#ask(body.turns, told.turn - 1, false, error.message, steps.find((step) => step.told.text === wrong.text) ?? null);
      return;
    }
    const isLost = told.game && (this.#fix || this.#redeal);
    if (told.game) this.#take(told.game);
    this.#page.tell(isLost ? `${error.message} Your correction was not made.` : error);
  }

  // What the user does ----------------------------------------------------------------------------

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (this.#redeal) return this.#redeal.dealt.press(key);
    if (/^[A-Z&]$/.test(key) || key === UNSEEN) this.#turn.type(key);
    else if (key === "Backspace") this.#turn.erase();
    else if (key === "Enter") this.#turn.next();
    else if (key === "ArrowDown") moveFocus(1);
    else if (key === "ArrowUp") moveFocus(-1);
    else return key === "Escape" && this.#plans.close();
    return true;
  }

  /** Fills in a plan; what comes to the table is still to be told. @param {Plan} plan */
  #lay(plan) {
    const game = this.#game;
    if (!game) return;
    this.#fix = null;
    this.#turn.fill(game, plan);
    this.#parts.telling.scrollIntoView({block: "start"});
    this.#turn.nextWhenKnown();
  }

  #done() {
    const fix = this.#fix;
    const {told} = this.#turn;
    if (!told) return;
    if (!fix) this.#change("turns", told);
    else this.#change("retell", {turns: [...fix.turns.slice(0, fix.at), told, ...fix.turns.slice(fix.at + (fix.isNew ? 0 : 1))]});
  }

  // Corrections -----------------------------------------------------------------------------------

  /**
   * Asks for a turn of those that are told anew.
   * @param {Api.ToldTurn[]} turns
   * @param {number} at
   * @param {boolean} isNew  It was forgotten; else it takes the place of the one there.
   * @param {string} why
   * @param {Api.DoneStep | Draft | null} before  As it was told, or how far its correction has come.
   */
  async #ask(turns, at, isNew, why, before) {
    try {
      const then = await api.then(this.#secret, turns.slice(0, at));
      this.#fix = {turns, at, isNew, then, why};
      this.#redeal = null;
      const draft = before ? ("told" in before ? draftOf.draftOf(then, before) : before) : {...draftOf.newDraft(then), field: /** @type {draftOf.Field} */ (then.phase === "start" ? "words" : "discards")};
      this.#turn.begin(then, turns.slice(0, at), draft);
      this.#parts.telling.scrollIntoView({block: "start"});
    } catch (error) {
      this.#page.tell(error);
    }
  }

  /** @returns {Api.ToldTurn[]} */
  get #told() {
    return this.#game?.turns.map(({told}) => told) ?? [];
  }

  /** Asks for a turn anew, as it was: a step at a time where several were told in one go. @param {number} at */
  #correct(at) {
    const steps = this.#game?.turns[at]?.steps ?? [];
    const turns = [...this.#told.slice(0, at), ...steps.map(({told}) => told), ...this.#told.slice(at + 1)];
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
    if (!this.#game) return;
    this.#turn.begin(this.#game, null, draftOf.newDraft(this.#game));
    this.#turn.set({});
  }

  // What is shown ---------------------------------------------------------------------------------

  #show() {
    const game = this.#game;
    const {then, draft} = this.#turn;
    if (!game || !then || !draft) return;
    const parts = this.#parts;
    const focused = document.activeElement;
    document.title = `${game.seats.map(({name}) => name).join(", ")} – Letter Tycoon`;
    parts.situation.textContent = table.situation(then);
    refill(parts.players, table.players(then));
    refill(parts.cards, table.cards(then, this.#turn.tapsCards ? (letter, source) => this.#turn.tap(source === "community" ? letter.toLowerCase() : letter) : null));
    this.#showNews(game);
    refill(parts.result, ...(game.phase === "over" && !this.#fix ? [table.result(game), this.#reviewLink(game)] : []));
    const isOver = then.phase === "over";
    parts.telling.hidden = isOver && !this.#redeal && !this.#fix;
    if (this.#redeal) refill(parts.telling, ...this.#dealParts(this.#redeal));
    else refill(parts.telling, ...this.#fixParts(), ...(isOver ? [] : this.#telling(then, draft)));
    const isOpen = parts.unseen.querySelector("details")?.open ?? matchMedia("(min-width: 900px)").matches;
    refill(parts.unseen, table.unseen(then, isOpen));
    this.#showTurns(game);
    // A correction is of an earlier table, and must not be lost for another.
    parts.plans.hidden = parts.turns.hidden = parts.news.hidden = this.#fix !== null || this.#redeal !== null;
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
    if (!room || game.you === null) return null;
    return el("a", {class: "primary", href: `/review?${new URLSearchParams({game: this.#secret})}`}, "What your turns have cost");
  }

  /** @param {Game} then @param {Draft} draft */
  #telling(then, draft) {
    const number = table.numberOf([...then.turns.map(({player}) => player), then.active]);
    const name = nameOf(then, then.active);
    const whose = draftOf.isOwn(then) ? "Your turn" : `${name}’s turn`;
    return panel({
      game: then,
      draft,
      known: this.#turn.known,
      title: this.#fix ? `Turn ${number} anew: ${name}` : whose,
      aside: this.#fix || !this.#game ? null : this.#undoButtons(this.#game),
      verdict: this.#parts.verdict,
      costOf: (letter) => this.#page.setup.letters.find((one) => one.letter === letter)?.cost ?? 0,
      change: (change) => this.#turn.choose(change),
      select: (field) => this.#turn.select(field),
      take: (field, at) => this.#turn.take(field, at),
      done: () => this.#done(),
    });
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
    const starters = (this.#game?.seats ?? []).map(({name}, number) => {
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
    const count = game.turns.length;
    const most = this.#showsAllTurns ? count : LAST_TURNS;
    const toggle = () => {
      this.#showsAllTurns = !this.#showsAllTurns;
      this.#show();
    };
    refill(
      this.#parts.turns,
      el("h2", {}, "Turns"),
      count ? null : el("p", {class: "aside"}, "None yet. Each turn that you tell stands here, and can be corrected."),
      table.turns(game, most, this.#openTurn, {
        toggle: (number) => {
          this.#openTurn = this.#openTurn === number ? null : number;
          this.#show();
        },
        correct: (number) => this.#correct(number - 1),
        insert: (number) => this.#ask(this.#told, number - 1, true, "", null),
        remove: (number) => this.#remove(number - 1),
      }),
      el(
        "p",
        {class: "foot"},
        count > LAST_TURNS ? el("button", {class: "quiet", type: "button", "aria-expanded": String(this.#showsAllTurns), "data-row": "all-turns", onclick: toggle}, this.#showsAllTurns ? "Only the last turns" : `All ${table.numberOf(game.turns.map(({player}) => player))} turns`) : null,
        this.#showsAllTurns || count <= LAST_TURNS ? el("button", {class: "quiet", type: "button", "data-row": "deal", onclick: () => this.#askDeal()}, "Correct the first cards") : null,
      ),
    );
  }

  /** @param {Game} then @param {Draft} draft */
  #showKeys(then, draft) {
    const [turn, {dock}] = [this.#turn, this.#page];
    dock.hidden = draft.field === null || then.phase === "over";
    if (dock.hidden) return;
    const extras = [];
    if (draft.field === "words" && turn.isForTwo) extras.push({text: "&", label: "and a second word", press: () => turn.tap("&")});
    if (draft.field === "discards" && !draftOf.isOwn(then)) extras.push({text: UNSEEN, label: "A card that nobody saw", press: () => turn.tap(UNSEEN)});
    const titles = {words: "Letters of the word", came: "Cards that came into the community", discards: "Cards that were discarded", drew: "Cards that you drew"};
    refill(
      dock,
      letterKeys({
        title: titles[draft.field ?? "words"],
        isFree: (letter) => turn.canTake(letter),
        ownerOf: ownerOn(then),
        tap: (letter) => turn.tap(letter),
        erase: () => turn.erase(),
        extras,
        next: {text: draftOf.nextField(draft, then, turn.known) ? "Next" : "Done", press: () => turn.select(draftOf.nextField(draft, then, turn.known))},
      }),
    );
  }
}
