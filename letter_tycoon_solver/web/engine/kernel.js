// Compiled kernels: arrays in their memory, and calls as _aot/entry.py makes them.

/** @typedef {{type: string, shape: number[]}} Outline  Of an array: the type of its items as NumPy writes it. */
/** @typedef {Outline & {size: number, item: number, at: number}} KernelArray */
/** Arrays by their names, and groups of them. @typedef {Record<string, any>} Arguments */
/** Their outlines, some of them with the bytes that are to lie there. @typedef {Record<string, any>} Outlines */
/** @typedef {KernelArray | Arguments | bigint | number} Argument  A bigint is a whole number, a number is not. */

const PAGE = 1 << 16;
const RESULT_SIZE = 16;
const MOST_WORDS = 1024;
const NO_OWNER = 0;
const ITEMS = 2;
const ITEM_SIZE = 3;
const ADDRESS = 4;
const FAILED = 3;

/** The bytes of an item. @param {string} type */
export const sizeOf = (type) => Number(type.slice(-1));

/** @param {Record<string, any>} one */
const isArray = (one) => Array.isArray(one["shape"]);

/** The kernels of a module, and arrays, which lie in its memory until they are released. */
export class Kernel {
  #code;
  #top;
  #words;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const {exp, log, tanh} = Math;
    /** @param {number} at */
    const strlen = (at) => new Uint8Array(this.#code.memory.buffer).indexOf(0, at) - at;
    /** @param {bigint} size */
    const malloc = (size) => this.#allocate(Number(size));
    const env = {exp, log, tanh, strlen, malloc, free: () => {}}; // See `meanwhile`.
    this.#code = /** @type {any} */ (new WebAssembly.Instance(module, {env}).exports);
    this.#top = this.#code.__heap_base.value;
    this.#words = this.array("i8", [MOST_WORDS]);
  }

  /** The address of so many bytes, a multiple of 64. @param {number} size */
  #allocate(size) {
    const {memory} = this.#code;
    const at = Math.ceil(this.#top / 64) * 64;
    this.#top = at + size;
    const missing = this.#top - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** A new array.
   * @param {string} type @param {number[]} shape @param {ArrayLike<number | bigint>} [values] @returns {KernelArray} */
  array(type, shape, values) {
    const size = shape.reduce((a, b) => a * b, 1);
    const array = {type, shape, size, item: sizeOf(type), at: this.#allocate(size * sizeOf(type))};
    if (values) this.fill(array, values);
    return array;
  }

  /** New arrays, and groups of them. @param {Outlines} outlines @returns {Arguments} */
  placed(outlines) {
    /** @type {Arguments} */
    const placed = {};
    for (const [name, one] of Object.entries(outlines)) {
      placed[name] = isArray(one) ? this.array(one.type, one.shape) : this.placed(one);
      if (one.bytes) this.bytes(placed[name]).set(one.bytes);
    }
    return placed;
  }

  /** What lies in an array; good until the next call. @param {KernelArray} array */
  bytes({at, size, item}) {
    return new Uint8Array(this.#code.memory.buffer, at, size * item);
  }

  /** @param {KernelArray} array */
  longs({at, size}) {
    return new BigInt64Array(this.#code.memory.buffer, at, size);
  }

  /** @param {KernelArray} array */
  doubles({at, size}) {
    return new Float64Array(this.#code.memory.buffer, at, size);
  }

  /** Copies values to an array. @param {KernelArray} array @param {ArrayLike<number | bigint>} values */
  fill(array, values) {
    const {buffer} = this.#code.memory;
    if (array.type === "i8") this.longs(array).set(Array.from(values, BigInt));
    else if (array.type === "f8") this.doubles(array).set(/** @type {number[]} */ (values));
    else if (array.type === "f4") new Float32Array(buffer, array.at, array.size).set(/** @type {number[]} */ (values));
    else this.bytes(array).set(/** @type {number[]} */ (values));
  }

  /** Does something with arrays that are released then. @template T @param {() => T} work @returns {T} */
  meanwhile(work) {
    const used = this.#top;
    try {
      return work();
    } finally {
      this.#top = used;
    }
  }

  /** Calls an entry: the whole number that it returns. @param {string} name @param {Argument[]} args */
  call(name, args) {
    const at = this.#run(name, args);
    return Number(this.longs(this.#words)[at]);
  }

  /** Calls an entry: the bytes of the array that it returns. @param {string} name @param {Argument[]} args */
  found(name, args) {
    return this.meanwhile(() => {
      const at = this.#run(name, args);
      const back = this.longs(this.#words).subarray(at);
      const [from, size] = [Number(back[ADDRESS]), Number(back[ITEMS]) * Number(back[ITEM_SIZE])];
      return new DataView(this.#code.memory.buffer.slice(from, from + size));
    });
  }

  /** Where the words of the answer begin. @param {string} name @param {Argument[]} args */
  #run(name, args) {
    const given = args.flatMap((arg) => [...this.#wordsOf(arg)]);
    const run = this.#code[name];
    if (!run || given.length + RESULT_SIZE > MOST_WORDS) throw new Error(`the kernel ${name} cannot be called`);
    this.longs(this.#words).set(given);
    if (run(this.#words.at) === FAILED) throw new Error(`the kernel ${name} has failed`);
    return given.length;
  }

  /** @param {Argument} arg @returns {Generator<bigint>} */
  *#wordsOf(arg) {
    if (typeof arg === "bigint") yield arg;
    else if (typeof arg === "number") yield new BigInt64Array(Float64Array.of(arg).buffer)[0] ?? 0n;
    else if (isArray(arg)) {
      const {size, item, at, shape} = /** @type {KernelArray} */ (arg);
      const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, item));
      yield* [NO_OWNER, NO_OWNER, size, item, at, ...shape, ...strides].map(BigInt);
    } else for (const one of Object.values(arg)) yield* this.#wordsOf(one);
  }
}
