import { and, eq } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { passRules } from "#app/shared/flows/gate-passes.ts";
import {
  gatePassEvents,
  gatePassExtensions,
  gatePasses,
  gatePassLines,
} from "#drizzle/tenant/index.ts";
import { invalid } from "../../refusals.ts";
import { day } from "../entity/fields.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { back } from "./back.ts";
import { chase } from "./chase.ts";
import { countersOf } from "./counts.ts";
import { approve, freeing, reject, submit } from "./deciding.ts";
import { gaveUp, notLocated, unbadging } from "./devices.ts";
import { linesOf } from "./lines.ts";
import { out } from "./out.ts";

const work = workOn<typeof gatePasses>();

const extend = work({
  fields: { newOn: day("Expected return") },
  run({ db, session, before, values: { newOn, reason }, today, at }) {
    const { id, expectedReturnOn: old } = before;
    if (newOn < today) invalid({ newOn: ["Expected return cannot be in the past"] });
    if (old !== null && newOn <= old) invalid({ newOn: ["Choose a later day than now"] });
    const { actorId, actorName } = db.stamp;
    const format = settingOf(session.company, "date_format");
    const row = { gatePassId: id, oldOn: old ?? today, newOn, reason, actorId, actorName, at };
    return {
      set: { expectedReturnOn: newOn, chasedOn: null },
      note: `Back by ${dateText(newOn, format)} in place of ${dateText(row.oldOn, format)}: ${reason}`,
      writes: [db.inserting(gatePassExtensions, row)],
    };
  },
  message: "Gate pass extended",
  summary: "Give a pass a later day of return; the one before it is kept",
  example: { new_on: "2027-01-15", reason: "The maker waits for a part" },
});

const cancel = work({
  stamp: "closed",
  run: ({ db, before, values: { reason } }) => ({
    set: { decisionReason: reason },
    writes: [freeing(db, before.id)],
  }),
  message: "Gate pass cancelled",
  summary: "Cancel a gate pass that has not left",
  example: { reason: "The vendor comes here" },
});

const writeOff = work({
  stamp: "closed",
  reads: (db, id) => [linesOf(db, id)],
  run({ db, before, values: { reason }, today, read: [lines] }) {
    const still = lines.filter(({ isOpen }) => isOpen);
    return {
      set: { decisionReason: reason },
      writes: [
        ...unbadging(db, still, before.id, notLocated(today)),
        db.updating(
          gatePassLines,
          and(eq(gatePassLines.gatePassId, before.id), eq(gatePassLines.isOpen, true))!,
          { isOpen: false },
        ),
      ],
      also: gaveUp(still, before.number, reason),
    };
  },
  message: "Written off",
  summary: "Give up what is still out on a pass; its devices count as not located",
  example: { reason: "Lost by the carrier" },
});

const hidden = /At$|By$|^approverIds$|^chasedOn$/;

/** A pass of things that leave the site, from its draft until they are back, gone for good or given up. */
export const passFlow = flow({
  name: "gate_pass",
  label: "Gate pass",
  noun: "gate pass",
  table: gatePasses,
  column: "status",
  rules: passRules,
  events: { table: gatePassEvents, of: "gatePassId" },
  title: ({ number }) => number,
  logged: (values) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.test(key))),
  counters: countersOf,
  moves: {
    submit,
    approve,
    reject,
    out,
    return: back,
    extend,
    chase,
    cancel,
    "write-off": writeOff,
  },
});
