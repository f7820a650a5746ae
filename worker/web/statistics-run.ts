import type { RunKind } from "../domain/runs/kind.ts";
import { statisticsOf } from "../domain/statistics/statistics.ts";

/** The page of statistics as a PDF. It is one read: its only part is empty, and the file is made of what is counted by then. */
export const statisticsRun: RunKind = {
  open: (session) => session.authorize("view-asset"),
  part: async () => ({ bytes: new Uint8Array(), done: 0, next: null }),
  async finish({ env, session, run }) {
    const statistics = await statisticsOf(session, new URLSearchParams(run.params));
    const { statisticsPdf } = await import("./statistics-pdf.ts");
    const { first, last } = statistics.period;
    return {
      bytes: await statisticsPdf(statistics, session.company, "a4", env),
      name: `statics-${first}-${last}.pdf`,
    };
  },
};
