// Review: a game turn by turn.
//
//   /review?game=KEY&turn=3   `turn` is the turn that is open, from 1
//   /review?all&player=NAME   all games of this machine at once

import * as api from "./api.js";
import {byId, el, listed, say, sentence} from "./dom.js";
import {showAllGames} from "./review-habits.js";
import {keptGames, review as askReview, upload} from "./review-api.js";
import {Room, ending} from "./review-room.js";

const MAX_RECORD = 1_048_576;
const FILES = ".jsonl,.json,.html,.htm,.txt";

const query = new URLSearchParams(location.search);
const key = query.get("game") ?? "";

await api.whenReady((message) => say(byId("starting"), message));
if (key) await open();
else if (query.has("all")) await showAllGames(query.get("player") ?? "").catch(tellProblem);
else await choose();

// Which game ---------------------------------------------------------------------------------------

async function choose() {
  byId("choose").hidden = false;
  document.title = "Review – Letter Tycoon";
  const input = el("input", {type: "file", id: "file", class: "unseen", accept: FILES, onchange: chosen});
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", dropped);
  byId("choose").append(
    el("p", {}, "The chance to win turn by turn, what was best, and what the other turns have cost."),
    el("label", {for: "file", class: "open-file"}, "Open a game", input),
    el(
      "p",
      {class: "status"},
      "Choose a file or drop it here: the record (.jsonl) of a game that was played or tracked here or with the " +
      "command letter-tycoon, its notation (.txt), or the archive (.json) or replay page (.html) of a finished " +
      "game of Board Game Arena.",
    ),
  );
  try {
    const {games, is_shown} = await keptGames();
    if (!is_shown) return;
    const items = games.map((game) => el("li", {}, gameLink(game)));
    byId("choose").append(
      el("h2", {}, "Games of this machine"),
      items.length
        ? el("p", {}, el("a", {class: "word", href: "/review?all"}, "All games at once: what your turns lose"))
        : "",
      items.length
        ? el("ul", {class: "plans games"}, ...items)
        : el("p", {class: "status"}, "None is finished yet. Tracked games are here from their first turn."),
    );
  } catch (error) {
    tellProblem(error);
  }
}

/** @param {Api.KeptGame} game */
function gameLink({game, names, is_tracked, victories, turns, written}) {
  const when = new Date(1000 * written).toLocaleString([], {dateStyle: "medium", timeStyle: "short"});
  const kind = is_tracked ? "tracked" : "played";
  const count = `${turns} ${turns === 1 ? "turn" : "turns"}${is_tracked ? " of yours" : ""}`;
  return el(
    "a",
    {class: "plan", href: `/review?${new URLSearchParams({game})}`},
    el("span", {class: "headline"}, listed(names)),
    el("span", {class: "aside"}, `${kind} · ${count} · ${ending(names, victories)} · ${when}`),
  );
}

/** @param {Event} event */
async function chosen(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  await send(input.files);
  input.value = "";
}

/** @param {DragEvent} event */
function dropped(event) {
  event.preventDefault();
  void send(event.dataTransfer?.files);
}

/** @param {FileList | null | undefined} files */
async function send(files) {
  const [file] = files ?? [];
  if (!file) return;
  say(byId("problem"), "");
  try {
    if (file.size > MAX_RECORD) throw new Error(`${file.name} is too large for a game.`);
    const {game} = await upload(await file.text());
    location.assign(`/review?${new URLSearchParams({game})}`);
  } catch (error) {
    tellProblem(error);
  }
}

/** @param {unknown} error */
function tellProblem(error) {
  const text = error instanceof Error ? error.message : String(error);
  say(byId("problem"), sentence(text));
}

// The game -----------------------------------------------------------------------------------------

async function open() {
  /** @type {Api.Review} */
  let game;
  try {
    game = await askReview(key);
  } catch (error) {
    tellProblem(error);
    byId("choose").hidden = false;
    byId("choose").append(el("a", {class: "word", href: "/review"}, "Choose another game"));
    return;
  }
  const room = new Room(game);
  room.show();
  if (game.turns.length) room.listen();
}
