// The room of games: a new one, an invitation, or one's seat, as the address says.
//
//   /play   /play?invitation=SECRET   /play?seat=SECRET

import {whenReady} from "./api.js";
import {byId, el, listed, say, sentence} from "./dom.js";
import {invitation, setup as playSetup, takeSeat} from "./play-api.js";
import {showNewGame} from "./play-new.js";
import {heldSeats, hold, keyOf, newKeyOf} from "./play-seats.js";
import {SeatRoom} from "./play-room.js";
import {capital} from "./seats.js";

const setup = await whenReady((message) => say(byId("starting"), message));
const room = byId("room");
/** @type {SeatRoom | null} */
let seat = null;

/** @param {string} secret */
function goToSeat(secret) {
  history.replaceState(null, "", `/play?${new URLSearchParams({seat: secret})}`);
  show();
}

function show() {
  seat?.leave();
  seat = null;
  say(byId("problem"), "");
  room.replaceChildren();
  document.body.classList.remove("at-table");
  const query = new URLSearchParams(location.search);
  const [held, invited] = [query.get("seat"), query.get("invitation")];
  if (held) {
    document.body.classList.add("at-table");
    seat = new SeatRoom(room, held, setup, goOn);
  } else if (invited) {
    void tried(() => showInvitation(invited));
  } else {
    void tried(showNew);
  }
}

async function showNew() {
  showNewGame(room, setup, await playSetup(), goOn);
}

/** To the seat of a new game; one step back leads to where it was begun. @param {string} secret */
function goOn(secret) {
  history.pushState(null, "", `/play?${new URLSearchParams({seat: secret})}`);
  show();
}

/** @param {string} secret */
async function showInvitation(secret) {
  // Who comes back by the same link has the seat already.
  const own = heldSeats().find((one) => one.invitation === secret);
  if (own) {
    goToSeat(own.seat);
    return;
  }
  // Whoever has taken it but got no answer gets the same seat again.
  if (keyOf(secret)) {
    goToSeat(await taken(secret));
    return;
  }
  const {name, players} = await invitation(secret);
  const others = players.filter((one) => one !== name).map(capital);
  let isBusy = false;
  const take = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      goToSeat(await taken(secret));
    } finally {
      isBusy = false;
    }
  };
  room.replaceChildren(
    el("h1", {}, `You are invited, ${name}`),
    el("p", {}, `A game of Letter Tycoon with ${listed(others)} waits for you.`),
    el("button", {class: "main-action", type: "button", onclick: () => void tried(take)}, `Play as ${name}`),
    el("p", {class: "status"}, "The invitation is good once. Then the seat is yours, in this browser."),
  );
}

/** The seat of an invitation. @param {string} secret @returns {Promise<string>} */
async function taken(secret) {
  const {seat: own} = await takeSeat(secret, newKeyOf(secret));
  hold(own, {invitation: secret});
  return own;
}

/** @param {() => Promise<void>} action */
async function tried(action) {
  try {
    await action();
  } catch (error) {
    say(byId("problem"), sentence(error instanceof Error ? error.message : String(error)));
  }
}

addEventListener("popstate", show);
show();
