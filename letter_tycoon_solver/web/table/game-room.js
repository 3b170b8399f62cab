// A game as Track and Play show it: the table, the turn that is being told, the turns so far, and plans for one's own.

import {advicePanel, moveFocus} from "../static/advice.js";
import * as board from "./board.js";
import {boardOf, eventText, panelParts, turnKeys, turnList, turnNumber} from "./board.js";
import {capital} from "../static/cards.js";
import {button, el, focusOn, refill} from "../static/dom.js";
import {redo, tableOf, tell} from "./game.js";
import {choose, settings} from "./kept.js";
import {textButtons} from "./rooms.js";
import {questionOf} from "./rules.js";
import {draftOf, draftOfPlan, isOwnTurn, newDraft, ToldTurn} from "./told.js";

/** @typedef {Api.WholeTurn} Plan */
/** @import {Actions} from "./board.js" */
/** @import {Pile} from "./deal.js" */
/** @import {Game} from "./game.js" */
/** @import {Page, Room, Session} from "./rooms.js" */
/** @import {Table} from "./rules.js" */
/** @import {Told} from "./text.js" */
/** @import {Draft} from "./told.js" */

/** @typedef {(HTMLElement | null)[]} Parts */
/** What a room shows in its own way: what can be done with a turn of the list, what stands in the place where a turn is
 * told or above that, and what stands below the list.
 * @typedef {{actions?: Actions, instead?: Parts | null, above?: Parts, below?: Parts}} Shown */

/** So many of the last turns are shown while a game is told, until all are asked for. */
const LAST_TURNS = 2;
const WIDE = "(min-width: 900px)";
const NO_HINTS = "There are no hints here for rules of your own, only for rulesets that have a name.";
const HERE_IT_IS = "This game has gone on in another tab or window; here it is as it stands there.";

/** A view of a game. Track and Play say what is told, and what else can be done. */
export class GameRoom {
  /** @type {ToldTurn} */
  turn;
  #openTurn = 0;
  #showsAllTurns = false;
  /** Is a hint open for the turn at hand? */
  #isHinted = false;
  /** Changes that wait for the word list come one after the other. */
  #isBusy = false;
  /** What has just been done. */
  #news = "";

  /** @param {Page} page
   * @param {Session} session
   * @param {number | null} me  The place of the person; null for one who only keeps score. */
  constructor(page, session, me) {
    this.page = page;
    this.session = session;
    this.me = me;
    /** Are the cards dealt by the page? Then plans are a hint, and one's own cards can be tapped at once. */
    this.isDealt = session.game.header.hands.every(Boolean);
    const place = el("section", {class: "own", "aria-label": "The best of your turns", hidden: true});
    const action = (/** @type {Plan} */ plan) => button("primary", "lay", () => this.#lay(plan), "Play this");
    this.plans = advicePanel(place, page.setup, action, (against) => choose(page.store, {against}));
    this.plans.against = settings(page.store).against;
    document.title = `${session.game.header.players.join(", ")} – Letter Tycoon`;
    this.turn = this.newTurn(this.table, newDraft(this.table, me));
  }

  // What the rooms say otherwise --------------------------------------------------------------------

  /** @returns {Shown} */
  get shown() {
    return {};
  }

  /** Is it a turn of the game as it is, and no correction? */
  get isNow() {
    return true;
  }

  /** The cards that nobody has, where the page deals them. @returns {Pile | null} */
  get pile() {
    return null;
  }

  /** All is told. */
  done() {
    void this.play(this.turn.told);
  }

  // The course of the game -------------------------------------------------------------------------

  /** The table now. */
  get table() {
    return tableOf(this.session.game);
  }

  /** @param {Table} table @param {Draft} draft */
  newTurn(table, draft) {
    const handlers = {
      show: () => {
        // What is half told outlives a page that is closed; a correction does not.
        const {session, turn} = this;
        if (this.isNow && !session.isOld) session.keep({draft: {at: session.game.done, draft: turn.draft}});
        this.show();
        this.reveal();
      },
      done: () => this.done(),
      tell: this.page.tell,
    };
    return new ToldTurn(this.session.list, table, this.me, draft, handlers, this.isDealt);
  }

  /** Begins with the game as it is. */
  begin() {
    const {session, table} = this;
    const {draft} = session.room;
    const fresh = newDraft(table, this.me);
    if (this.isDealt && this.isToPlan) fresh.field = "words";
    this.turn = this.newTurn(table, draft?.at === session.game.done ? draft.draft : fresh);
    this.#openTurn = 0;
    this.#isHinted = false;
    this.show();
    this.reveal();
    this.plans.clear();
    if (this.isToPlan && !this.isDealt) this.#askPlans();
  }

  /** Plans for one's own turn: by equity at once, by their chance to win as it settles. */
  #askPlans() {
    const {plans, page, table} = this;
    const lexicon = this.session.game.words.name;
    const question = questionOf(table, lexicon);
    if (!question.ruleset) page.tell(NO_HINTS);
    else void plans.ask(question, boardOf(table, lexicon)).catch(page.tell);
  }

  /** Has the person a turn to plan? */
  get isToPlan() {
    return isOwnTurn(this.table, this.me) && this.table.phase === "start";
  }

  /** Carries a turn out. @param {Told} told */
  play(told) {
    return this.change([told], () => tell(this.session.game, told, this.pile));
  }

  /** Changes the game, once what it asks of the word list is known; returns why that cannot be.
   * @param {Told[]} events  Of which the rules may ask the word list.
   * @param {() => Game} change
   * @param {{room?: Partial<Room>, say?: string}} [more]  What else is kept; what is said, by default what was done.
   * @returns {Promise<unknown>} */
  async change(events, change, {room = {}, say} = {}) {
    const {session, page} = this;
    if (this.#isBusy) return null;
    this.#isBusy = true;
    page.tell("");
    try {
      await session.list.ask(events.flatMap(({turn}) => turn.words.map(({word}) => word)));
      const before = this.table;
      const isElsewhere = await session.isElsewhere();
      if (!isElsewhere) {
        session.game = change();
        session.keep({draft: undefined, ...room});
        this.#news = say ?? capital(eventText(before, this.table));
      }
      this.begin();
      if (isElsewhere) page.tell(new Error(HERE_IT_IS));
      else if (!this.turn.draft.field) page.view.querySelector(".news")?.scrollIntoView({block: "nearest"});
      return null;
    } catch (error) {
      page.tell(error);
      return error;
    } finally {
      this.#isBusy = false;
    }
  }

  undo() {
    this.undoTo(this.session.game.done - 1);
  }

  /** Back to the table after so many events; the first that is undone is there to be told otherwise.
   * @param {number} at */
  undoTo(at) {
    const {game} = this.session;
    const draft = {...draftOf(game, at), field: null};
    void this.change([], () => ({...game, done: at}), {room: {draft: {at, draft}}, say: "Undone."});
  }

  redo() {
    void this.change([], () => redo(this.session.game));
  }

  async look() {
    try {
      if (this.isNow && (await this.session.isElsewhere())) this.begin();
    } catch (error) {
      this.page.tell(error);
    }
  }

  // What the user does -------------------------------------------------------------------------------

  /** @param {string} key */
  press(key) {
    const isTold = !this.shown.instead && this.turn.press(key);
    return moveFocus(key) || isTold || (key === "Escape" && this.plans.close());
  }

  /** Fills in a plan; what comes to the table is still to be told. @param {Plan} plan */
  #lay(plan) {
    this.turn = this.newTurn(this.table, draftOfPlan(this.table, plan));
    this.turn.set({field: this.turn.nextField});
    this.#goOn();
    this.place?.scrollIntoView({block: "start"});
  }

  /** Has the focus where the turn is told, or is gone on with. */
  #goOn() {
    const done = /** @type {HTMLElement | null} */ (this.place?.querySelector("[data-row=tell]:enabled"));
    if (done) done.focus({preventScroll: true});
    else focusOn(this.place);
  }

  // What is shown ------------------------------------------------------------------------------------

  /** Where the turn is told, or the end of the game. */
  get place() {
    return this.page.view.querySelector(".telling, .result");
  }

  show() {
    const {turn, page, isNow} = this;
    const {table} = turn;
    const focused = document.activeElement;
    const isOver = isNow && table.phase === "over";
    // On a phone what there is to know for one's own turn comes first.
    const isWide = matchMedia(WIDE).matches;
    // A correction is of an earlier table, and must not be lost for another.
    const turns = isNow ? this.#turns() : null;
    const news = [el("p", {role: "status"}, this.#news), isOver ? this.#undoButtons() : null];
    const {instead, above = []} = this.shown;
    const telling = instead ?? [...above, ...panelParts(turn, this.title, isNow ? this.#undoButtons() : null)];
    refill(
      page.view,
      el("h1", {class: "unseen"}, "Game"),
      el("p", {class: "situation aside"}, board.situation(table)),
      board.players(table, this.me),
      board.cards(table, this.me, instead ? null : turn.tapCard),
      el("div", {class: "news", hidden: !isNow}, ...news),
      ...(isOver
        ? [board.result(table), this.#afterTheEnd()]
        : [el("section", {class: "telling", "aria-label": "Tell a turn"}, ...telling)]),
      isWide ? turns : null,
    );
    refill(page.answer, this.plans.place, isWide ? null : turns, board.unseenCards(table, this.me, isWide));
    page.answer.hidden = !isNow;
    this.showKeys();
    this.#keepFocus(focused);
  }

  /** Brings what is to be filled in out from under the letters. */
  reveal() {
    const isWord = this.turn.draft.field === "words";
    const asked = this.place?.querySelector(".ways.open") ?? (isWord ? this.place?.querySelector(".purchase") : null);
    (asked ?? this.place?.querySelector("[data-selected]"))?.scrollIntoView({block: "nearest"});
  }

  /** What had the focus may be gone: then it is for the turn, to be told or to be gone on with.
   * @param {Element | null} focused */
  #keepFocus(focused) {
    const isGone = document.activeElement === document.body || !document.activeElement?.checkVisibility();
    if (focused !== document.body && isGone) this.#goOn();
  }

  get canUndo() {
    return this.session.game.done > 0;
  }

  /** Above the turn that is told. */
  get title() {
    const {table} = this.turn;
    return this.turn.isOwn ? "Your turn" : `${board.nameOf(table, table.active)}’s turn`;
  }

  #afterTheEnd() {
    const {page, session} = this;
    const again = this.isDealt ? button("primary", "again", () => location.assign("?new"), "Play again") : null;
    return el("p", {class: "foot"}, ...textButtons(page, session.game), again);
  }

  #undoButtons() {
    const hint = () => {
      this.#isHinted = true;
      this.show();
      this.#askPlans();
    };
    const isHint = this.isDealt && this.isToPlan && !this.#isHinted;
    const {done, events} = this.session.game;
    return el(
      "span",
      {class: "undo"},
      isHint ? button("quiet", "hint", hint, "Hint") : null,
      this.canUndo ? button("quiet", "Undo", () => this.undo(), "Undo") : null,
      done < events.length ? button("quiet", "Redo", () => this.redo(), "Redo") : null,
    );
  }

  #turns() {
    const {game} = this.session;
    const {actions = null, below = []} = this.shown;
    const {done} = game;
    const lastTurns = this.isDealt ? game.header.players.length : LAST_TURNS;
    const isAll = this.#showsAllTurns || done <= lastTurns;
    const toggle = () => {
      this.#showsAllTurns = !this.#showsAllTurns;
      this.show();
    };
    const text = this.#showsAllTurns ? "Only the last turns" : `All ${turnNumber(game, done)} turns`;
    const more = button("quiet", "all-turns", toggle, text, {"aria-expanded": String(this.#showsAllTurns)});
    const open = (/** @type {number} */ number) => {
      this.#openTurn = this.#openTurn === number ? 0 : number;
      this.show();
    };
    return el(
      "section",
      {class: "told", "aria-label": "Turns"},
      el("h2", {}, "Turns"),
      done ? null : el("p", {class: "aside"}, "None yet."),
      turnList(game, this.me, isAll ? done : lastTurns, this.#openTurn, open, actions),
      el("p", {class: "foot"}, done > lastTurns ? more : null, ...(isAll ? below : [])),
    );
  }

  showKeys() {
    const {draft, table} = this.turn;
    const {dock} = this.page;
    dock.hidden = !draft.field || table.phase === "over" || Boolean(this.shown.instead);
    if (!dock.hidden) refill(dock, turnKeys(this.turn));
  }
}
