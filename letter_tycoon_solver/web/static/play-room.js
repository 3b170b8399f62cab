// One's seat in a game: what the server tells, and what one does. The game itself is on the server.

import {byId, el, focusOn, say, sentence} from "./dom.js";
import {HandDock} from "./play-dock.js";
import {showPlaces} from "./play-ending.js";
import {HintPanel} from "./play-hints.js";
import {SeatApi} from "./play-api.js";
import {heldSeats, hold} from "./play-seats.js";
import {ownLink, showInvitations, showNews, showSeats, showUndo, statusOf} from "./play-table.js";
import {nameOf} from "./seats.js";

/** @typedef {Api.SeenGame} Game */

const MILLISECONDS_BETWEEN_TRIES = 2000;
const STARTING = "…";
const AWAY = "The server does not answer. Your game is safe; this page goes on by itself.";

/** The room of one seat. */
export class SeatRoom {
  /** @type {Game | null} */
  #game = null;
  /** @type {EventSource | null} */
  #source = null;
  #retry = 0;
  /** The version last shown since the page is connected: the server that comes next may begin with a lower one. */
  #newest = 0;
  #isBusy = false;
  #left = new AbortController();
  #title = el("h1", {}, STARTING);
  #status = el("p", {class: "turn-status"});
  #connection = el("p", {class: "starting", role: "status", hidden: true});
  #seats = el("div", {class: "rows", id: "seats"});
  #wish = el("p", {role: "status"});
  #undo = el("div", {id: "undo"}, this.#wish);
  #news = el("section", {id: "news", "aria-label": "What has happened"});
  #places = el("section", {id: "places", "aria-label": "The end"});
  #invitations = el("section", {id: "invitations", "aria-label": "Invitations"});
  #own;
  #hints;
  #dock;

  /**
   * @param {HTMLElement} place
   * @param {string} secret
   * @param {Api.Setup} setup
   * @param {(seat: string) => void} go  Where a rematch is played.
   */
  constructor(place, secret, setup, go) {
    this.go = go;
    this.api = new SeatApi(secret);
    const act = (/** @type {string} */ turn) => this.#do((version) => this.api.act(version, turn));
    this.#dock = new HandDock(this.api, setup, act, () => this.#hints.toggle());
    this.#hints = new HintPanel(this.api, setup, (plan) => this.#dock.lay(plan));
    this.#own = ownLink(this.api);
    // Not before there is a game.
    this.#own.hidden = this.#dock.element.hidden = true;
    place.append(
      el(
        "div",
        {class: "at-seat"},
        el("div", {class: "story"}, this.#connection, el("div", {class: "turn", role: "status"}, this.#title, this.#status), this.#places, this.#seats, this.#undo, this.#invitations, this.#news, this.#own),
        el("div", {class: "hand-side"}, this.#dock.element, this.#hints.element),
      ),
    );
    const {signal} = this.#left;
    addEventListener("pagehide", () => this.#disconnect(), {signal});
    addEventListener("pageshow", (event) => event.persisted && this.#connect(), {signal});
    // A phone that slept may have lost its connection without noticing.
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#connect(), {signal});
    this.#connect();
  }

  /** Another page is shown. */
  leave() {
    this.#left.abort();
    this.#disconnect();
    this.#hints.close();
  }

  #disconnect() {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
    this.#newest = 0;
  }

  #connect() {
    this.#disconnect();
    const source = new EventSource(`${this.api.path}/events`);
    this.#source = source;
    source.addEventListener("game", (event) => {
      if (!this.#connection.hidden) say(byId("problem"), "");
      say(this.#connection, "");
      this.#take(JSON.parse(event.data));
    });
    source.addEventListener("done", (event) => {
      const isElsewhere = JSON.parse(event.data).reason === "open elsewhere";
      this.#disconnect();
      if (isElsewhere) this.#offerHere();
      else this.#tryAgain();
    });
    source.addEventListener("error", () => source === this.#source && this.#tryAgain());
  }

  #offerHere() {
    this.#connection.replaceChildren("This seat is open in several other windows. ", el("button", {class: "quiet", type: "button", onclick: () => this.#connect()}, "Go on here"));
    this.#connection.hidden = false;
  }

  /** The connection is lost, or there never was one: the server says why, if it is there. */
  async #tryAgain() {
    this.#disconnect();
    let message = AWAY;
    let isAnswered = true;
    try {
      this.#take(await this.api.game());
      message = "";
    } catch (error) {
      const told = /** @type {import("./api.js").ProblemError} */ (error).told;
      if (told?.status) message = sentence(told.detail);
      else isAnswered = false;
    }
    if (this.#left.signal.aborted) return;
    say(this.#connection, message);
    if (!this.#game && isAnswered && this.#title.textContent === STARTING) {
      this.#title.textContent = "No game here";
      this.#status.replaceChildren(el("a", {class: "word", href: "/play"}, "Your games"));
    }
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), MILLISECONDS_BETWEEN_TRIES);
  }

  /** What one does; then the focus is where one goes on. @param {(version: number) => Promise<Game>} request */
  async #do(request) {
    if (!this.#game || this.#isBusy) return;
    this.#isBusy = true;
    say(byId("problem"), "");
    try {
      this.#take(await request(this.#game.version));
      if (!this.#undo.contains(document.activeElement)) this.#goOn();
    } catch (error) {
      const {message, told} = /** @type {import("./api.js").ProblemError} */ (error);
      say(byId("problem"), sentence(message));
      if (told?.game) this.#take(told.game);
    } finally {
      this.#isBusy = false;
    }
  }

  async #playAgain() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    say(byId("problem"), "");
    try {
      this.go((await this.api.rematch()).seat);
    } catch (error) {
      say(byId("problem"), sentence(error instanceof Error ? error.message : String(error)));
    } finally {
      this.#isBusy = false;
    }
  }

  /** Has the focus on what can be done now; the table says at the same time what that is. */
  #goOn() {
    focusOn(this.#game?.phase === "over" ? this.#places : this.#dock.element);
  }

  /** @param {Game} game */
  #take(game) {
    // What was sent before may come after.
    if (this.#left.signal.aborted || game.version < this.#newest) return;
    this.#newest = game.version;
    const was = this.#game;
    const focused = document.activeElement;
    this.#game = game;
    this.#own.hidden = false;
    const isAsked = game.asked === game.you && game.phase !== "over";
    const {title, text} = statusOf(game);
    // Whoever is asked is to see what for, wherever they have scrolled.
    if (was && title !== this.#title.textContent && (isAsked || game.phase === "over")) scrollTo({top: 0});
    if (this.#title.textContent !== title) this.#title.textContent = title;
    this.#title.dataset["version"] = String(game.version);
    if (this.#status.textContent !== text) this.#status.textContent = text;
    document.title = `${isAsked ? "● " : ""}${title} – Letter Tycoon`;
    showSeats(this.#seats, game);
    showPlaces(this.#places, game, this.api.secret, () => this.#playAgain());
    showNews(this.#news, game);
    showUndo(this.#undo, this.#wish, game, (answer) => this.#do((version) => this.api.undo(version, answer)));
    void showInvitations(this.#invitations, game, this.api);
    this.#dock.show(game);
    this.#hints.show(game);
    const isLost = document.activeElement === document.body || !document.activeElement?.checkVisibility();
    if (focused !== document.body && isLost) this.#goOn();
    if (!was || was.round !== game.round || was.phase !== game.phase) this.#remember(game);
  }

  /** @param {Game} game */
  #remember(game) {
    const players = game.seats.map((_, player) => nameOf(game, player));
    const before = heldSeats().find((one) => one.seat === this.api.secret);
    hold(this.api.secret, {...before, players, you: game.you, round: game.round, isOver: game.phase === "over"});
  }
}
