// Elements in few words.

import {LISTS} from "../table/numbers.js";

/** @typedef {Record<string, string | number | boolean | null | ((event: Event) => void)>} Properties */

/** Listeners that elements have. @type {(keyof GlobalEventHandlers)[]} */
const LISTENERS = ["onclick", "onchange", "oninput", "onsubmit", "ontoggle"];

/** An element. Functions are listeners, true and false are attributes that are there or not, and null is none.
 * @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Properties} properties
 * @param {...(Node | string | null)} children @returns {HTMLElementTagNameMap[Tag]} */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") Object.assign(element, {[name]: value});
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A button.
 * @param {string} look  Its class.
 * @param {string} row  Unique in its place: `refill` finds it by that; "" for none.
 * @param {() => void} press
 * @param {string | (Node | string | null)[]} inside
 * @param {Properties} [more] */
export function button(look, row, press, inside, more = {}) {
  const children = typeof inside === "string" ? [inside] : inside;
  return el("button", {class: look, type: "button", "data-row": row || null, onclick: press, ...more}, ...children);
}

/** A button for a choice, which is on or off; null where it is neither.
 * @param {string} text
 * @param {boolean | null} isOn
 * @param {string} row  As of a button.
 * @param {() => void} press
 * @param {string | null} [label] */
export function chip(text, isOn, row, press, label = null) {
  const pressed = isOn === null ? null : String(isOn);
  return button("chip", row, press, text, {"aria-pressed": pressed, "aria-label": label});
}

/** The name of a word list for people. @param {string} list */
export const listName = (list) => LISTS[list] ?? list;

/** A choice among names, of word lists for instance.
 * @param {string} label
 * @param {string[]} names
 * @param {string} chosen
 * @param {(name: string) => void} change
 * @param {string} [row]  As of a button. */
export function chooser(label, names, chosen, change, row = label) {
  const options = names.map((name) => el("option", {value: name, selected: name === chosen}, listName(name)));
  const onchange = (/** @type {Event} */ {target}) => change(/** @type {HTMLSelectElement} */ (target).value);
  return el("label", {class: "choice"}, label, el("select", {"data-row": row, onchange}, ...options));
}

/** A field to fill in.
 * @param {string} type
 * @param {string} row  As of a button.
 * @param {(field: HTMLInputElement) => void} change
 * @param {Properties} more */
export function field(type, row, change, more) {
  const onchange = (/** @type {Event} */ {target}) => change(/** @type {HTMLInputElement} */ (target));
  return el("input", {type, "data-row": row, onchange, ...more});
}

/** The element of the page with this id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return found;
}

/** Shows a text in an element, or hides the element if there is none.
 * @param {HTMLElement} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/** A sentence: with a capital and a full stop. @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (!text || /[.!?]$/.test(text) ? "" : ".");
}

/** Text for people: letters of cards, "E, E and S". @param {Iterable<string>} items */
export function listed(items) {
  const all = [...items];
  const last = all.pop() ?? "";
  return all.length ? `${all.join(", ")} and ${last}` : last;
}

/** Money and stock, in words. @param {{money: number, stock: number}} wealth */
export const pay = ({money, stock}) => (stock ? `$${money} and ${stock} stock` : `$${money}`);

/** A whole number with commas. The browser's own way takes a slow phone a third of a second, once.
 * @param {number} number */
export function thousands(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// What differs -----------------------------------------------------------------------------------------------------

/** @param {Node} node */
function nameOf(node) {
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return node.nodeName;
  return `${node.nodeName} ${node.id || node.dataset["row"] || node.classList[0]}`;
}

/** Makes the children of an element like others. Those that are there already stay: by their id or their row wherever
 * they were, else in their order among those of their tag and first class.
 * @param {Element} place @param {Node[]} fresh */
function changeChildren(place, fresh) {
  /** @type {Map<string, ChildNode[]>} */
  const old = new Map();
  for (const child of place.childNodes) {
    if (!fresh.includes(child)) old.set(nameOf(child), [...(old.get(nameOf(child)) ?? []), child]);
  }
  const all = fresh.map((child) => (child.parentNode !== place && old.get(nameOf(child))?.shift()) || child);
  for (const child of [...old.values()].flat()) child.remove();
  let next = place.firstChild;
  for (const [at, child] of all.entries()) {
    if (child === next) next = next.nextSibling;
    else place.insertBefore(child, next);
    const like = fresh[at];
    if (like instanceof Element) change(/** @type {Element} */ (child), like);
    else if (like && like !== child) child.nodeValue = like.nodeValue;
  }
}

/** Makes an element like another; what is the same stays, with its focus and its scroll. What has `data-mine` is not of
 * the other, and neither is what somebody has unfolded.
 * @param {Element} old @param {Element} fresh */
export function change(old, fresh) {
  if (old === fresh || old.hasAttribute("data-mine")) return;
  const isFolded = (/** @type {string} */ name) => name === "open" && old.matches("details");
  for (const {name} of [...old.attributes]) {
    // What has the focus without being pressed keeps it.
    if (!fresh.hasAttribute(name) && !isFolded(name) && name !== "tabindex") old.removeAttribute(name);
  }
  for (const {name, value} of fresh.attributes) {
    if (old.getAttribute(name) !== value && !isFolded(name)) old.setAttribute(name, value);
  }
  for (const name of LISTENERS) Object.assign(old, {[name]: /** @type {any} */ (fresh)[name]});
  changeChildren(old, [...fresh.childNodes]);
  for (const name of ["value", "checked"]) {
    const [was, is] = [old, fresh].map((one) => /** @type {any} */ (one)[name]);
    if (was !== is && !old.matches("[type=file]")) Object.assign(old, {[name]: is});
  }
}

const PRESSABLE = "button:enabled, input:enabled, select:enabled, summary, a[href]";

/** Has these elements in a place, as they are or as those that are there already. The focus stays; if it cannot, it
 * goes to the one with the same row, else to one like the one that had it in the same section.
 * @param {HTMLElement} place @param {...(HTMLElement | null)} elements */
export function refill(place, ...elements) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const focused = place.contains(active) ? active : null;
  const section = focused?.closest("section") ?? place;
  const part = place.contains(section) ? section : place;
  const pressable = (/** @type {Element} */ within) =>
    /** @type {HTMLElement[]} */ ([...within.querySelectorAll(PRESSABLE)]);
  const before = focused ? pressable(part) : [];
  const isAlike = (/** @type {Element} */ one) => one.classList[0] === focused?.classList[0];
  const at = before.findIndex((one) => one === focused);
  const nth = before.slice(0, at).filter(isAlike).length;
  changeChildren(
    place,
    elements.filter((one) => one !== null),
  );
  if (!focused) return;
  const {row} = focused.dataset;
  const same = row ? pressable(place).find((one) => one.dataset["row"] === row) : null;
  // Where a whole section has gone, the room says where the focus goes.
  const all = part.isConnected ? pressable(part) : [];
  const alike = all.filter(isAlike);
  // What has no row of its own is in one, after its name.
  const name = row ? null : all[at - 1];
  const isGone = at >= 0 && (!focused.isConnected || focused.matches(":disabled"));
  const instead = same ?? alike[Math.min(nth, alike.length - 1)] ?? name;
  (isGone ? instead : focused)?.focus({preventScroll: true});
}

/** Has the focus on something that is not pressed, as a heading. @param {Element | null | undefined} element */
export function focusOn(element) {
  element?.setAttribute("tabindex", "-1");
  /** @type {HTMLElement | null | undefined} */ (element)?.focus({preventScroll: true});
}
