// The chance to win over the turns, and below it the final margin, as a picture.
//
// It is whole in itself, so that it can be saved: light colours as attributes, which the style of the
// page overrides. A player is told by colour, by the dashes of the line and by the shape of the
// points; a mistake by one question mark, a blunder by two.

import {dollars} from "./review-turn.js";

/** @typedef {Api.Review} Review */
/** @typedef {Api.Judgement} Judgement */
/** @typedef {(turn: number) => void} Choose */

const NAMESPACE = "http://www.w3.org/2000/svg";
const COLOURS = ["#1f55c0", "#b5361c", "#2b7034", "#7a3aa8", "#8a5a00"];
const DASHES = ["none", "8 4", "2 4", "10 4 2 4", "14 6"];
/** Around the middle, for a size of 1. */
const SHAPES = [
  "",
  "0,-1.1 1.1,0.9 -1.1,0.9",
  "-0.9,-0.9 0.9,-0.9 0.9,0.9 -0.9,0.9",
  "0,-1.3 1.3,0 0,1.3 -1.3,0",
  "0,-1.3 0.35,-0.4 1.3,-0.35 0.55,0.25 0.8,1.2 0,0.65 -0.8,1.2 -0.55,0.25 -1.3,-0.35 -0.35,-0.4",
];
const TEXT = 16;
const FONT = "system-ui, sans-serif";
/** Between the line of a player and the next one, besides the name. */
const SIGN = 52;
const ROW = 26;
const LEFT = 64;
const RIGHT = 14;
const BOTTOM = 34;
/** Of the room for a title above a part. */
const TITLE = 38;
/** What the chance gets of the height of both parts. */
const CHANCE_SHARE = 0.6;
/** Dollars between the lines of margins, and how many there are at most. */
const STEPS = [5, 10, 20, 50, 100, 200];
const MOST_STEPS = 4;
const MARKS = {best: "", fine: "", mistake: "?", blunder: "??"};

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
function shape(tag, attributes, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @param {string} text @param {number} x @param {number} y @param {string} anchor */
function label(text, x, y, anchor = "middle") {
  return shape("text", {x, y, "text-anchor": anchor, fill: "currentColor"}, text);
}

/** @param {number} player @param {number} x @param {number} y @param {number} size */
function point(player, x, y, size) {
  const points = SHAPES[player];
  const at = {fill: "currentColor", stroke: "#fffdf8", "stroke-width": 1, class: "point"};
  if (!points) return shape("circle", {cx: x, cy: y, r: size, ...at});
  const places = points.split(" ").map((pair) => {
    const [dx, dy] = pair.split(",").map(Number);
    return `${x + size * (dx ?? 0)},${y + size * (dy ?? 0)}`;
  });
  return shape("polygon", {points: places.join(" "), ...at});
}

const pen = document.createElement("canvas").getContext("2d");

/** @param {string} text @returns {number} */
function widthOf(text) {
  if (!pen) return TEXT * text.length;
  pen.font = `${TEXT}px ${FONT}`;
  return pen.measureText(text).width;
}

/** The text, shortened where it is too wide. @param {string} text @param {number} width @returns {string} */
function fitting(text, width) {
  if (widthOf(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && widthOf(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * Names with their lines, in as many rows as it takes.
 * @param {readonly string[]} names
 * @param {readonly number[]} players
 * @param {number} width
 * @returns {{items: SVGElement[], height: number}}
 */
function legend(names, players, width) {
  let [x, y] = [8, ROW - 8];
  const items = players.map((player) => {
    const name = fitting(names[player] ?? "", width - SIGN - 8);
    const length = SIGN + widthOf(name);
    if (x > 8 && x + length > width) [x, y] = [8, y + ROW];
    const item = shape(
      "g",
      {class: `line player-line-${player}`, color: COLOURS[player] ?? ""},
      shape("line", {
        x1: x,
        y1: y - 5,
        x2: x + 34,
        y2: y - 5,
        stroke: "currentColor",
        "stroke-width": 2,
        "stroke-dasharray": DASHES[player] ?? "",
      }),
      point(player, x + 17, y - 5, 6),
    );
    const text = label(name, x + 42, y, "start");
    x += length + 12;
    return [item, text];
  });
  return {items: items.flat(), height: y + 12};
}

/** @param {Judgement} judgement @returns {number} */
const chanceOf = ({win}) => win;
/** @param {Judgement} judgement @returns {number} */
const marginOf = ({margin}) => margin;

/**
 * Whole steps of dollars that hold all margins, and nothing.
 * @param {readonly number[]} margins
 * @returns {number[]}
 */
function dollarTicks(margins) {
  const [low, high] = [Math.min(0, ...margins), Math.max(0, ...margins)];
  const step = STEPS.find((one) => (high - low) / one <= MOST_STEPS) ?? (high - low) / MOST_STEPS;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({length: last - first + 1}, (_, at) => (first + at) * step);
}

/**
 * A part of the picture: a line for each player, between the first and the last tick. A mark stands where the turn was
 * judged.
 * @param {Review} review
 * @param {ReadonlyMap<number, Judgement>} judgements
 * @param {{name: string, title: string, ticks: readonly number[], labels: readonly string[],
 *   of: (judgement: Judgement) => number, ends: number[] | null, isOfDecided: boolean}} what
 * @param {{players: readonly number[], left: number, right: number, top: number, bottom: number,
 *   x: (turn: number) => number, size: number}} place
 * @returns {SVGElement}
 */
function part({turns}, judgements, what, {players, left, right, top, bottom, x, size}) {
  const {ticks, labels, of, ends} = what;
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (/** @type {number} */ value) => bottom - ((bottom - top) * (value - low)) / (high - low);
  const grid = ticks.map((tick) =>
    shape("line", {class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick), stroke: "#d8cfbd"}),
  );
  const values = ticks.map((tick, at) => label(labels[at] ?? "", left - 6, y(tick) + 5, "end"));
  const lines = players.map((player) => {
    const all = turns.flatMap((turn, number) => (turn.active === player ? [number] : []));
    const own = all.flatMap((number) => judgements.get(number) ?? []);
    const places = own.map((judgement) => /** @type {[number, number]} */ ([x(judgement.turn), y(of(judgement))]));
    if (ends && own.length === all.length) places.push([x(turns.length), y(ends[player] ?? 0)]);
    const marks = own.flatMap((judgement, at) => {
      const mark = MARKS[judgement.verdict];
      if (!mark || judgement.is_decided !== what.isOfDecided) return [];
      const [across, down] = places[at] ?? [0, 0];
      const above = down - 22 < top ? down + 24 : down - 10;
      return [
        shape(
          "text",
          {class: "mark", x: across, y: above, "text-anchor": "middle", "font-weight": 700, fill: "#a32a17"},
          mark,
        ),
      ];
    });
    return shape(
      "g",
      {class: `line player-line-${player}`, color: COLOURS[player] ?? ""},
      shape("polyline", {
        points: places.map(([a, b]) => `${a},${b}`).join(" "),
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2,
        "stroke-dasharray": DASHES[player] ?? "",
      }),
      ...places.map(([a, b]) => point(player, a, b, size)),
      ...marks,
    );
  });
  return shape("g", {class: what.name}, label(what.title, left, top - 12, "start"), ...grid, ...values, ...lines);
}

/**
 * @param {Review} review
 * @param {ReadonlyMap<number, Judgement>} judgements
 * @param {{width: number, height: number, chosen: number | null,
 *   isBrief?: boolean}} look  The height is without the names; brief is only the
 *   part by which the chosen turn is judged.
 * @returns {SVGElement}
 */
export function chart(review, judgements, look) {
  const {width, chosen, isBrief = false} = look;
  const {turns, victories, margins, names} = review;
  const players = names.map((_, player) => player).filter((player) => turns.some((turn) => turn.active === player));
  const key = legend(names, players, width);
  const height = look.height + key.height;
  const end = turns.length;
  const inner = look.height - (isBrief ? 1 : 2) * TITLE - BOTTOM;
  const top = key.height + TITLE;
  const middle = top + (isBrief ? 1 : CHANCE_SHARE) * inner;
  const place = {
    players,
    left: LEFT,
    right: width - RIGHT,
    x: (/** @type {number} */ turn) =>
      LEFT + 14 + ((width - LEFT - RIGHT - 22) * turn) / Math.max(end - (victories ? 0 : 1), 1),
    size: width / Math.max(end, 1) < 16 ? 4 : 6,
  };
  const ticks = dollarTicks([...[...judgements.values()].map(marginOf), ...(margins ?? [])]);
  const chance = {
    name: "chance",
    title: "Chance to win",
    ticks: [0, 0.25, 0.5, 0.75, 1],
    labels: ["0 %", "", "50 %", "", "100 %"],
    of: chanceOf,
    ends: victories,
    isOfDecided: false,
  };
  const margin = {
    name: "margin",
    title: "Final margin",
    ticks,
    labels: ticks.map((tick) => dollars(tick, 0)),
    of: marginOf,
    ends: margins,
    isOfDecided: true,
  };
  const isByMargin = chosen !== null && judgements.get(chosen)?.is_decided;
  const parts = isBrief
    ? [part(review, judgements, isByMargin ? margin : chance, {...place, top, bottom: middle})]
    : [
        part(review, judgements, chance, {...place, top, bottom: middle}),
        part(review, judgements, margin, {...place, top: middle + TITLE, bottom: height - BOTTOM}),
      ];
  const chosenLine =
    chosen === null
      ? []
      : [
          shape("line", {
            class: "chosen",
            x1: place.x(chosen),
            x2: place.x(chosen),
            y1: top - 6,
            y2: height - BOTTOM,
            stroke: "#14504d",
            "stroke-width": 3,
            opacity: 0.5,
          }),
        ];
  return shape(
    "svg",
    {
      xmlns: NAMESPACE,
      class: "chart",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": spoken(review, judgements),
      color: "#201c15",
      "font-size": TEXT,
      "font-family": FONT,
    },
    shape("rect", {class: "paper", width, height, fill: "#fffdf8"}),
    ...key.items,
    ...chosenLine,
    ...parts,
    ...rounds(review, place.x, height),
  );
}

/**
 * Where rounds begin, as many as there is room for.
 * @param {Review} review
 * @param {(turn: number) => number} x
 * @param {number} height
 */
function rounds({turns, victories}, x, height) {
  const begins = turns.flatMap((turn, number) => (turn.round !== turns[number - 1]?.round ? [number] : []));
  const step = Math.ceil((begins.length * 34) / Math.max(x(turns.length) - x(0), 34));
  const found = begins
    .filter((_, at) => at % step === 0)
    .map((number, at) =>
      label(
        `${at ? "" : "Round "}${turns[number]?.round}`,
        at ? x(number) : x(number) - 10,
        height - 8,
        at ? "middle" : "start",
      ),
    );
  // "Round 1" is as long as three numbers.
  if (found.length > 1 && x(begins[step] ?? 0) - x(0) < 72)
    found.splice(1, Math.ceil(72 / Math.max(x(begins[step] ?? 0) - x(0), 1)) - 1);
  if (victories) {
    while (found.length > 1 && Number(found.at(-1)?.getAttribute("x")) > x(turns.length) - 46) found.pop();
    found.push(label("end", x(turns.length) + 8, height - 8, "end"));
  }
  return found;
}

/** The chart for who does not see it. @param {Review} review @param {ReadonlyMap<number, Judgement>} judgements */
function spoken({names, turns, victories, margins}, judgements) {
  const parts = names.flatMap((name, player) => {
    const own = [...judgements.values()]
      .filter(({turn}) => turns[turn]?.active === player)
      .sort((a, b) => a.turn - b.turn);
    if (!own.length) return [];
    const told = (/** @type {number} */ win, /** @type {number} */ margin) =>
      `${Math.round(100 * win)} % and ${dollars(margin, 0)}`;
    const before = own.map(({win, margin, turn}) => `${told(win, margin)} in round ${turns[turn]?.round}`);
    const end = victories && margins ? `, ${told(victories[player] ?? 0, margins[player] ?? 0)} at the end` : "";
    return [`${name}: ${before.join(", ")}${end}.`];
  });
  return `Chance to win and final margin before each turn. ${parts.join(" ")} The list of turns has the same numbers.`;
}

/**
 * The turn next to a place in the picture.
 * @param {Review} review
 * @param {SVGElement} picture
 * @param {MouseEvent} event
 * @returns {number}
 */
export function turnAt({turns, victories}, picture, event) {
  const box = picture.getBoundingClientRect();
  const inner = box.width - LEFT - RIGHT - 22;
  const share = (event.clientX - box.left - LEFT - 14) / inner;
  return Math.min(Math.max(Math.round(share * (turns.length - (victories ? 0 : 1))), 0), turns.length - 1);
}
