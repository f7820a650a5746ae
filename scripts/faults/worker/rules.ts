/** How a binding fails, until it has struck so many `times`; without a number, each time. */
export type Fault = { times?: number } & (
  | {
      at: "d1";
      /**
       * slow: it begins after `ms`; late: it does what it is asked and answers after `ms`; refused: it does nothing; lost: it does what it
       * is asked, and its answer is lost.
       */
      how: "slow" | "late" | "refused" | "lost";
      /** Which databases; all when absent. */
      database?: "control" | "tenant";
      /** A pattern that one of the statements sent together must match. */
      holding?: string;
      ms?: number;
      /** What D1 says, as its documentation lists it. */
      says?: string;
    }
  /** altered: other bytes than were given reach the store. */
  | { at: "r2"; how: "down" | "hangs" | "altered"; does: "put" | "get" }
  /** twice: a batch of messages is delivered twice; late: it comes back to the queue unread. */
  | { at: "queue"; how: "twice" | "late" }
);

/** What the runner sets. */
export type Rules = { faults: Fault[]; clockMs: number };
/** What it reads: how often the faults struck since they were set; messages sent and letters that went out since the runtime began. */
export type Seen = { struck: number; sent: unknown[]; mailed: unknown[] };

let faults: Fault[] = [];
let struck = 0;
export const sent: unknown[] = [];
export const mailed: unknown[] = [];

export function setFaults(next: Fault[]) {
  faults = next.map((fault) => ({ ...fault }));
  struck = 0;
}
export const seen = (): Seen => ({ struck, sent, mailed });

/** The fault that strikes now, if there is one. */
export function striking<A extends Fault["at"]>(
  at: A,
  fits: (fault: Extract<Fault, { at: A }>) => boolean,
): Extract<Fault, { at: A }> | undefined {
  const found = faults.find(
    (fault): fault is Extract<Fault, { at: A }> =>
      fault.at === at && fault.times !== 0 && fits(fault as Extract<Fault, { at: A }>),
  );
  if (!found) return undefined;
  if (found.times !== undefined) found.times -= 1;
  struck += 1;
  return found;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
