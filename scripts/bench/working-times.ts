import { alternately, alternatelyByCpu } from "./alternately.ts";
import { answered } from "./answered.ts";
import { serveHospital, shardOf } from "./hospital.ts";
import { freePorts, runtimeOf } from "./processes.ts";
import { note } from "./report.ts";

/** What stands beside the list of assets. */
const pages = {
  "list of calls": { path: "/asset-breakdowns", goal: 1.2 },
  "list of all calls": { path: "/asset-breakdowns?tab=all", goal: 1.2 },
  "board of calls": { path: "/asset-breakdowns?view=board", goal: 1.2 },
  "month of due services": { path: "/due-service-calendar?view=month", goal: 1.3 },
  "year of due services": { path: "/due-service-calendar?view=year", goal: null },
  "agenda of due services": { path: "/due-service-calendar?view=agenda", goal: null },
  statistics: { path: "/statics", goal: null },
} as const;

/** The time of the pages of a working day over that of the asset list, in a shard with so many calls, and their processor time. */
export async function workingDayTimes(calls: number): Promise<void> {
  const { admin, process, end } = await serveHospital(shardOf(calls), await freePorts(), false);
  const runtime = runtimeOf(process);
  const pageOf = (path: string) => answered(() => admin.page(path));
  for (const [name, { path, goal }] of Object.entries(pages)) {
    const { ratio } = await alternately(pageOf(path), pageOf("/all-assets"));
    note(`server time: ${name} over the asset list, ${calls} calls in the shard`, goal, ratio);
    const cpu = await alternatelyByCpu(runtime, pageOf(path), pageOf("/all-assets"), {
      each: 10,
      warmUp: 20,
    });
    note(`server CPU: ${name} (${cpu.a.toFixed(1)} ms) over the asset list`, null, cpu.ratio);
  }
  await end();
}
