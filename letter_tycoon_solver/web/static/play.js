// The room of games: a new one, an invitation, or one's seat, as the address says.
//
//   /play   /play?invitation=SECRET   /play?seat=SECRET

import {whenReady} from "./api.js";
import {byId, el, listed, say, sentence} from "./dom.js";
import {invitation, setup as playSetup, takeSeat} from "./play-api.js";
import {showNewGame} from "./play-new.js";
import {heldSeats, hold, shownName} from "./play-seats.js";
import {SeatRoom} from "./play-room.js";

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
    seat = new SeatRoom(room, held, setup);
  } else if (invited) {
    void tried(() => showInvitation(invited));
  } else {
    void tried(showNew);
  }
}

async function showNew() {
  showNewGame(room, setup, await playSetup(), (secret) => {
    history.pushState(null, "", `/play?${new URLSearchParams({seat: secret})}`);
    show();
  });
}

/** @param {string} secret */
async function showInvitation(secret) {
  // Who comes back by the same link has the seat already.
  const own = heldSeats().find((one) => one.invitation === secret);
  if (own) {
    goToSeat(own.seat);
    return;
  }
  const {name, players} = await invitation(secret);
  const others = players.filter((one) => one !== name).map(shownName);
  const take = async () => {
    const taken = await takeSeat(secret);
    hold(taken.seat, {invitation: secret, players});
    goToSeat(taken.seat);
  };
  room.replaceChildren(
    el("h1", {}, `You are invited, ${name}`),
    el("p", {}, `A game of Letter Tycoon with ${listed(others)} waits for you.`),
    el("button", {class: "main-action", type: "button", onclick: () => void tried(take)}, `Play as ${name}`),
    el("p", {class: "status"}, "The invitation is good once. Then the seat is yours, in this browser."),
  );
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
