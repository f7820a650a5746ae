import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { causes } from "#app/shared/call-words.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import { Guest } from "../../auth/guest.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { conflict, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import {
  multiline,
  optionalMultiline,
  optionalWhole,
  optionalWord,
  whole,
} from "../entity/fields.ts";
import { workOn } from "../entity/flow-work.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { type Device, reporterNotice } from "../following/notice.ts";
import { callNotice, toldReporter } from "./call-notice.ts";
import { ended, reopened, withFollowing } from "./clocks.ts";
import { downSince, followedBy } from "./effects.ts";

const work = workOn<typeof breakdowns>();
type Call = Row<typeof breakdowns>;

const REPEAT_MS = 30 * 86_400_000;
/** Calls of a device among which one with the same cause is looked for. */
const MOST_OF_LATE = 50;
/** Forms show instants to the minute. */
const isSameMinute = (one: number, other: number) =>
  Math.floor(one / 60_000) === Math.floor(other / 60_000);

const deviceOf = (db: CompanyDb, callId: string) =>
  db
    .select(pick(assets, ["id", "assetCode", "name", "lifecycle", "departmentId"]))
    .from(assets)
    .innerJoin(breakdowns, pointsTo(breakdowns.assetId, assets))
    .where(
      and(
        db.ofOwner(assets, isNull(assets.deletedAt)),
        db.ofOwner(breakdowns, eq(breakdowns.id, callId)),
      ),
    )
    .limit(1);

/** Another call of the same device that was resolved of late with the same cause. */
const sameOfLate = (db: CompanyDb, callId: string, causeCode: string, since: number) => {
  const asset = db
    .select({ assetId: breakdowns.assetId })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, eq(breakdowns.id, callId)));
  const latest = db.firstIds(
    breakdowns,
    rare(inArray(breakdowns.assetId, asset)),
    desc(breakdowns.id),
    MOST_OF_LATE,
  );
  return db
    .select({ other: breakdowns.id })
    .from(breakdowns)
    .where(
      db.ofOwner(
        breakdowns,
        and(
          rare(sql`${breakdowns.id} in ${latest}`),
          eq(breakdowns.causeCode, causeCode),
          gte(breakdowns.resolvedAt, since),
          inArray(breakdowns.status, ["resolved", "closed"]),
        ),
      ),
    )
    .limit(1);
};

export const resolve = work({
  fields: {
    causeCode: z.enum(
      causes.map(({ value }) => value),
      "Choose the cause",
    ),
    resolution: multiline("Resolution", 2000),
    restoredAt: optionalMoment("Restored at"),
    condition: optionalWord(["working", "working_limited"]),
  },
  stamp: "resolved",
  reads: (db, id, { causeCode }) => [sameOfLate(db, id, causeCode, Date.now() - REPEAT_MS)],
  run({ db, session, before, values, read: [[same]], at }) {
    const { causeCode, resolution, condition } = values;
    const { equipmentDown, acknowledgedAt, workStartedAt } = before;
    const said = instantFrom(values.restoredAt, session.company.timeZone);
    const restoredAt = said === null || isSameMinute(said, at) ? at : said;
    if (restoredAt > at + 60_000)
      invalid({ restoredAt: ["Restored at must not be in the future"] });
    const since = downSince(before);
    if (equipmentDown && restoredAt < since && !isSameMinute(restoredAt, since))
      invalid({ restoredAt: ["Restored at must not be before the device failed"] });
    return {
      set: {
        causeCode,
        resolution,
        isRepeat: before.reopenCount > 0 || same !== undefined,
        ...ended(before, session.company, at, "resolved"),
        acknowledgedAt: acknowledgedAt ?? at,
        workStartedAt: workStartedAt ?? at,
        ...(equipmentDown ? { restoredAt: Math.min(Math.max(restoredAt, since), at) } : {}),
      },
      note: resolution,
      writes: followedBy(
        db,
        before,
        { ...before, status: "resolved" },
        { down: since, up: Math.min(Math.max(restoredAt, since), at) },
        condition,
      ),
      notices: toldReporter(
        before,
        session.actor.userId,
        `resolved:${before.reopenCount}`,
        `${before.number} is resolved. Does it work again?`,
        resolution,
      ),
    };
  },
  message: "Call resolved",
  summary: "Resolve a service call with its cause; its asset is no longer down for it",
  example: { cause_code: "wear_random", resolution: "Battery replaced" },
});

const ratingNote = optionalMultiline(500, "Rating note");

/** Only who reported a call rates it. @throws Response 422 */
function ratedBy(session: Session, { reporterUserId }: Call, rating: number | null) {
  if (rating !== null && !(session instanceof Guest) && reporterUserId !== session.actor.userId)
    invalid({ rating: ["Who reported the call rates it"] });
}

const BAD = 2;
/** Those who have the call are told of a bad rating. */
const badly = (
  before: Call,
  device: Device | undefined,
  rating: number | null,
  note: string | null,
) =>
  device && rating !== null && rating <= BAD
    ? {
        notices: reporterNotice(before, device, {
          key: "rated",
          title: `${before.number} is rated ${rating} of 5`,
          body: note ?? "",
        }),
      }
    : {};

export const close = work({
  fields: { rating: optionalWhole("Rating", 1, 5), ratingNote },
  stamp: "closed",
  reads: (db, id) => [deviceOf(db, id)],
  run({ session, before, values: { rating, ratingNote }, read: [[device]] }) {
    ratedBy(session, before, rating);
    return {
      set: {
        ...withFollowing(before, session.company, {}, "closed"),
        ...(rating === null ? {} : { rating, ratingNote }),
      },
      ...badly(before, device, rating, ratingNote),
    };
  },
  message: "Call closed",
  summary: "Close a resolved service call; who reported it may rate it",
  example: {},
});

export const rate = work({
  fields: { rating: whole("Rating", 1, 5), ratingNote },
  reads: (db, id) => [deviceOf(db, id)],
  run: ({ before, values: { rating, ratingNote }, read: [[device]] }) => ({
    set: { rating, ratingNote },
    event: { kind: "rating" },
    note: ratingNote,
    ...badly(before, device, rating, ratingNote),
  }),
  message: "Thank you for the rating",
  summary: "Rate how a service call was dealt with, once, by who reported it",
  example: { rating: 5, rating_note: "Quick help" },
});

export const reopen = work({
  reads: (db, id) => [deviceOf(db, id)],
  run({ db, session, before, values: { reason }, read: [[device]], at }) {
    const { id, equipmentDown, reopenCount } = before;
    if (!device || device.lifecycle === "condemned" || device.lifecycle === "disposed")
      conflict(
        device
          ? `Its asset is ${assetRules.states[device.lifecycle].toLowerCase()}`
          : "Its asset was deleted",
      );
    const again = reopenCount + 1;
    return {
      set: {
        ...reopened(before, session.company, at),
        reopenCount: again,
        isRepeat: true,
        restoredAt: null,
        closedAt: null,
      },
      writes: followedBy(db, before, { ...before, status: "in_progress" }, { down: at, up: at }),
      notices: [
        "problem.reported",
        [
          {
            ...callNotice(before),
            key: `problem.reported:${id}:${again}`,
            title: `Problem reported again: ${device!.assetCode} ${device!.name}`.slice(0, 200),
            body: (reason ?? "").slice(0, 300),
            severity: equipmentDown ? "critical" : "warning",
            departmentId: device!.departmentId,
            userIds: [before.assignedUserId],
            teamId: before.assignedTeamId,
          },
        ],
      ],
    };
  },
  message: "Call reopened",
  summary: "Reopen a service call within the days the company allows",
  example: { reason: "It failed again the same day" },
});

export const cancel = work({
  stamp: "closed",
  run: ({ db, session, before, values: { reason }, at }) => ({
    set: ended(before, session.company, at, "cancelled"),
    writes: followedBy(
      db,
      before,
      { ...before, status: "cancelled" },
      { down: downSince(before), up: at, isMistake: true },
    ),
    notices: toldReporter(
      before,
      session.actor.userId,
      "cancelled",
      `${before.number} is cancelled`,
      reason,
    ),
  }),
  message: "Call cancelled",
  summary: "Cancel a service call on which no work has begun",
  example: { reason: "Reported twice" },
});
