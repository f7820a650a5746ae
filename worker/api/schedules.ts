import { dueKinds } from "#app/shared/due-standing.ts";
import { assets, schedules as table } from "#drizzle/tenant/index.ts";
import { levelInput, levelStep } from "../domain/due/leveling.ts";
import { scheduleFlow } from "../domain/due/schedule-flow.ts";
import { scheduleInput, schedulesInput } from "../domain/due/schedule-input.ts";
import { createSchedules, updateSchedule } from "../domain/due/schedules.ts";
import { findSchedule, schedulesOf } from "../domain/due/schedules-of-asset.ts";
import { data, done } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import {
  columnsShape,
  day,
  id,
  list,
  object,
  orNull,
  rowShape,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const call = companyCalls({ tag: scheduleFlow.label, needs: "edit-asset", of: table });

const listed =
  "version assetId kind title intervalCount intervalUnit mode anchorOn endsOn windowBeforeDays windowAfterDays minutes source sourceReason needsSignature isActive isPlan holdFrom holdUntil holdReason heldAt endedAt endReason";
const example = {
  kind: "pm",
  interval_count: 6,
  interval_unit: "month",
  mode: "fixed",
  anchor_on: "2026-12-01",
  source: "oem",
};
const counts = {
  ...{ changed: whole, same: whole },
  failed: list(object({ id, label: text, reason: text })),
};

/** Schedules of devices. Hold, end of a hold, and end are moves, in flows.ts. */
export const scheduleCalls: Call[] = [
  call({
    get: "/assets/:id/schedules",
    needs: "view-asset",
    of: assets,
    says: "The schedules of an asset, active ones first",
    answer: data(
      list(
        columnsShape(table, listed, {
          ...{ id, team_name: orNull(text), vendor_name: orNull(text) },
          ...{ held_by_name: orNull(text), ended_by_name: orNull(text) },
          ...{ next_on: orNull(day), last_on: orNull(day), moves: offers },
        }),
      ),
    ),
    run: ({ session, id: asset }) => schedulesOf(session, asset),
  }),
  call({
    get: "/schedules/:id",
    needs: "view-asset",
    says: "Read: Schedule",
    answer: data(rowShape(table, { moves: offers })),
    run: ({ session, id: schedule }) => findSchedule(session, schedule),
  }),
  call({
    post: "/schedules",
    says: `Add: Schedule, the same for each of up to 100 assets, in one batch; those that cannot have it are named. Kinds are ${Object.keys(dueKinds).join(", ")}`,
    input: schedulesInput,
    example: { ...example, asset_ids: [sampleId] },
    status: 201,
    answer: done(object({ ...counts, ids: list(id) })),
    run: ({ session, body }) => createSchedules(session, body),
  }),
  call({
    put: "/schedules/:id",
    says: "Change: Schedule. Takes the whole record; dates to come are replaced where the interval, the first date or the window changes",
    input: scheduleInput,
    isVersioned: true,
    example,
    answer: done(object({ id, asset_id: id })),
    run: ({ session, id: schedule, body }) => updateSchedule(session, schedule, body),
  }),
  call({
    post: "/schedules/level",
    says: "Defer up to 100 planned services to other days of their windows, in one batch; those that cannot be moved are named",
    input: levelInput,
    example: { moves: [{ id: sampleId, to: "2026-12-01" }] },
    answer: done(object(counts)),
    run: ({ session, body }) => levelStep(session, body),
  }),
];
