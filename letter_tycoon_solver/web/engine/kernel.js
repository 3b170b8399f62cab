// The compiled kernel: its arguments in its memory, and calls as _aot/machine_code.py makes them.

/** @typedef {{type: string, shape: number[]}} Outline  Of an array: the type of its items as NumPy writes it. */
/** @typedef {Outline & {size: number, item: number, at: number}} KernelArray */
/** @typedef {{[name: string]: KernelArray | Arguments}} Arguments */
/** @typedef {{[name: string]: Outline | Outlines}} Outlines */
/** @typedef {{memory: WebAssembly.Memory, run: (words: number) => number, allocate: (size: number) => number, release_all: (from: number) => void}} Code */

const RESULT_SIZE = 16;
const NO_OWNER = 0;
const ITEMS = 2;
const ITEM_SIZE = 3;
const ADDRESS = 4;

/** @param {string} type */
const sizeOf = (type) => Number(type.slice(-1));

/** @param {Outline | Outlines | KernelArray | Arguments} one @returns {one is Outline} */
const isArray = (one) => Array.isArray(one["shape"]);

/** A kernel with arguments, which lie in its memory from one call to the next. */
export class Kernel {
  #code;
  #words;
  #first;
  #used;

  /**
   * @param {WebAssembly.Module} module
   * @param {Outlines} outlines  Of the arguments, in their order.
   */
  constructor(module, outlines) {
    this.#code = /** @type {Code} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {env: {exp: Math.exp, log: Math.log, tanh: Math.tanh}}).exports));
    this.args = this.#placed(outlines);
    const given = [...this.#wordsOf(this.args)];
    this.#first = given.length;
    this.#words = this.#array({type: "i8", shape: [given.length + RESULT_SIZE]});
    this.longs(this.#words).set(given);
    this.#used = this.#code.allocate(0);
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

  /** Calls it: the bytes of the array that it returns. */
  run() {
    if (this.#code.run(this.#words.at)) throw new Error("the kernel has failed");
    const back = this.longs(this.#words).subarray(this.#first);
    const [from, size] = [Number(back[ADDRESS]), Number(back[ITEMS]) * Number(back[ITEM_SIZE])];
    const found = this.#code.memory.buffer.slice(from, from + size);
    this.#code.release_all(this.#used);
    return new DataView(found);
  }

  /** @param {Outlines} outlines @returns {Arguments} */
  #placed(outlines) {
    const placed = Object.entries(outlines).map(([name, one]) => [name, isArray(one) ? this.#array(one) : this.#placed(one)]);
    return Object.fromEntries(placed);
  }

  /** @param {Outline} outline @returns {KernelArray} */
  #array({type, shape}) {
    const size = shape.reduce((a, b) => a * b, 1);
    return {type, shape, size, item: sizeOf(type), at: this.#code.allocate(size * sizeOf(type))};
  }

  /** @param {Arguments} args @returns {Generator<bigint>} */
  *#wordsOf(args) {
    for (const arg of Object.values(args)) {
      if (!isArray(arg)) {
        yield* this.#wordsOf(arg);
        continue;
      }
      const {size, item, at, shape} = /** @type {KernelArray} */ (arg);
      const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, item));
      yield* [NO_OWNER, NO_OWNER, size, item, at, ...shape, ...strides].map(BigInt);
    }
  }
}
