/** A reproducible source of chance (mulberry32): the same seed gives the same data. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state =
      [...seed].reduce(
        (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
        0x811c9dc5,
      ) >>> 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  /** One of the keys, with a probability in proportion to its weight. */
  weighted<K extends string>(weights: Record<K, number>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries[0]![0];
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ value }) => value);
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits)
      text += Math.floor(this.next() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, "0");
    return text.slice(0, digits);
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join("");
  }

  /** A UUIDv7 of an instant in epoch milliseconds. */
  id(at: number): string {
    const time = Math.floor(at).toString(16).padStart(12, "0");
    const random = this.hex(19);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${this.pick(["8", "9", "a", "b"])}${random.slice(3, 6)}-${random.slice(7, 19)}`;
  }

  /** The columns that every row has. @param at when it was created, in epoch milliseconds */
  row(at: number) {
    return { id: this.id(at), createdAt: at, updatedAt: at };
  }
}
