/** Something that happens at an instant; it may plan what follows. */
type Happening = { at: number; run: () => Promise<unknown> };
/** What the company's clock does by itself. */
export type Clock = {
  /** The instant of its next work; null where there is none. */
  next: () => Promise<number | null>;
  run: (at: number) => Promise<unknown>;
};

/** What happens to a company's documents, in the order of time: each command is carried out while the clock shows its instant. */
export class History {
  /** What commands were refused with. Every plan is made so that there is none; one that is refused all the same is left out. */
  readonly refused: string[] = [];
  #planned: Happening[] = [];
  #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param at epoch milliseconds; a part of one is left off */
  plan(at: number, run: () => Promise<unknown>): void {
    this.#planned.push({ at: Math.floor(at), run });
  }

  /**
   * Lets everything happen that was planned up to an instant, what it plans itself included, and what the clock does meanwhile.
   * What lies after it never happens.
   */
  async play(until: number): Promise<void> {
    const now = Date.now;
    let shown = 0;
    Date.now = () => shown;
    try {
      for (;;) {
        const planned = this.#first();
        const next = planned && planned.at <= until ? planned : null;
        const waking = await this.#clock.next();
        if (waking !== null && waking <= Math.min(until, next?.at ?? until)) {
          shown = Math.max(shown + 1, waking);
          await this.#clock.run(shown);
        } else if (next) {
          this.#planned.splice(this.#planned.indexOf(next), 1);
          shown = Math.max(shown + 1, next.at);
          await next.run().catch((refusal: unknown) => this.#leftOut(refusal));
        } else return;
      }
    } finally {
      Date.now = now;
    }
  }

  #first(): Happening | undefined {
    let first: Happening | undefined;
    for (const one of this.#planned) if (!first || one.at < first.at) first = one;
    return first;
  }

  async #leftOut(refusal: unknown): Promise<void> {
    if (!(refusal instanceof Response) || refusal.status >= 500) throw refusal;
    const day = new Date(Date.now()).toISOString().slice(0, 10);
    this.refused.push(`${day}: ${(await refusal.text()).slice(0, 200)}`);
  }
}
