/** Something that happens at an instant; it may plan what follows. */
type Happening = { at: number; run: () => Promise<unknown> };

/** What happens to a company's documents, in the order of time: each command is carried out while the clock shows its instant. */
export class History {
  #planned: Happening[] = [];

  /** @param at epoch milliseconds */
  plan(at: number, run: () => Promise<unknown>): void {
    this.#planned.push({ at, run });
  }

  /**
   * Lets everything happen that was planned up to an instant, what it plans itself included. What lies after it never happens.
   * Two plans may meet on one device: a command that is refused is left out, and said.
   */
  async play(until: number): Promise<void> {
    const now = Date.now;
    let shown = 0;
    Date.now = () => shown;
    try {
      for (;;) {
        const next = this.#next(until);
        if (!next) return;
        shown = Math.max(shown + 1, next.at);
        await next.run().catch(async (refusal: unknown) => {
          if (!(refusal instanceof Response) || refusal.status >= 500) throw refusal;
          console.warn(`Left out of the demo: ${(await refusal.text()).slice(0, 200)}`);
        });
      }
    } finally {
      Date.now = now;
    }
  }

  #next(until: number): Happening | null {
    let first = -1;
    for (const [place, { at }] of this.#planned.entries())
      if (at <= until && (first < 0 || at < this.#planned[first]!.at)) first = place;
    return first < 0 ? null : this.#planned.splice(first, 1)[0]!;
  }
}
