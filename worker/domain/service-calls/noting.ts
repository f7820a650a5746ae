import { and, eq, inArray } from "drizzle-orm";
import { callRules, workedOn } from "#app/shared/flows/service-calls.ts";
import { breakdownEvents, breakdowns } from "#drizzle/tenant/index.ts";
import { mediaRow } from "../../files/store.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import { id, multiline, optionalWord } from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { toldReporter } from "./call-notice.ts";
import { ended, promisedAnew } from "./clocks.ts";
import { downtimeBegins } from "./downtimes.ts";
import { downSince, followedBy, holds, isConfirmed } from "./effects.ts";
import { problemText } from "./new-call.ts";
import { isWorkedOn } from "./open-of.ts";

const work = workOn<typeof breakdowns>();

/** A note, with its files. */
export const remark = work({
  fields: { note: multiline("Note", 2000) },
  run: ({ db, before, values: { note }, files }) => ({
    note,
    event: { kind: "remark", mediaIds: files.map((file) => file.id) },
    changes: [
      { field: "note", from: null, to: note },
      ...files.map(({ fileName }) => ({ field: "file", from: null, to: fileName })),
    ],
    writes: files.flatMap((file) =>
      mediaRow(db, file, { kind: "photo", ownerKind: "breakdown", breakdownId: before.id }),
    ),
  }),
  message: "Note added",
  summary: "Add a note to an open service call",
  example: { note: "Sensor draws 3 V instead of 5 V" },
});

/** Somebody else reports what a call is about already: it is added to that call. */
export const join = work({
  fields: {
    problem: problemText,
    equipmentDown: optionalWord(["yes", "no"], "Equipment down"),
  },
  run({ db, before, values: { problem, equipmentDown }, files, at }) {
    const after = {
      ...before,
      equipmentDown: before.equipmentDown || equipmentDown === "yes",
    };
    return {
      set: { equipmentDown: after.equipmentDown },
      note: problem,
      event: { kind: "remark", mediaIds: files.map((file) => file.id) },
      log: { before: {}, after: { note: problem } },
      writes: [
        ...followedBy(db, before, after, { down: at, up: at }),
        ...files.flatMap((file) =>
          mediaRow(db, file, { kind: "photo", ownerKind: "breakdown", breakdownId: before.id }),
        ),
      ],
      message: `Added to ${before.number}`,
    };
  },
  message: "Added to the open call",
  summary: "Add a report of the same problem to a service call that is open already",
  example: { problem: "Alarm does not sound here either", equipment_down: "yes" },
});

/** What was entered wrong at the report. */
export const correct = work({
  fields: {
    failedAt: optionalMoment("Failed at"),
    equipmentDown: optionalWord(["yes", "no"], "Equipment down"),
    priority: optionalWord(["critical", "high", "medium", "low"], "Priority"),
    patientImpact: optionalWord(["none", "delay", "harm"], "Impact on a patient"),
  },
  run({ db, session, before, values, at }) {
    const failedAt = instantFrom(values.failedAt, session.company.timeZone) ?? before.failedAt;
    if (failedAt !== null && failedAt > before.reportedAt)
      invalid({ failedAt: ["Failed at must not be after the report"] });
    const { priority, patientImpact } = before;
    const set = {
      failedAt,
      priority: values.priority ?? priority,
      patientImpact: values.patientImpact ?? patientImpact,
      equipmentDown: values.equipmentDown ? values.equipmentDown === "yes" : before.equipmentDown,
    };
    const after = { ...before, ...set };
    const { id: callId, assetId } = before;
    const isEarlier = holds(before) && holds(after) && downSince(after) < downSince(before);
    return {
      set: {
        ...set,
        ...(set.priority === priority ? {} : promisedAnew(before, session.company, set.priority)),
      },
      event: { kind: "remark" },
      log: { before: { failed: before.failedAt }, after: { failed: failedAt } },
      writes: [
        ...followedBy(db, before, after, { down: downSince(after), up: at, isMistake: true }),
        ...(isEarlier ? downtimeBegins(db, { assetId, callId, at: downSince(after) }) : []),
      ],
    };
  },
  message: "Call corrected",
  summary:
    "Correct when the asset failed, whether it is down, the priority or the impact. A field that is left out stays",
  example: { priority: "high", reason: "Life support is on a second device" },
});

/** The same fault reported twice: the other call goes on for both. */
export const duplicate = work({
  fields: { duplicateOfId: id("Choose the call that it repeats", "Call") },
  reads: (db, _, { duplicateOfId }) => [db.byId(breakdowns, duplicateOfId)],
  run({ db, session, before, values: { duplicateOfId, reason }, read: [[other]], at }) {
    if (!other) return notFound("call");
    if (other.id === before.id) invalid({ duplicateOfId: ["Choose another call"] });
    if (other.assetId !== before.assetId) conflict(`${other.number} is of another asset`);
    if (!isWorkedOn(other))
      conflict(`${other.number} is ${callRules.states[other.status].toLowerCase()}`);
    const takesOver = holds(before) && !other.equipmentDown;
    if (holds(before) && !isConfirmed(other)) conflict(`Acknowledge ${other.number} first`);
    const { actorId, actorName } = db.stamp;
    const isOpen = and(eq(breakdowns.id, other.id), inArray(breakdowns.status, [...workedOn]))!;
    return {
      set: {
        ...ended(before, session.company, at, "closed_duplicate"),
        duplicateOfId,
        closedAt: at,
      },
      writes: [
        db.assert("state", db.exists(breakdowns, isOpen)),
        ...(takesOver
          ? [
              db.updating(breakdowns, eq(breakdowns.id, other.id), { equipmentDown: true }),
              // The downtime goes on for it, also where it is the earlier of both.
              ...downtimeBegins(db, {
                ...{ assetId: before.assetId, callId: other.id },
                at: downSince(before),
              }),
            ]
          : []),
        db.inserting(breakdownEvents, {
          ...{
            breakdownId: other.id,
            kind: "remark",
            status: other.status,
            actorId,
            actorName,
            at,
          },
          note: `Reported again as ${before.number} by ${before.reportedByName}: ${before.problem}`,
        }),
        ...followedBy(
          db,
          before,
          { ...before, status: "closed_duplicate" },
          { down: downSince(before), up: at },
        ),
      ],
      log: { before: {}, after: { duplicateOf: other.number } },
      note: reason ?? `Goes on as ${other.number}`,
      notices: toldReporter(
        before,
        session.actor.userId,
        "duplicate",
        `${before.number} goes on as ${other.number}`,
        reason,
      ),
    };
  },
  message: "Call closed as a duplicate",
  summary: "Close a service call as a duplicate of another open one of the same asset",
  example: { duplicate_of_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" },
});
