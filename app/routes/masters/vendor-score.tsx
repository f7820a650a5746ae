import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { vendorScores } from "#drizzle/tenant/reports.ts";

type Score = typeof vendorScores.$inferSelect;
/** A vendor is scored from so many jobs on. */
const LEAST_JOBS = 5;
const percent = (value: number) => `${value.toFixed(1)} %`;

/** How a vendor did in the last twelve months; n/a under five jobs. */
export function VendorScore({ score }: { score: Score }) {
  const { jobs, slaCounted, slaMet, repeats, passes, daysOut, uptimeBp, promisedBp } = score;
  const isScored = jobs >= LEAST_JOBS;
  return (
    <Panel title="Score of the last twelve months">
      <DefinitionList
        entries={[
          ["Jobs", jobs],
          [
            "In time",
            isScored && slaCounted > 0
              ? `${percent((100 * slaMet) / slaCounted)} of ${slaCounted}`
              : "n/a",
          ],
          ["Repeat failures", isScored ? percent((100 * repeats) / jobs) : "n/a"],
          [
            "Mean days out on a gate pass",
            isScored && passes > 0 ? (daysOut / passes).toFixed(1) : "n/a",
          ],
          [
            "Uptime against promise",
            uptimeBp !== null && promisedBp !== null
              ? `${percent(uptimeBp / 100)} of ${percent(promisedBp / 100)}`
              : "n/a",
          ],
          ["Counted on", <DateText key="on" on={score.countedOn} />],
        ]}
      />
      {!isScored && <p className="muted">A score needs {LEAST_JOBS} jobs.</p>}
    </Panel>
  );
}
