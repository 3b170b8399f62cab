// The pages of Practice: a turn is made with the cards and the letters, and fills in the field of its form; the result
// of a day is shared. What these fill stays as they filled it when live.js changes the page: it is data-mine.

import {WordList} from "../table/answers.js";
import {cards} from "../table/board.js";
import {ToldTurn} from "../table/draft.js";
import {panelParts, turnKeys} from "../table/telling.js";
import {turnText} from "../table/text.js";
import {newDraft} from "../table/told.js";
import {byId, el, refill, say, sentence} from "./dom.js";
import {listenToKeys} from "./letters.js";

/** Has a turn made on the table of a form. @param {HTMLFormElement} form */
function makeTurn(form) {
  const {table: text = "", lexicon = ""} = form.dataset;
  /** @type {import("../table/rules.js").Table} */
  const table = JSON.parse(text);
  const [lying, dock, problem] = [byId("lying"), byId("dock"), byId("problem")];
  const field = el("input", {type: "hidden", name: "turn"});
  const verdict = el("p", {class: "status verdict", role: "status"});
  const giveUp = /** @type {HTMLElement} */ (form.querySelector("[name=give-up]"));
  const send = () => {
    field.value = turnText(turn.told.turn);
    form.requestSubmit();
  };
  const tell = (/** @type {unknown} */ error) =>
    say(problem, error instanceof Error ? sentence(error.message) : String(error));
  const show = () => {
    const tap = (/** @type {string} */ letter, /** @type {string} */ source) =>
      turn.tap(source === "community" ? letter.toLowerCase() : letter);
    refill(lying, cards(table, table.active, turn.tapsCards ? tap : null));
    const parts = panelParts({
      telling: turn.telling,
      lexicon,
      title: "Your turn",
      aside: giveUp,
      verdict,
      change: (change) => turn.choose(change),
      select: (name) => turn.select(name),
      take: (name, at) => turn.take(name, at),
      done: send,
    });
    refill(form, ...parts, field);
    dock.hidden = turn.draft.field === null;
    if (!dock.hidden) refill(dock, turnKeys(turn));
  };
  const handlers = {show, done: send, tell};
  const turn = new ToldTurn(new WordList(lexicon, ""), table, {...newDraft(table), field: "words"}, handlers, true);
  for (const place of [lying, form, dock]) place.dataset["mine"] = "";
  show();
  listenToKeys((key) => {
    if (!form.isConnected) return false;
    if (/^[A-Z&]$/.test(key)) turn.type(key);
    else if (key === "Backspace") turn.erase();
    else if (key === "Enter") turn.next();
    else return false;
    return true;
  });
}

/** Has a button share the text of a field. @param {HTMLInputElement} field */
function share(field) {
  const button = /** @type {HTMLElement} */ (field.nextElementSibling);
  const copied = /** @type {HTMLElement} */ (button.nextElementSibling);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) return await navigator.share({text: field.value});
      await navigator.clipboard.writeText(field.value);
      copied.textContent = "Copied.";
    } catch {
      // Neither may be allowed, as without https: the text can be copied by hand.
      field.focus();
      field.select();
    }
  });
}

const form = document.querySelector("form.telling");
if (form instanceof HTMLFormElement) makeTurn(form);
const result = document.getElementById("share");
if (result instanceof HTMLInputElement) share(result);
