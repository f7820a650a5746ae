import { addDays } from "#app/shared/company-time.ts";
import { scheduleRules } from "#app/shared/flows/schedules.ts";
import { schedules } from "#drizzle/tenant/index.ts";
import { conflict, invalid } from "../../refusals.ts";
import { day } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { cancellingOccurrences } from "./occurrences-of.ts";
import { openOfSchedule } from "./open-ones.ts";

const work = workOn<typeof schedules>();
/** The longest hold, in days. */
const LONGEST = 400;

const hold = work({
  stamp: "held",
  fields: { holdFrom: day("From"), holdUntil: day("Until") },
  run({ values: { holdFrom, holdUntil, reason }, today }) {
    if (holdUntil < holdFrom) invalid({ holdUntil: ["Until cannot be before from"] });
    if (holdUntil < today) invalid({ holdUntil: ["A hold ends today or later"] });
    if (holdUntil > addDays(holdFrom, LONGEST) || holdFrom > addDays(today, LONGEST))
      invalid({ holdUntil: ["A hold lasts a year at most"] });
    return { set: { holdFrom, holdUntil, holdReason: reason } };
  },
  message: "Schedule put on hold",
  summary: "Put a schedule on hold from one day until another, both included",
  example: { hold_from: "2030-01-01", hold_until: "2030-02-01", reason: "Ward is being rebuilt" },
});

const endHold = work({
  run({ before: { holdUntil }, today }) {
    if (holdUntil !== null && holdUntil < today) conflict("The hold has ended by itself");
    return {
      set: { holdFrom: null, holdUntil: null, holdReason: null, heldBy: null, heldAt: null },
    };
  },
  message: "Hold ended",
  summary: "End the hold of a schedule before its time",
  example: {},
});

const end = work({
  stamp: "ended",
  run({ db, before, values: { reason }, today, at }) {
    const { endsOn } = before;
    const last = endsOn !== null && endsOn < today ? endsOn : today;
    return {
      set: { isActive: false, endReason: reason, nextOn: null, endsOn: last },
      writes: cancellingOccurrences(db, openOfSchedule(before), reason ?? "", at),
    };
  },
  message: "Schedule ended",
  summary: "End a schedule: what waits to be done of it is cancelled",
  example: { reason: "The device is serviced by its vendor" },
});

/** A schedule of a device: it is active until somebody ends it, and on hold by its dates. */
export const scheduleFlow = flow({
  name: "schedule",
  label: "Schedule",
  noun: "schedule",
  table: schedules,
  column: null,
  rules: scheduleRules,
  title: ({ title }) => title,
  assetOf: ({ assetId }) => assetId,
  moves: { hold, "end-hold": endHold, end },
});
