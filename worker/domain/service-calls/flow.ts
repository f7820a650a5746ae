import { callRules } from "#app/shared/flows/service-calls.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { assign } from "./assign.ts";
import { countersOf } from "./counts.ts";
import { cancel, reopen } from "./ending.ts";
import { correct, duplicate, join, remark } from "./noting.ts";
import { close, rate } from "./rating.ts";
import { resolve } from "./resolving.ts";
import { tellVendor } from "./vendor-letter.ts";
import { acknowledge, hold, resume, start } from "./working.ts";

/** A service call from its report to its end; its device is down as long as a call holds it. */
export const callFlow = flow({
  name: "breakdown",
  label: "Service Call/Complaint",
  noun: "call",
  table: breakdowns,
  column: "status",
  rules: callRules,
  events: { table: breakdownEvents, of: "breakdownId" },
  title: ({ number }) => number,
  assetOf: ({ assetId }) => assetId,
  logged: (values) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !/At$/.test(key))),
  counters: countersOf,
  moves: {
    acknowledge,
    assign,
    start,
    hold,
    resume,
    resolve,
    close,
    reopen,
    cancel,
    duplicate,
    remark,
    join,
    correct,
    "tell-vendor": tellVendor,
    rate,
  },
});
