// The table of a game: who plays, what has happened, who has won, and what there is to agree on.

import {laid, sign} from "./cards.js";
import {el, listed, refill} from "./dom.js";
import {meaning} from "./meaning.js";
import {shownName} from "./play-seats.js";

/** @typedef {Api.SeenGame} Game */

/** All players, clockwise from oneself. @param {{seats: readonly unknown[], you: number}} game @returns {number[]} */
export function aroundYou({seats, you}) {
  return seats.map((_, at) => (you + at) % seats.length);
}

/** The owner of a patent, -1 for nobody. @param {Game} game @param {string} letter @returns {number} */
export function ownerOf(game, letter) {
  return game.seats.findIndex((seat) => seat.patents.includes(letter));
}

/** @param {Game} game @param {number} player @returns {string} */
export function nameOf(game, player) {
  return player === game.you ? "You" : shownName(game.seats[player]?.name ?? "");
}

/** @param {Game} game @returns {{title: string, text: string}} */
export function statusOf(game) {
  const isAsked = game.asked === game.you;
  const last = game.final_round === game.round ? ", the last" : "";
  const round = `Round ${game.round}${last}`;
  const other = nameOf(game, game.asked);
  const isComing = game.seats[game.asked]?.is_taken === false;
  if (game.phase === "over") return {title: winners(game), text: `The game is over after ${game.round} ${game.round > 1 ? "rounds" : "round"}.`};
  if (game.trouble) return {title: "A computer has failed", text: game.trouble};
  if (isAsked) {
    const titles = {start: "Your turn", challenge: "Does it stand?", penalty: "Taken back", purchase: "Buy a patent?", "clean-up": "Discard?"};
    return {title: titles[game.phase], text: `${round} · goal $${game.goal} of patents`};
  }
  const thinking = game.seats[game.asked]?.level ? `${other} is thinking …` : `Waiting for ${other}`;
  const what = game.phase === "challenge" ? `${other} may challenge the word · ` : "";
  return {title: isComing ? `${other} has not come yet` : thinking, text: `${what}${round} · goal $${game.goal} of patents`};
}

/** @param {Game} game @returns {string} */
function winners(game) {
  const first = game.places[0]?.players ?? [];
  if (first.length > 1) return `${listed(first.map((player) => nameOf(game, player)))} share the victory`;
  return first[0] === game.you ? "You have won" : `${nameOf(game, first[0] ?? 0)} has won`;
}

/** @param {HTMLElement} place @param {Game} game */
export function showSeats(place, game) {
  // Oneself last, above one's hand.
  const [you = 0, ...others] = aroundYou(game);
  place.replaceChildren(...[...others, you].map((player) => seatRow(game, player)));
}

/** @param {Game} game @param {number} player */
function seatRow(game, player) {
  const seat = game.seats[player];
  if (!seat) throw new Error(`there is no player ${player}`);
  const owned = [...seat.patents].map((letter) => el("span", {class: "patent"}, letter));
  const isActive = game.active === player && game.phase !== "over";
  return el(
    "div",
    {class: "row seat", "data-selected": isActive},
    el(
      "div",
      {class: "player-name"},
      sign(player),
      el("span", {class: "name"}, nameOf(game, player), isActive ? el("span", {class: "unseen"}, ", whose turn it is") : null),
      figure("score", String(seat.patent_value + seat.money + seat.stock)),
    ),
    el("div", {class: "wealth"}, figure("money", `$${seat.money}`), figure("stock", String(seat.stock)), figure("patents", `$${seat.patent_value} of $${game.goal}`)),
    owned.length ? el("div", {class: "patents"}, el("span", {class: "unseen"}, "Patents: "), ...owned) : null,
  );
}

/** @param {string} name @param {string} value */
function figure(name, value) {
  return el("span", {class: "labelled"}, el("span", {class: "what"}, `${name} `), value);
}

/** @param {HTMLElement} place @param {Game} game */
export function showNews(place, game) {
  const turns = [...game.news].reverse();
  // What a word means would say, before a challenge, if it is one.
  const isOpen = (/** @type {Api.News} */ turn) => game.phase === "challenge" && turn === turns[0];
  const words = (/** @type {Api.News} */ turn) =>
    turn.words.map((word) => {
      const face = laid(word, (letter) => ownerOf(game, letter), "small");
      return isOpen(turn) ? face : meaning(word.word, game.lexicon, face);
    });
  place.replaceChildren(
    ...(turns.length ? [el("h2", {}, "What has happened")] : []),
    el(
      "ol",
      {class: "news"},
      ...turns.map((turn) =>
        el(
          "li",
          {},
          el("div", {class: "who"}, sign(turn.player), el("span", {class: "name"}, nameOf(game, turn.player)), el("span", {class: "aside"}, `round ${turn.round}`)),
          turn.words.length ? el("div", {class: "laid-words"}, ...words(turn)) : null,
          el("p", {}, `${turn.lines.join(". ")}.`),
        ),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {HTMLElement} wish  In it, where what is wanted is said.
 * @param {Game} game
 * @param {(answer: "ask" | "agree" | "decline") => void} tell
 */
export function showUndo(place, wish, game, tell) {
  // Each of a class of its own: what was pressed never hands the focus to another answer.
  const button = (/** @type {string} */ text, /** @type {"ask" | "agree" | "decline"} */ answer) =>
    el("button", {class: `undo-${answer} quiet`, type: "button", "data-row": answer, onclick: () => tell(answer)}, text);
  const {by, waits_for, can_ask, alone} = game.undo;
  let text = "";
  let buttons = can_ask ? [button(alone ? "Undo" : "Ask to undo", "ask")] : [];
  if (by === game.you) {
    const others = listed(waits_for.map((player) => nameOf(game, player)));
    text = `You want to undo: ${undone(game)} ${others} ${waits_for.length > 1 ? "have" : "has"} to agree.`;
    buttons = [button("Never mind", "decline")];
  } else if (by !== null) {
    text = `${nameOf(game, by)} wants to undo: ${undone(game)}`;
    buttons = [button("No", "decline")];
    if (waits_for.includes(game.you)) buttons.unshift(button("Agree", "agree"));
  }
  wish.className = text ? "starting" : "";
  if (wish.textContent !== text) wish.textContent = text;
  refill(place, wish, ...buttons);
}

/** What would go. @param {Game} game @returns {string} */
function undone(game) {
  const {to} = game.undo;
  if (!to) return "";
  const whose = to.active === game.you ? "your turn" : `the turn of ${nameOf(game, to.active)}`;
  const what = {start: "", challenge: ", to the challenge", penalty: ", to the discard", purchase: ", to the purchase", "clean-up": ", to the discards", over: ""}[to.phase];
  const much = to.actions > 1 ? `${to.actions} steps` : "one step";
  return `back to ${whose} in round ${to.round}${what}. That takes back ${much}; cards are drawn again in the same order.`;
}

/**
 * The link to one's own seat, drawn only for who wants to see it.
 * @param {import("./play-api.js").SeatApi} api @returns {HTMLElement}
 */
export function ownLink(api) {
  const own = el("details", {class: "own-link"}, el("summary", {}, "This seat on another device"));
  own.addEventListener("toggle", async () => {
    if (!own.open || own.children.length > 1) return;
    const game = await api.game();
    own.append(await codeOf(game, game.you, api, "Whoever opens this plays for you: show it to nobody else."));
  });
  return own;
}

/** @param {HTMLElement} place @param {Game} game @param {import("./play-api.js").SeatApi} api */
export async function showInvitations(place, game, api) {
  const shown = game.invitations.join();
  if ((place.dataset["shown"] ?? "") === shown) return;
  place.dataset["shown"] = shown;
  const codes = await Promise.all(
    game.invitations.map((player) => {
      const name = nameOf(game, player);
      return codeOf(game, player, api, `${name} scans this, or opens the link. It is good once.`, `Invite ${name}`);
    }),
  );
  if (place.dataset["shown"] === shown) place.replaceChildren(...codes);
}

/** @param {Game} game @param {number} player @param {import("./play-api.js").SeatApi} api @param {string} text @param {string} [title] */
async function codeOf(game, player, api, text, title = "") {
  const {address, is_local} = await api.link(player);
  const isOwn = player === game.you;
  const copied = el("span", {class: "status", role: "status"});
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({title: "Letter Tycoon", url: address});
      else {
        await navigator.clipboard.writeText(address);
        copied.textContent = "Copied.";
      }
    } catch {
      // Neither may be allowed, as without https: the link can be copied by hand.
      link.focus();
      link.select();
    }
  };
  const link = el("input", {type: "text", readonly: true, value: address, "aria-label": isOwn ? "Link to your seat" : `Link for ${nameOf(game, player)}`});
  return el(
    "div",
    {class: "invitation"},
    title ? el("h2", {}, title) : null,
    el("img", {class: "code", src: api.code(player), width: 220, height: 220, alt: isOwn ? "QR code of your seat" : `QR code of the invitation for ${nameOf(game, player)}`}),
    el("p", {}, text),
    is_local ? el("p", {class: "bad"}, "Another phone cannot open it: only this computer can. For phones, stop the page and start it with: letter-tycoon serve --lan") : null,
    el("div", {class: "share"}, link, el("button", {class: "quiet", type: "button", onclick: share}, "Share"), copied),
  );
}
