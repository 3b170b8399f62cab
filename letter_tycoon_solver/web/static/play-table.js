// The table of a game: who plays, what has happened, who has won, and what there is to agree on.

import {laid, sign} from "./cards.js";
import {el, listed, refill} from "./dom.js";
import {meaning} from "./meaning.js";
import * as seats from "./seats.js";
import {shareField} from "./share.js";

/** @typedef {Api.SeenGame} Game */

/** @param {Game} game @param {number} player @returns {string} */
export function nameOf(game, player) {
  return player === game.you ? "You" : seats.nameOf(game, player);
}

/** @param {Game} game @returns {{title: string, text: string}} */
export function statusOf(game) {
  const isAsked = game.asked === game.you;
  const last = game.final_round === game.round ? ", the last" : "";
  const round = `Round ${game.round}${last}`;
  const other = nameOf(game, game.asked);
  const isComing = game.waiting.includes(game.asked);
  if (game.phase === "over") return {title: winners(game), text: `The game is over after ${game.round} ${game.round > 1 ? "rounds" : "round"}.`};
  if (game.trouble) return {title: "A computer has failed", text: game.trouble};
  if (isAsked) {
    const titles = {start: "Your turn", challenge: "Does it stand?", penalty: "Taken back", purchase: "Buy a patent?", "clean-up": "Discard?"};
    return {title: titles[game.phase], text: `${round} · goal $${game.goal} of patents`};
  }
  const thinking = game.computers.includes(game.asked) ? `${other} is thinking …` : `Waiting for ${other}`;
  const what = game.phase === "challenge" ? `${other} may challenge the word · ` : "";
  return {title: isComing ? `${other} has not come yet` : thinking, text: `${what}${round} · goal $${game.goal} of patents`};
}

/** @param {Game} game @returns {string} */
function winners(game) {
  const first = game.ranking[0] ?? [];
  if (first.length > 1) return `${listed(first.map((player) => nameOf(game, player)))} share the victory`;
  return first[0] === game.you ? "You have won" : `${nameOf(game, first[0] ?? 0)} has won`;
}

/** @param {HTMLElement} place @param {Game} game */
export function showSeats(place, game) {
  // Oneself last, above one's hand.
  place.replaceChildren(seats.seatRows(game, nameOf, game.you + 1));
}

/** @param {HTMLElement} place @param {Game} game */
export function showNews(place, game) {
  const turns = [...game.news].reverse();
  // What a word means would say, before a challenge, if it is one.
  const isOpen = (/** @type {Api.News} */ turn) => game.phase === "challenge" && turn === turns[0];
  const words = (/** @type {Api.News} */ turn) =>
    turn.words.map((word) => {
      const face = laid(word, seats.ownerOn(game), "small");
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
  const label = isOwn ? "Link to your seat" : `Link for ${nameOf(game, player)}`;
  return el(
    "div",
    {class: "invitation"},
    title ? el("h2", {}, title) : null,
    el("img", {class: "code", src: api.code(player), width: 220, height: 220, alt: isOwn ? "QR code of your seat" : `QR code of the invitation for ${nameOf(game, player)}`}),
    el("p", {}, text),
    is_local ? el("p", {class: "bad"}, "Another phone cannot open it: only this computer can. For phones, stop the page and start it with: letter-tycoon serve --lan") : null,
    shareField(address, label, {title: "Letter Tycoon", url: address}, "quiet"),
  );
}
