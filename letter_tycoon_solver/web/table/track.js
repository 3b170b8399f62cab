// Track: a game of people with real cards, told turn by turn, and corrected where it was told wrong.

import {nameOf, turnNumber} from "./board.js";
import {capital, dealtCards, sign} from "../static/cards.js";
import {button, chip, el, refill} from "../static/dom.js";
import {GameRoom} from "./game-room.js";
import {eventsOf, redeal, retell, RetellError, tableOf} from "./game.js";
import {choose, settings} from "./kept.js";
import {chosenBefore, nameField, rulesChooser, shownAfter} from "./new-game.js";
import {LIMITS, PRESETS, rulesNamed} from "./numbers.js";
import {openRoom, Session, textButtons} from "./rooms.js";
import {draftOf, newDraft, partsOf} from "./told.js";

/** @import {Game} from "./game.js" */
/** @import {Page} from "./rooms.js" */
/** @import {Table} from "./rules.js" */
/** @import {Told} from "./text.js" */
/** @import {Draft} from "./told.js" */
/** A turn that is told anew: all events, and where the one is that is asked for.
 * @typedef {object} Fix
 * @property {Told[]} events
 * @property {number} at  From 0.
 * @property {boolean} isNew  It was forgotten; else it takes the place of the one there.
 * @property {string} why */
/** The first cards while they are corrected, and who began.
 * @typedef {{dealt: ReturnType<typeof dealtCards>, first: number}} Redeal */

const FEWEST_PLAYERS = 2;
const CORRECTED = "Corrected; all later turns were carried out again.";

/** A view: the game. */
class TrackedGame extends GameRoom {
  /** @type {(Fix & {then: Game}) | null} */
  #fix = null;
  /** @type {Redeal | null} */
  #redeal = null;

  /** @param {Page} page @param {Session} session */
  constructor(page, session) {
    const me = session.game.header.hands.findIndex(Boolean);
    super(page, session, me < 0 ? null : me);
    this.begin();
  }

  // Corrections -------------------------------------------------------------------------------------

  /** @override */
  get isNow() {
    return !this.#fix && !this.#redeal;
  }

  /** @override */
  begin() {
    this.#fix = this.#redeal = null;
    super.begin();
  }

  /** Asks for a turn of those that are told anew. @param {Fix} fix @param {Draft | null} draft  As it was told. */
  #ask(fix, draft) {
    const game = retell(this.session.game, fix.events.slice(0, fix.at));
    const then = tableOf(game);
    const field = then.phase === "start" ? "words" : "discards";
    this.#redeal = null;
    this.#fix = {...fix, then: game};
    this.turn = this.newTurn(then, draft ?? {...newDraft(then, this.me), field});
    this.show();
    this.place?.scrollIntoView({block: "start"});
  }

  /** Asks for a turn anew, as it was: a step at a time where several were told in one go. @param {number} at */
  #correct(at) {
    const {game} = this.session;
    const events = eventsOf(game);
    const parts = partsOf(/** @type {Told} */ (events[at]), /** @type {Table} */ (game.tables[at + 1]));
    const all = events.toSpliced(at, 1, ...parts);
    this.#ask({events: all, at, isNew: false, why: ""}, draftOf(retell(game, all.slice(0, at + 1)), at));
  }

  /** The turns told anew, if they can be. @param {Told[]} events */
  async #retell(events) {
    const failed = await this.change(events, () => retell(this.session.game, events), {say: CORRECTED});
    if (!(failed instanceof RetellError)) return;
    const at = failed.at - 1;
    const told = /** @type {Told} */ (events[at]);
    // The one that is told now is before one's eyes already.
    if (at === this.#fix?.at && !eventsOf(this.session.game).includes(told)) return;
    const {game} = this.session;
    const before = game.events.indexOf(told);
    this.page.tell("");
    this.#ask({events, at, isNew: false, why: capital(failed.message)}, before < 0 ? null : draftOf(game, before));
  }

  /** @override */
  done() {
    if (!this.#fix) return super.done();
    const {events, at, isNew} = this.#fix;
    void this.#retell(events.toSpliced(at, Number(!isNew), this.turn.told));
  }

  /** @param {number} at */
  #remove(at) {
    void this.#retell((this.#fix?.events ?? eventsOf(this.session.game)).toSpliced(at, 1));
  }

  /** Asks for the first cards anew. */
  #askDeal() {
    const {hands, community, first} = this.session.game.header;
    const hand = hands.find(Boolean) ?? "";
    const sizes = {hand: hand.length, community: community.length};
    this.#redeal = {dealt: dealtCards(sizes, {hand, community}, () => this.show()), first};
    this.show();
    this.place?.scrollIntoView({block: "start"});
  }

  #deal() {
    const {game} = this.session;
    if (!this.#redeal) return;
    const {dealt, first} = this.#redeal;
    const {hand, community} = dealt.cards;
    const header = {...game.header, hands: game.header.hands.map((held) => held && hand), community, first};
    void this.change(eventsOf(game), () => redeal(game, header), {say: CORRECTED});
  }

  // What is shown -----------------------------------------------------------------------------------

  /** @override @param {string} key */
  press(key) {
    return this.#redeal ? this.#redeal.dealt.press(key) : super.press(key);
  }

  /** @override */
  showKeys() {
    if (this.#redeal) this.#redeal.dealt.showKeys(this.page.dock);
    else super.showKeys();
  }

  /** @override */
  get title() {
    if (!this.#fix) return super.title;
    const {then} = this.#fix;
    const table = tableOf(then);
    return `Turn ${turnNumber(then, then.done + 1)} anew: ${nameOf(table, table.active)}`;
  }

  /** @override */
  get shown() {
    const [fix, redeal, {game}] = [this.#fix, this.#redeal, this.session];
    const actions = {
      correct: (/** @type {number} */ at) => this.#correct(at),
      insert: (/** @type {number} */ at) => this.#ask({events: eventsOf(game), at, isNew: true, why: ""}, null),
      remove: (/** @type {number} */ at) => this.#remove(at),
    };
    const again = button("quiet", "deal", () => this.#askDeal(), "Correct the first cards");
    const below = [again, ...textButtons(this.page, game).slice(1)];
    return {actions, instead: redeal && this.#firstCards(redeal), above: fix ? this.#why(fix) : [], below};
  }

  /** @param {Fix} fix */
  #why({why, at, isNew}) {
    const none = isNew ? null : button("quiet", "no-such", () => this.#remove(at), "There was no such turn");
    return [
      why ? el("p", {class: "problem", role: "alert"}, why) : null,
      el("p", {class: "foot"}, this.#leaveIt(), none),
    ];
  }

  #leaveIt() {
    const stop = () => {
      this.page.tell("");
      this.begin();
    };
    return button("quiet", "leave-it", stop, "Leave all as it was");
  }

  /** @param {Redeal} redeal */
  #firstCards(redeal) {
    const starters = this.session.game.header.players.map((name, number) => {
      const press = () => {
        redeal.first = number;
        this.show();
      };
      return chip(name, redeal.first === number, `first-${number}`, press);
    });
    const asked = {class: "choices", role: "group", "aria-label": "Who began?"};
    return [
      el("h2", {}, "The first cards"),
      ...redeal.dealt.rows(),
      el("div", asked, el("span", {class: "title"}, "Who began?"), ...starters),
      button("primary", "redeal", () => this.#deal(), "Correct them"),
      this.#leaveIt(),
    ];
  }
}

/** A view: the form of a game that is followed. @param {Page} page */
function newGameForm(page) {
  const {view, dock, setup, store} = page;
  const before = settings(store);
  const areThere = before.names.length >= FEWEST_PLAYERS;
  const names = areThere ? [...before.names] : ["", "", ""];
  let me = areThere ? before.me : 0;
  let first = 0;
  const chosen = chosenBefore(page);
  const changing = shownAfter(show);
  const addPlayer = changing(() => names.push(""));
  const chooseRules = changing((/** @type {object} */ rules) => Object.assign(chosen, rules));
  const dealt = dealtCards(sizes(), {hand: "", community: ""}, show);

  function sizes() {
    const {hand_size: hand, community_size: community} = rulesNamed(chosen.ruleset);
    return {hand: me === null ? 0 : hand, community};
  }

  function show() {
    dealt.sizes = sizes();
    const add = button("quiet", "add", addPlayer, "Add a player");
    refill(
      view,
      el("h1", {}, "New game"),
      el("p", {class: "aside"}, "Players clockwise, as they sit."),
      el("div", {class: "seats"}, ...names.map((_, number) => seat(number))),
      names.length > (LIMITS["opponents"] ?? 0) ? null : add,
      me === null ? el("p", {class: "aside"}, "Nobody is you: you keep the score, and see no hand.") : null,
      el("div", {class: "rows"}, ...dealt.rows()),
      rulesChooser(setup, chosen, chooseRules),
      button("primary", "begin", begin, "Begin"),
    );
    dealt.showKeys(dock);
    if (!missing()) page.tell("");
  }

  /** @param {number} number */
  function remove(number) {
    names.splice(number, 1);
    if (me === number) me = null;
    else if (me !== null && me > number) me -= 1;
    if (first >= number && first) first -= 1;
  }

  /** @param {number} number */
  function seat(number) {
    const called = `Player ${number + 1}`;
    const [isMe, isFirst] = [me === number, first === number];
    const write = (/** @type {string} */ name) => (names[number] = name);
    const asked = {"aria-label": `Name of ${called.toLowerCase()}`};
    const takeMe = changing(() => (me = isMe ? null : number));
    const start = changing(() => (first = number));
    const leave = changing(() => remove(number));
    return el(
      "div",
      {class: "seat", role: "group", "aria-label": called},
      sign(number),
      nameField(names[number] ?? "", called, `name-${number}`, write, asked),
      chip("Me", isMe, `Me-${number}`, takeMe, `${called} is me`),
      chip("Starts", isFirst, `Starts-${number}`, start, `${called} starts`),
      names.length > FEWEST_PLAYERS ? chip("×", null, `×-${number}`, leave, `Remove ${called}`) : null,
    );
  }

  /** What is to be tapped before the game can begin; "" for nothing. */
  function missing() {
    const {cards, sizes} = dealt;
    if (cards.hand.length < sizes.hand) return `Tap your ${sizes.hand} cards first.`;
    return cards.community.length < sizes.community ? `Tap the ${sizes.community} cards of the community first.` : "";
  }

  function begin() {
    page.tell(missing());
    if (missing()) return dealt.select(dealt.next());
    const {lexicon, ruleset} = chosen;
    const given = names.map((name) => name.trim());
    choose(store, {names: given, me, lexicon, ruleset});
    const {hand, community} = dealt.cards;
    const players = given.map((name, number) => name || `Player ${number + 1}`);
    const hands = names.map((_, number) => (number === me ? hand : ""));
    const rules = PRESETS[ruleset] ?? {};
    Session.begin(page, {players, first, hands, community, rules}, lexicon, {name: "track"});
  }

  show();
  return {press: dealt.press};
}

await openRoom({
  name: "track",
  title: "Follow a game",
  about:
    "Play with people and real cards. Tell each turn in a few taps: money, stock and patents follow by the rules, the" +
    " cards you have not seen are counted, and on your own turn you get advice. This browser keeps the last ten games.",
  newGame: newGameForm,
  game: (page, session) => new TrackedGame(page, session),
});
