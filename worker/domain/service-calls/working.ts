import { z } from "zod";
import { type HoldReason, holdReasons } from "#app/shared/call-words.ts";
import type { breakdowns } from "#drizzle/tenant/index.ts";
import { invalid } from "../../refusals.ts";
import { workOn } from "../entity/flow-work.ts";
import { answered, holding, resuming, withFollowing } from "./clocks.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();

/** Somebody has seen a call: its device is down from then on if it says so. */
export const acknowledge = work({
  stamp: "acknowledged",
  run: ({ db, session, before, at }) => ({
    set: withFollowing(before, session.company, {}, "acknowledged"),
    writes: followedBy(
      db,
      before,
      { ...before, status: "acknowledged" },
      { down: downSince(before), up: at },
    ),
  }),
  message: "Call acknowledged",
  summary: "Acknowledge a new service call; its asset is down from then on if it says so",
  example: {},
});

/** Work begins. Who begins it has the call where nobody had it. */
export const start = work({
  run: ({ db, session, before, at }) => {
    const { assignedUserId, acknowledgedAt, workStartedAt } = before;
    const isTaken = assignedUserId === null;
    return {
      set: {
        ...answered(
          isTaken ? { ...before, assignedUserId: session.actor.userId } : before,
          session.company,
          at,
        ),
        acknowledgedAt: acknowledgedAt ?? at,
        workStartedAt: workStartedAt ?? at,
        ...(isTaken ? { assignedUserId: session.actor.userId } : {}),
      },
      ...(isTaken ? { event: { assigneeName: session.actor.name } } : {}),
      writes: followedBy(
        db,
        before,
        { ...before, status: "in_progress" },
        { down: downSince(before), up: at },
      ),
    };
  },
  message: "Work started",
  summary:
    "Begin work on a service call: its first response, once. It becomes the caller's where nobody has it",
  example: {},
});

export const hold = work({
  fields: {
    holdReason: z.enum(
      holdReasons.map(({ value }) => value),
      "Choose why it is on hold",
    ),
  },
  run({ session, before, values: { holdReason, reason }, at }) {
    if (holdReason === "other" && !reason) invalid({ reason: ["Say why it is on hold"] });
    return {
      set: holding(before, session.company, holdReason satisfies HoldReason, at),
      event: { holdReason },
    };
  },
  message: "Call put on hold",
  summary:
    "Put a service call on hold; a part or a vendor that is waited for pauses the time to resolve",
  example: { hold_reason: "awaiting_part", reason: "Flow sensor ordered" },
});

export const resume = work({
  run: ({ session, before, at }) => ({
    set: {
      ...resuming(before, session.company, at),
      workStartedAt: before.workStartedAt ?? at,
    },
  }),
  message: "Work resumed",
  summary: "Go on with a service call that was on hold",
  example: {},
});
