// A game that is reviewed: the chart, the scores, the list of turns, and the turn that is open.

import {laid, sign} from "./cards.js";
import {byId, el, listed} from "./dom.js";
import {brief, moveFocus} from "./plan-list.js";
import {keepMistakes, recordAddress, verdictsAddress} from "./review-api.js";
import {chart, turnAt} from "./review-chart.js";
import {SIGNS, dollars, turnElements, wordless} from "./review-turn.js";
import {ownerOn} from "./seats.js";

/** @typedef {Api.Review} Review */
/** @typedef {Api.Judgement} Judgement */
/** @typedef {Api.Judged} Judged */

const CLOSED_TEXT = "The server is busy or has stopped.";
const WIDE = 900;
/** What the chart beside an open turn gets of the window, and the least that can be read. */
const [BRIEF_SHARE, LEAST_BRIEF] = [0.24, 150];
const SAVED = {width: 1000, height: 640};

/** @param {string[]} names @param {number[] | null} victories @returns {string} */
export function ending(names, victories) {
  if (!victories) return "not over";
  return `${listed(names.filter((_, player) => (victories[player] ?? 0) > 0))} won`;
}

/**
 * What there was to win before a turn: in a decided game the margin, too.
 * @param {Judgement} judgement
 * @returns {string}
 */
function before({win, margin, is_decided}) {
  const chance = `${Math.round(100 * win)} %`;
  return is_decided ? `${chance} · ${dollars(margin, 0)}` : chance;
}

/**
 * Keeps the mistakes of a player, for the room Practice.
 * @param {Review} review @param {number[]} players
 */
function practise(review, players) {
  const told = el("span", {class: "status", role: "status"});
  const keep = async (/** @type {number} */ player) => {
    try {
      const found = await keepMistakes(review.game, player);
      told.replaceChildren(
        `${found.new} new to practise. `,
        el("a", {class: "word", href: "/practice?do=mistakes"}, "Practise them now"),
      );
    } catch (error) {
      told.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const buttons = players.map((player) =>
    el(
      "button",
      {class: "quiet", type: "button", "data-row": `practise-${player}`, onclick: () => keep(player)},
      `Practise ${review.names[player]}’s mistakes`,
    ),
  );
  return el("div", {class: "foot"}, ...buttons, told);
}

/** The room with a game in it; which turn is open is in the address. */
export class Room {
  #review;
  /** @type {Map<number, Judgement>} */
  #judgements = new Map();
  /** @type {Judged | null} */
  #judged = null;
  /** @type {EventSource | null} */
  #source = null;
  #status = el("p", {class: "status", role: "status"});
  #fill = el("span", {class: "bar-fill"});
  #again = el("button", {class: "quiet", type: "button", hidden: true, onclick: () => this.listen()}, "Go on");
  #picture = el("div", {class: "picture", onclick: (event) => this.#tap(/** @type {MouseEvent} */ (event))});
  #scores = el("div");
  #progress = el("div", {class: "progress", "aria-hidden": "true"}, this.#fill);
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  #turning = el("p", {class: "turning", hidden: true});

  /** @param {Review} review */
  constructor(review) {
    this.#review = review;
    const names = listed(review.names);
    document.title = `${names} – Letter Tycoon`;
    const how = [review.is_tracked ? "tracked" : "played", ending(review.names, review.victories)].join(", ");
    byId("title").replaceChildren(names, el("span", {class: "aside"}, how));
    byId("course").append(
      this.#turning,
      this.#picture,
      this.#progress,
      el("div", {class: "foot"}, this.#status, this.#again),
    );
    byId("scores").append(this.#scores, el("div", {class: "foot"}, ...this.#exports()));
    byId("turns").append(
      el("h2", {}, "Turns"),
      el("ol", {class: "plans"}, ...review.turns.map((_, number) => this.#item(number))),
      this.#key(),
    );
    byId("purchases").append(...this.#purchases());
    addEventListener("popstate", () => this.show());
    addEventListener("resize", () => this.#draw());
    addEventListener("keydown", (event) => this.#onKey(event));
    // A page that one goes away from, and may come back to, lets the server rest.
    addEventListener("pagehide", () => this.#stop());
    addEventListener("pageshow", (event) => event.persisted && this.listen());
  }

  get #chosen() {
    const number = Number.parseInt(new URLSearchParams(location.search).get("turn") ?? "", 10) - 1;
    return number >= 0 && number < this.#review.turns.length ? number : null;
  }

  show() {
    const {turns, purchases} = this.#review;
    byId("purchases").hidden = !purchases.length;
    for (const id of ["course", "scores", "turns"]) byId(id).hidden = !turns.length;
    if (!turns.length) {
      byId("choose").hidden = false;
      const why = purchases.length
        ? "No hand is known in this game, so only purchases are judged."
        : "There is nothing to judge: no turn is finished, or the cards are not known.";
      byId("choose").replaceChildren(el("p", {}, why));
      return;
    }
    this.#draw();
    this.#showTurn();
    turns.forEach((_, number) => this.#fillItem(number));
  }

  // The stream

  listen() {
    this.#stop();
    this.#again.hidden = true;
    this.#progress.hidden = false;
    this.#source = new EventSource(verdictsAddress(this.#review));
    const opened = this.#source;
    this.#source.addEventListener("judged", (event) => this.#take(JSON.parse(event.data)));
    this.#source.addEventListener("waiting", (event) => {
      const {ahead} = JSON.parse(event.data);
      if (ahead) this.#tell(`Waiting for ${ahead === 1 ? "another simulation" : `${ahead} other simulations`} …`);
    });
    this.#source.addEventListener("problem", (event) => this.#tell(JSON.parse(event.data).detail));
    this.#source.addEventListener("done", (event) => {
      const {reason} = JSON.parse(event.data);
      this.#end(reason === "server stops" ? CLOSED_TEXT : "", reason === "finished");
    });
    // Without `done`: a refusal, or a server that is gone. The browser must not ask for ever.
    this.#source.addEventListener("error", () => opened === this.#source && this.#end(CLOSED_TEXT, false));
  }

  #stop() {
    this.#source?.close();
    this.#source = null;
  }

  /** @param {string} text @param {boolean} isWhole */
  #end(text, isWhole) {
    this.#stop();
    if (text) this.#tell(text);
    this.#again.hidden = isWhole;
    this.#progress.hidden = isWhole;
  }

  /** @param {string} text */
  #tell(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** @param {Judged} told */
  #take(told) {
    this.#judged = told;
    for (const judgement of told.judgements) this.#judgements.set(judgement.turn, judgement);
    const count = this.#review.turns.length;
    this.#progress.hidden = false;
    this.#fill.style.width = `${(100 * (count - told.missing)) / count}%`;
    const all = count === 1 ? "The turn is judged." : `All ${count} turns are judged.`;
    this.#tell(told.missing ? `Judging ${count === 1 ? "the turn" : `${count} turns`} …` : all);
    this.#draw();
    this.#showScores();
    this.#showTurning();
    for (const {turn} of told.judgements) this.#fillItem(turn);
    if (told.judgements.some(({turn}) => turn === this.#chosen)) this.#showTurn();
  }

  // The chart

  #draw() {
    const width = Math.max(Math.round(this.#picture.clientWidth), 280);
    const isBrief = this.#chosen !== null;
    const whole = innerWidth < WIDE ? 360 : 460;
    const height = isBrief ? Math.max(Math.round(BRIEF_SHARE * innerHeight), LEAST_BRIEF) : whole;
    byId("course").toggleAttribute("data-brief", isBrief);
    this.#picture.replaceChildren(
      chart(this.#review, this.#judgements, {width, height, chosen: this.#chosen, isBrief}),
    );
  }

  /** @param {MouseEvent} event */
  #tap(event) {
    const picture = this.#picture.querySelector("svg");
    if (picture) this.#choose(turnAt(this.#review, picture, event));
  }

  #exports() {
    const save = () => {
      const picture = chart(this.#review, this.#judgements, {...SAVED, chosen: null});
      const text = new XMLSerializer().serializeToString(picture);
      const address = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
      el("a", {href: address, download: "letter-tycoon-review.svg"}).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    };
    const record = el(
      "a",
      {class: "quiet link", href: recordAddress(this.#review.game), download: true},
      "Save the record",
    );
    return [el("button", {class: "quiet", type: "button", onclick: save}, "Save the chart"), record].filter(
      (one) => one !== null,
    );
  }

  // Scores

  #showScores() {
    if (!this.#judged?.players.length) return;
    const {names, turns} = this.#review;
    const head = ["Player", "Score", SIGNS.best, SIGNS.fine, SIGNS.mistake, SIGNS.blunder];
    const spoken = ["", "", "best", "fine", "mistakes", "blunders"];
    const rows = this.#judged.players.map((score) =>
      el(
        "tr",
        {},
        el(
          "th",
          {scope: "row"},
          el(
            "span",
            {class: "player-name"},
            sign(score.player),
            el("span", {class: "name"}, names[score.player] ?? ""),
          ),
        ),
        el("td", {}, score.score === null ? "–" : `${Math.round(100 * score.score)} %`),
        ...[score.best, score.fine, score.mistakes, score.blunders].map((count) => el("td", {}, String(count))),
      ),
    );
    const heads = head.map((text, at) => {
      const name = spoken[at] ?? "";
      return el(
        "th",
        {scope: "col"},
        ...(name ? [el("span", {"aria-hidden": "true"}, text), el("span", {class: "unseen"}, name)] : [text]),
      );
    });
    const costly = this.#judged.costliest.map((number) => {
      const turn = turns[number];
      const text = `${names[turn?.active ?? 0]}, ${this.#judgements.get(number)?.in_words ?? ""}`;
      return el(
        "li",
        {},
        el("button", {class: "told-turn", type: "button", onclick: () => this.#choose(number)}, text),
      );
    });
    const toPractise = this.#judged.players.filter(
      ({is_person, mistakes, blunders}) => is_person && mistakes + blunders && !this.#judged?.missing,
    );
    const without = this.#judged.players.filter(({no_score}) => no_score && !this.#judged?.missing);
    this.#scores.replaceChildren(
      el("table", {class: "score-table"}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)),
      ...without.map(({no_score}) => el("p", {class: "status"}, no_score)),
      ...(this.#review.keeps_mistakes && toPractise.length
        ? [
            practise(
              this.#review,
              toPractise.map(({player}) => player),
            ),
          ]
        : []),
      ...(costly.length ? [el("h2", {}, "What cost most"), el("ul", {class: "costly"}, ...costly)] : []),
    );
  }

  #key() {
    const {mistake, blunder, mistake_dollars, blunder_dollars, decided, min_open_turns} = this.#review;
    return el(
      "div",
      {class: "status"},
      el(
        "p",
        {},
        "The chance to win and the final margin are those before the turn with the best plan, by what the player " +
        "saw, against people who know common words. The margin is the score over that of the average opponent.",
      ),
      el(
        "p",
        {},
        `A mistake (?) loses ${100 * mistake} % of the chance or more beyond two standard errors, a blunder (??) ` +
        `${100 * blunder} %. Below ${100 * decided} % and above ${100 - 100 * decided} % the game is decided: ` +
        `there a mistake loses $${mistake_dollars} of the margin, a blunder $${blunder_dollars}.`,
      ),
      el(
        "p",
        {},
        `The score is the share of what could be won that was not lost, of ${min_open_turns} turns or more in an ` +
        "open game.",
      ),
    );
  }

  /** What players bought whose hands are not known. */
  #purchases() {
    const {purchases, names, mistake_dollars, blunder_dollars} = this.#review;
    const items = purchases.map(({player, verdict, in_words}) =>
      el(
        "li",
        {class: "player-name"},
        sign(player),
        el(
          "span",
          {},
          el("span", {class: `mark-sign ${verdict}`, "aria-hidden": "true"}, SIGNS[verdict]),
          `${names[player]}, ${in_words}`,
        ),
      ),
    );
    return [
      el("h2", {}, "Purchases"),
      el(
        "p",
        {class: "status"},
        "Of players whose hands are not known, only what they bought is judged, by equity; the cards they kept " +
        `count the same for each. A mistake (?) loses $${mistake_dollars}, a blunder (??) $${blunder_dollars}.`,
      ),
      el("ul", {class: "costly"}, ...items),
    ];
  }

  /** The turn that lost most of an open game, in words, once all are judged. */
  #showTurning() {
    const [number] = this.#judged?.missing ? [] : (this.#judged?.costliest ?? []);
    const judgement = number === undefined ? null : this.#judgements.get(number);
    const isTold = judgement && !judgement.is_decided;
    this.#turning.hidden = !isTold;
    this.#turning.replaceChildren();
    if (number === undefined || !isTold) return;
    const name = this.#review.names[this.#review.turns[number]?.active ?? 0];
    this.#turning.replaceChildren(
      el(
        "button",
        {class: "told-turn", type: "button", "data-row": "turning", onclick: () => this.#choose(number)},
        el("b", {}, "The turning point: "),
        `${name}, ${judgement.in_words}`,
      ),
    );
  }

  // The list of turns

  /** @param {number} number */
  #item(number) {
    const button = el("button", {class: "plan", type: "button", onclick: () => this.#choose(number)});
    this.#buttons.push(button);
    return el("li", {}, button);
  }

  /** @param {number} number */
  #fillItem(number) {
    const turn = this.#review.turns[number];
    const button = this.#buttons[number];
    if (!turn || !button) return;
    const judgement = this.#judgements.get(number);
    const words = turn.played.words.map((word) => laid(word, ownerOn(turn), "small"));
    const what = words.length ? words : [el("span", {class: "headline"}, wordless(turn.played, turn.taken_back))];
    const verdict = judgement
      ? [el("span", {"aria-hidden": "true"}, `${SIGNS[judgement.verdict]} `), judgement.verdict]
      : ["…"];
    const isChosen = this.#chosen === number;
    button.toggleAttribute("data-chosen", isChosen);
    button.setAttribute("aria-current", String(isChosen));
    button.replaceChildren(
      el(
        "span",
        {class: "summary"},
        el("span", {class: "what"}, ...what),
        el("span", {class: `figure ${judgement?.verdict ?? "pending"}`}, ...verdict),
        el(
          "span",
          {class: "brief player-name"},
          sign(turn.active),
          el(
            "span",
            {},
            `${turn.number}. ${this.#review.names[turn.active]}${words.length ? `: ${brief(turn.played)}` : ""}`,
          ),
        ),
        el("span", {class: "under"}, judgement ? before(judgement) : ""),
      ),
    );
  }

  // The turn that is open

  /** Opens a turn, or with null none; one step back closes it. @param {number | null} number */
  #choose(number) {
    const query = new URLSearchParams(location.search);
    if (number === null) {
      if (history.state?.isOpen) {
        history.back();
        return;
      }
      query.delete("turn");
    } else {
      query.set("turn", String(number + 1));
    }
    const isFirst = this.#chosen === null && number !== null;
    const isOpen = isFirst || Boolean(history.state?.isOpen);
    history[isFirst ? "pushState" : "replaceState"]({isOpen}, "", `${location.pathname}?${query}`);
    this.show();
    if (number === null) return;
    const place = byId("turn");
    if (isFirst || !place.contains(document.activeElement)) place.focus({preventScroll: true});
    // Below the chart, which stays in sight.
    const {bottom} = byId("course").getBoundingClientRect();
    const {top} = place.getBoundingClientRect();
    if (top < bottom - 1 || top > 0.8 * innerHeight) scrollBy(0, top - bottom - 8);
  }

  /** The next mistake or blunder, or the one before; null if there is none. @param {number} from @param {1 | -1} way */
  #mistake(from, way) {
    for (let at = from + way; at >= 0 && at < this.#review.turns.length; at += way) {
      const verdict = this.#judgements.get(at)?.verdict;
      if (verdict === "mistake" || verdict === "blunder") return at;
    }
    return null;
  }

  #showTurn() {
    const number = this.#chosen;
    const place = byId("turn");
    place.hidden = number === null;
    if (number === null) return;
    const {turns, names} = this.#review;
    const turn = turns[number];
    const step = (/** @type {string} */ text, /** @type {string} */ name, /** @type {number} */ to) =>
      el(
        "button",
        {
          class: "key",
          type: "button",
          "aria-label": name,
          "data-step": name,
          disabled: to < 0 || to >= turns.length,
          onclick: () => this.#choose(to),
        },
        text,
      );
    const toMistake = (/** @type {string} */ text, /** @type {1 | -1} */ way) => {
      const to = this.#mistake(number, way);
      return el(
        "button",
        {class: "quiet", type: "button", "data-step": text, disabled: to === null, onclick: () => this.#choose(to)},
        text,
      );
    };
    const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-step") : null;
    const reasons = () => /** @type {HTMLDetailsElement | null} */ (place.querySelector("details.reasons"));
    const wasOpen = reasons()?.open ?? false;
    place.replaceChildren(
      el(
        "div",
        {class: "steps"},
        step("‹", "Turn before", number - 1),
        el(
          "h2",
          {},
          `Turn ${turn?.number}, ${names[turn?.active ?? 0]}`,
          el("span", {class: "aside"}, `${number + 1} of ${turns.length}`),
        ),
        step("›", "Next turn", number + 1),
        el(
          "button",
          {
            class: "key",
            type: "button",
            "aria-label": "Close the turn",
            "data-step": "close",
            onclick: () => this.#choose(null),
          },
          "✕",
        ),
      ),
      el("div", {class: "foot"}, toMistake("Mistake before", -1), toMistake("Next mistake", 1)),
      ...turnElements(this.#review, number, this.#judgements.get(number)).filter((one) => one !== null),
    );
    const details = reasons();
    if (details) details.open = wasOpen;
    if (focused) {
      const again = /** @type {HTMLButtonElement | null} */ (place.querySelector(`[data-step="${focused}"]`));
      (again && !again.disabled ? again : place).focus({preventScroll: true});
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
    const last = this.#review.turns.length - 1;
    const at = this.#chosen;
    if (event.key === "ArrowRight") this.#choose(at === null ? 0 : Math.min(at + 1, last));
    else if (event.key === "ArrowLeft") this.#choose(at === null ? last : Math.max(at - 1, 0));
    else if (event.key === "ArrowDown" && target.matches(".plan")) moveFocus(1);
    else if (event.key === "ArrowUp" && target.matches(".plan")) moveFocus(-1);
    else if (/^[np]$/.test(event.key)) {
      const to = this.#mistake(at ?? -1, event.key === "n" ? 1 : -1);
      if (to !== null) this.#choose(to);
    } else if (event.key === "Escape" && at !== null) this.#choose(null);
    else return;
    event.preventDefault();
  }
}
