import type { Method } from "#app/shared/calibration/intervals.ts";
import { intervalFlow } from "#worker/domain/calibrators/interval-flow.ts";
import { proposeInterval } from "#worker/domain/calibrators/proposing.ts";
import { at, type Bench, engineerAt } from "./bench.ts";

export type Proposal = {
  calibrator: string;
  method: Method;
  /** Days ago. */
  on: number;
  /** What was decided, two days later. */
  decided?: { move: "accept" | "reject"; reason: string };
};

/** Intervals that histories speak for, and what the head says to them. */
export function planIntervals(bench: Bench, proposals: readonly Proposal[]): void {
  const { history, head, ids } = bench;
  for (const [nth, { calibrator, method, on, decided }] of proposals.entries())
    history.plan(at(bench, on, 11 + nth / 10), async () => {
      const calibratorId = ids.calibrators.get(calibrator)!;
      const { data } = await proposeInterval(engineerAt(bench, nth + 1), { calibratorId, method });
      if (decided)
        history.plan(at(bench, on - 2, 12), () =>
          intervalFlow.move(head, data.id, decided.move, { reason: decided.reason }),
        );
    });
}
