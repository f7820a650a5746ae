// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import type { Mutant } from "./mutant.ts";

const nextPm = ["tests/api/next-pm.test.ts"];
const dueModel = ["tests/domain/due-model.test.ts"];
const files = ["tests/api/report-files.test.ts"];
const calls = ["tests/api/report-call.test.ts"];
const limits = ["tests/unit/check-limits.test.ts"];

/** What service/PM reports move, keep and measure. */
export const reports: Mutant[] = [
  {
    name: "a report far from its window fulfils a PM",
    file: "worker/domain/due/fulfil.ts",
    from: "sql`coalesce(${opensOn}, ${dueOn}) <= ${on}`,",
    to: "",
    tests: dueModel,
  },
  {
    name: "the next date stays when its report is cancelled",
    file: "worker/domain/due/release.ts",
    from: "db.removing(dueOccurrences, and(ofFloating, untouched(db))!),",
    to: "",
    tests: dueModel,
  },
  {
    name: "an earlier report lets go of its PM though a later one is done",
    file: "worker/domain/due/release.ts",
    from: 'db.assert("state", sql`not ${laterDone(db, dueOccurrenceId!)}`),',
    to: "",
    tests: dueModel,
  },
  {
    name: "a month that is too short runs over into the next",
    file: "worker/domain/due/next-date.ts",
    from: "'-1 day'",
    to: "'+9 days'",
    tests: nextPm,
  },
  {
    name: "a report shows any number of files",
    file: "worker/domain/service-reports/changed-files.ts",
    from: "files.length - hidden.length + stored.files.length > MAX_FILES",
    to: "files.length < 0",
    tests: files,
  },
  {
    name: "a report answers any device's call",
    file: "worker/domain/service-reports/create.ts",
    from: "and(eq(breakdowns.id, callId), eq(breakdowns.assetId, assetId))!",
    to: "eq(breakdowns.id, callId)",
    tests: files,
    only: "names one of its own device",
  },
  {
    name: "a reading on its limit is out of it",
    file: "app/shared/check-limits.ts",
    from: "Number(value) > Number(high)",
    to: "Number(value) >= Number(high)",
    tests: limits,
  },
  {
    name: "an older report overrules the condition of a later one",
    file: "worker/domain/service-reports/condition.ts",
    from: "then ${assets.condition}\n",
    to: "then ${conditionAfter}\n",
    tests: calls,
  },
  {
    name: "a report takes a device up that a call holds down",
    file: "worker/domain/service-reports/condition.ts",
    from: "when ${assets.isDown} then 'not_working'",
    to: "when ${assets.isDown} then ${conditionAfter}",
    tests: calls,
  },
  {
    name: "a cancelled report raises a call",
    file: "worker/domain/service-calls/report.ts",
    from: 'if (report.cancelledAt) conflict("This report is cancelled");',
    to: "",
    tests: calls,
  },
];
