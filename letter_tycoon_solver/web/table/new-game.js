// What is chosen before a game: names, rules and words. Hint has its rules by it too.

import {chooser, el, field, listName} from "../static/dom.js";
import {settings} from "./kept.js";

/** @import {Properties} from "../static/dom.js" */
/** @import {Page} from "./rooms.js" */

const NAME = {maxlength: 40, autocomplete: "off", autocapitalize: "words", spellcheck: "false"};

/** A field for the name of a player.
 * @param {string} value
 * @param {string} placeholder
 * @param {string} row  As of a button.
 * @param {(name: string) => void} write
 * @param {Properties} more */
export const nameField = (value, placeholder, row, write, more) =>
  field("text", row, ({value}) => write(value), {...NAME, value, placeholder, ...more});

/** Word list and rules to choose from, which stay chosen for all rooms.
 * @param {Api.Setup} setup @param {{lexicon: string, ruleset: string, goal?: string}} chosen
 * @param {(chosen: {lexicon?: string, ruleset?: string}) => void} change @param {...HTMLElement} more */
export function rulesChooser({rulesets, lexicons}, {ruleset, lexicon, goal = ""}, change, ...more) {
  return el(
    "details",
    {},
    el("summary", {"data-row": "rules"}, `Rules: ${ruleset}, ${listName(lexicon)}${goal}`),
    chooser("Rules", rulesets, ruleset, (ruleset) => change({ruleset})),
    chooser("Word list", lexicons, lexicon, (lexicon) => change({lexicon})),
    ...more,
  );
}

/** What was chosen before, as far as it is here, else the first of each. @param {Pick<Page, "setup" | "store">} page */
export function chosenBefore({setup, store}) {
  const before = settings(store);
  const one = (/** @type {string[]} */ all, /** @type {string} */ name) => (all.includes(name) ? name : (all[0] ?? ""));
  const opponents = Object.keys(setup.opponents);
  return {
    lexicon: one(setup.lexicons, before.lexicon),
    ruleset: one(setup.rulesets, before.ruleset),
    against: one(opponents, before.against),
  };
}

/** Has a form shown anew after each of its changes. @param {() => void} show */
export function shownAfter(show) {
  /** @template [T=void] @param {(given: T) => unknown} change @returns {(given: T) => void} */
  return (change) => (given) => {
    change(given);
    show();
  };
}
