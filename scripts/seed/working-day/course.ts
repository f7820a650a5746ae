import type { Random } from "../random.ts";
import { MINUTE } from "./day.ts";
import type { History } from "./history.ts";

type Step = { at: number; run: () => Promise<unknown> };

/** What is done one after the other from an instant on, each when somebody is there to do it. */
export class Course {
  #steps: Step[] = [];
  #from: number;
  #duty: (at: number) => number;
  #random: Random;
  /** The instant of its last step so far, in epoch milliseconds. */
  at: number;

  /** @param duty the first moment from an instant on at which somebody is there */
  constructor(random: Random, from: number, duty: (at: number) => number) {
    this.#random = random;
    this.#from = from;
    this.#duty = duty;
    this.at = from;
  }

  /** @param minutes after the step before; the moment within the minute is left to chance */
  after(minutes: number, run?: () => Promise<unknown>): this {
    this.at = this.#duty(this.at + minutes * MINUTE) + this.#random.int(1, 59) * 1000;
    if (run) this.#steps.push({ at: this.at, run });
    return this;
  }

  /** Something besides, so many minutes after the step before, which holds nothing up. */
  beside(minutes: number, run: () => Promise<unknown>): void {
    this.#steps.push({ at: this.at + minutes * MINUTE, run });
  }

  /** Nothing is done until an instant. */
  until(at: number): void {
    this.at = Math.max(this.at, at);
  }

  /** @param end by when all of it has to have happened: what would come later is drawn together; null where it may stay undone */
  plan(history: History, end: number | null): void {
    const last = Math.max(...this.#steps.map(({ at }) => at), this.#from);
    const by = end !== null && last > end ? (end - this.#from) / (last - this.#from) : 1;
    for (const { at, run } of this.#steps) history.plan(this.#from + (at - this.#from) * by, run);
  }
}
