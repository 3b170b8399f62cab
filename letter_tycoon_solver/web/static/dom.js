// Elements in few words.

/**
 * @typedef {Record<string, string | number | boolean | null | ((event: Event) => void)>} Properties
 */

/**
 * An element. Properties whose names begin with "on" are listeners, true and false are attributes
 * that are there or not, and null is none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} properties
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * A button.
 * @param {string} look  Its class.
 * @param {string} row  Unique in its place: `refill` leaves the focus there; "" for none.
 * @param {() => void} press
 * @param {string | (Node | string | null)[]} inside
 * @param {Properties} [more]
 */
export function button(look, row, press, inside, more = {}) {
  const children = typeof inside === "string" ? [inside] : inside;
  return el("button", {class: look, type: "button", "data-row": row || null, onclick: press, ...more}, ...children);
}

/**
 * A button for a choice, which is on or off; null where it is neither.
 * @param {string} text
 * @param {boolean | null} isOn
 * @param {string} row  As of a button.
 * @param {() => void} press
 * @param {string | null} [label]
 */
export function chip(text, isOn, row, press, label = null) {
  const pressed = isOn === null ? null : String(isOn);
  return button("chip", row, press, text, {"aria-pressed": pressed, "aria-label": label});
}

/**
 * A choice among names.
 * @param {string} label
 * @param {string[]} names
 * @param {string} chosen
 * @param {(name: string) => void} change
 * @param {string} [row]  As of a button.
 */
export function chooser(label, names, chosen, change, row = label) {
  const options = names.map((name) => el("option", {value: name, selected: name === chosen}, name));
  const onchange = (/** @type {Event} */ {target}) => change(/** @type {HTMLSelectElement} */ (target).value);
  return el("label", {class: "choice"}, label, el("select", {"data-row": row, onchange}, ...options));
}

/** The element of the page with this id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return found;
}

/**
 * Shows a text in an element, or hides the element if there is none.
 * @param {HTMLElement} element
 * @param {string} text
 */
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

/**
 * A whole number with commas. The browser's own way takes a slow phone a third of a second, once.
 * @param {number} number
 */
export function thousands(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

const PRESSABLE = "button:enabled, input:enabled, select:enabled, summary, a[href]";

/**
 * Puts new elements in a place. The focus stays on the one with the same `data-row`; if that is
 * gone or cannot be pressed, it goes to one like it in its place. An element that was there
 * already is not moved: what is said in it is heard.
 * @param {HTMLElement} place
 * @param {...(HTMLElement | null)} elements
 */
export function refill(place, ...elements) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const before = focused ? placesOf(place, focused) : [0, 0];
  const shown = elements.filter((one) => one !== null);
  const old = [...place.children].filter((one) => !shown.some((other) => other === one));
  old.forEach((one) => one.remove());
  let next = place.firstElementChild;
  for (const element of shown) {
    if (element === next) next = next.nextElementSibling;
    else place.insertBefore(element, next);
  }
  if (!focused || place.contains(document.activeElement)) return;
  const row = focused.getAttribute("data-row");
  const same = row ? place.querySelector(`[data-row="${CSS.escape(row)}"]:not(:disabled)`) : null;
  const all = [...place.querySelectorAll(PRESSABLE)];
  const alike = all.filter((one) => one.classList[0] === focused.classList[0]);
  // What has no row of its own is in one, after its name.
  const name = row ? null : all[(before[0] ?? 0) - 1];
  const instead = alike[Math.min(before[1] ?? 0, alike.length - 1)] ?? name;
  /** @type {HTMLElement | null | undefined} */ (same ?? instead)?.focus({preventScroll: true});
}

/**
 * The number of an element among all that can be pressed, and among those like it.
 * @param {HTMLElement} place
 * @param {Element} element
 */
function placesOf(place, element) {
  const all = [...place.querySelectorAll(PRESSABLE)];
  return [all.indexOf(element), all.filter((one) => one.classList[0] === element.classList[0]).indexOf(element)];
}

/** Has the focus on something that is not pressed, as a heading. @param {Element | null | undefined} element */
export function focusOn(element) {
  element?.setAttribute("tabindex", "-1");
  /** @type {HTMLElement | null | undefined} */ (element)?.focus({preventScroll: true});
}

/** What waits until nothing is pressed. @type {Set<() => void> | null}  Null while nothing is. */
let waiting = null;
addEventListener("pointerdown", () => (waiting ??= new Set()), true);
for (const end of ["pointerup", "pointercancel"]) {
  // The click comes right after, and finds its button.
  addEventListener(end, () => setTimeout(letGo), true);
}

function letGo() {
  const all = waiting;
  waiting = null;
  all?.forEach((goOn) => goOn());
}

/** As soon as no finger is down: a button that is drawn anew under one is not pressed. @returns {Promise<void>} */
export function released() {
  return new Promise((goOn) => (waiting ? waiting.add(goOn) : goOn()));
}
