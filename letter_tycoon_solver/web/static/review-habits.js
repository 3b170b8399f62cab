// All games of this machine at once: what a player's turns lose, by kind and by month.

import {byId, el, refill, say} from "./dom.js";
import {allGames, judgingAddress} from "./review-api.js";
import {dollars} from "./review-turn.js";

/** @typedef {Api.AllGames} AllGames */
/** @typedef {Api.HabitsSeen} Habits */
/** @typedef {Api.KindLost} Kind */

/** In the order of the chart, from below. @type {Partial<Record<Kind["difference"], string>>} */
const KINDS = {
  word: "Another word was better",
  patent: "Another patent, or none",
  cards: "Other cards to keep",
  exchange: "A word or an exchange",
  Q: "What Q replaces",
  challenge: "Words taken back",
};
const NAMES = /** @type {Kind["difference"][]} */ (Object.keys(KINDS));
const NAMESPACE = "http://www.w3.org/2000/svg";
const [HEIGHT, TOP, BOTTOM, LEFT, STEP, BAR, MOST_MONTHS] = [220, 12, 30, 72, 76, 44, 12];

/** The stream of the game that is judged. @type {EventSource | null} */
let source = null;
const status = el("p", {class: "status", role: "status"});

/** @param {string} player  Nothing for the most frequent one. */
export async function showAllGames(player) {
  document.title = "All games – Letter Tycoon";
  byId("title").textContent = "All games at once";
  addEventListener("pagehide", () => source?.close());
  byId("choose").hidden = false;
  show(await allGames(player));
}

/** @param {AllGames} all */
function show(all) {
  const {player, players, habits} = all;
  const choose = (/** @type {Event} */ event) =>
    location.assign(
      `/review?all&${new URLSearchParams({player: /** @type {HTMLSelectElement} */ (event.target).value})}`,
    );
  say(status, progress(all));
  refill(
    byId("choose"),
    players.length
      ? el(
          "label",
          {class: "choice who-plays"},
          "Player",
          el(
            "select",
            {onchange: choose, "data-row": "player"},
            ...players.map((name) => el("option", {selected: name === player}, name)),
          ),
        )
      : null,
    el(
      "div",
      {class: "foot"},
      status,
      all.missing.length && !source
        ? el(
            "button",
            {class: "quiet", type: "button", "data-row": "judge", onclick: () => judge(all)},
            "Judge the rest",
          )
        : null,
    ),
    habits ? el("div", {class: "habits"}, table(habits), bars(habits), words(habits), patents(habits)) : null,
    el("a", {class: "word", href: "/review"}, "One game"),
  );
}

/** @param {AllGames} all */
function progress({player, judged, decisions, habits}) {
  if (!player) return "No game is kept on this machine yet: play one, or track one.";
  const games = habits ? ` in ${habits.games} ${habits.games === 1 ? "game" : "games"}` : "";
  return `${judged} of ${decisions} turns of ${player} are judged${games}.`;
}

/** Judges game by game, a second a turn, as long as the page is open. @param {AllGames} all */
function judge({player, missing: [game]}) {
  if (game === undefined) return;
  const opened = new EventSource(judgingAddress(game));
  source = opened;
  let isWhole = false;
  const end = async () => {
    if (source !== opened) return;
    opened.close();
    source = null;
    const all = await allGames(player);
    if (isWhole) judge(all);
    show(all);
  };
  opened.addEventListener("judged", async () => {
    const all = await allGames(player);
    if (source === opened) show(all);
  });
  opened.addEventListener("done", (event) => {
    isWhole = JSON.parse(event.data).reason === "finished";
    void end();
  });
  opened.addEventListener("error", () => void end());
}

/** @param {number} share @returns {string} */
function percent(share) {
  return `${(100 * share).toFixed(1).replace("-", "−")} %`;
}

/** @param {string} text */
function head(text) {
  return el("th", {scope: "col"}, text);
}

/** @param {Habits} habits */
function table({kinds, turns}) {
  const rows = NAMES.flatMap((name, at) => {
    const kind = kinds.find(({difference}) => difference === name);
    return kind
      ? [
          el(
            "tr",
            {},
            el(
              "th",
              {scope: "row"},
              el("span", {class: `swatch kind-${at}`, "aria-hidden": "true"}),
              KINDS[name] ?? "",
            ),
            el("td", {}, String(kind.decisions)),
            el("td", {}, percent(kind.win_loss)),
            el("td", {}, dollars(kind.margin_loss, 1)),
          ),
        ]
      : [];
  });
  const sum = (/** @type {"win_loss" | "margin_loss"} */ what) => kinds.reduce((all, one) => all + one[what], 0);
  const all = el(
    "tr",
    {class: "sum"},
    el("th", {scope: "row"}, "All together"),
    el("td", {}, String(turns)),
    el("td", {}, percent(sum("win_loss"))),
    el("td", {}, dollars(sum("margin_loss"), 1)),
  );
  return el(
    "section",
    {},
    el("h2", {}, "What a turn loses on average"),
    el(
      "table",
      {class: "score-table lost"},
      el("thead", {}, el("tr", {}, head("By"), head("Turns"), head("Chance"), head("Margin"))),
      el("tbody", {}, ...rows, all),
    ),
    el(
      "p",
      {class: "status"},
      "Chance is the chance to win, margin the final score over that of the average opponent. Below 0, turns did " +
      "better than the advice by luck of the simulated games.",
    ),
  );
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(tag, attributes, text = "") {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(text);
  return element;
}

/** A bar for each month, of what a turn lost by each kind. @param {Habits} habits */
function bars({months}) {
  const shown = months.slice(-MOST_MONTHS).map((month) => {
    const parts = NAMES.map((name) =>
      Math.max(month.kinds.find(({difference}) => difference === name)?.win_loss ?? 0, 0),
    );
    return {...month, parts, sum: parts.reduce((all, one) => all + one, 0)};
  });
  const most = Math.max(...shown.map(({sum}) => sum), 0.01);
  const width = LEFT + STEP * shown.length;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const picture = shape("svg", {
    class: "chart months",
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: "img",
    "aria-label": shown
      .map(({month, games, sum}) => `${month}: ${percent(sum)} a turn in ${games} ${games === 1 ? "game" : "games"}`)
      .join("; "),
  });
  for (const value of [0, most]) {
    picture.append(
      shape("line", {class: "grid", x1: LEFT, x2: width, y1: y(value), y2: y(value)}),
      shape("text", {x: LEFT - 6, y: y(value) + 5, "text-anchor": "end"}, percent(value)),
    );
  }
  shown.forEach(({month, parts}, at) => {
    const left = LEFT + STEP * at + (STEP - BAR) / 2;
    let below = 0;
    parts.forEach((part, kind) => {
      picture.append(
        shape("rect", {
          class: `kind-${kind}`,
          x: left,
          width: BAR,
          y: y(below + part),
          height: y(below) - y(below + part),
        }),
      );
      below += part;
    });
    picture.append(shape("text", {x: left + BAR / 2, y: HEIGHT - 8, "text-anchor": "middle"}, month));
  });
  return el(
    "section",
    {},
    el("h2", {}, "Month by month"),
    el(
      "div",
      {class: "wide-picture", tabindex: "0", role: "group", "aria-label": "Chart of the months"},
      /** @type {any} */ (picture),
    ),
  );
}

/** @param {Habits} habits */
function words({words: missed}) {
  if (!missed.length) return null;
  const items = missed.map(({word, times}) =>
    el(
      "li",
      {},
      el("a", {class: "word", href: `/words?${new URLSearchParams({word})}`}, word),
      times > 1 ? el("span", {class: "aside"}, `${times} times`) : null,
    ),
  );
  return el("section", {}, el("h2", {}, "Words missed and never laid"), el("ul", {class: "missed"}, ...items));
}

/** @param {Habits} habits */
function patents({patents: missed}) {
  if (!missed.length) return null;
  const items = missed.map(({letter, games, bought, rounds}) => {
    const often = games > 1 ? ` in ${games} games` : "";
    const later =
      rounds === null
        ? "never bought"
        : `bought ${rounds.toFixed(1)} rounds later${bought < games ? ` in ${bought} of them` : ""}`;
    return el("li", {}, el("span", {class: "patent"}, letter), ` missed${often}, ${later}`);
  });
  return el("section", {}, el("h2", {}, "Patents bought too late"), el("ul", {class: "late"}, ...items));
}
