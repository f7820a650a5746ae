import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import {
  capacityOf,
  dayOffOn,
  loadByWeek,
  mondaysBetween,
  usualMinutes,
} from "#app/shared/due-load.ts";
import { datesBetween } from "#app/shared/due-series.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  contractAssets,
  contracts,
  dueOccurrences,
  schedules,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, whole } from "../entity/fields.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { isOpenDue } from "./due-filters.ts";
import { loadOf, minutesADay, ofTeam, teamQuery } from "./load.ts";
import { checkAnchor, schedulesInput } from "./schedule-input.ts";
import { devicesWithPlans, rivalText, titleOf, whyNoSchedule } from "./schedules.ts";

/** So many dates, weeks and conflicts are shown. */
const MOST_DATES = 60;
const MOST_CONFLICTS = 30;
/** A plan is hardly made for more devices at once. */
const MOST_DEVICES = 100_000;

/** A day on which the schedule falls due. */
export type PlannedDate = { on: string; off: string | null; isPast: boolean };
export type Conflict = { id: string; label: string; says: string };
export type Preview = {
  dates: PlannedDate[];
  /** Each device makes one of it on every date; further dates are not shown. */
  more: boolean;
  devices: number;
  minutes: number;
  team: string | null;
  weeks: { monday: string; planned: number; added: number; capacity: number }[];
  conflicts: Conflict[];
  /** Those of the devices looked at that have a schedule of the kind and get no other one: how many, and the first of them. */
  leftOut: { count: number; first: Conflict[] };
};

const input = z.strictObject({ devices: whole("Assets", 1, MOST_DEVICES).optional() });

/** Until when contracts cover devices, and where devices are that cannot be serviced, as statements of a read. */
const hindrances = (db: ReadingDb, ids: readonly string[], contractId: string | null) =>
  [
    db
      .select({
        assetId: sql<string>`${assets.id}`.as("of_asset"),
        ...pick(assets, ["openGatePassId", "notLocatedSince"]),
      })
      .from(assets)
      .where(db.ofOwner(assets, inArray(assets.id, among(ids)))),
    db
      .select(pick(contracts, ["number", "endOn", "terminatedOn"]))
      .from(contracts)
      .where(db.ofOwner(contracts, eq(contracts.id, contractId ?? "")))
      .limit(1),
    db
      .select({
        onContract: contractAssets.assetId,
        number: contracts.number,
        endOn: contracts.endOn,
      })
      .from(contractAssets)
      .innerJoin(contracts, pointsTo(contractAssets.contractId, contracts))
      .where(
        db.ofOwner(
          contractAssets,
          and(
            inArray(contractAssets.assetId, among(ids)),
            eq(contractAssets.contractId, contractId ?? ""),
          ),
        ),
      )
      .orderBy(desc(contracts.endOn))
      .limit(ids.length),
  ] as const;

/**
 * What a changed schedule would mean, for the device that it is of.
 * @throws Response 403, 404, 422
 */
export async function previewEdit(
  session: Session,
  id: string,
  values: Record<string, unknown>,
): Promise<Answer<Preview>> {
  const db = session.authorize("edit-asset");
  const [[schedule]] = await db.read(db.byId(schedules, id));
  const { assetId } = schedule ?? notFound("schedule");
  return previewSchedules(session, { ...values, assetIds: [assetId] }, id);
}

/**
 * What a schedule would mean before it is saved: its dates of a year, the load of the weeks they fall into, and what stands in its way.
 * Nothing is written. `devices` says for how many devices it is meant, where those are more than are named.
 * @param editedId the schedule that is changed: it is no conflict of its own, and its dates are not counted twice
 * @throws Response 403; 404 for a checklist that is not there; 422
 */
export async function previewSchedules(
  session: Session,
  { devices: sentCount, ...sent }: Record<string, unknown>,
  editedId: string | null = null,
): Promise<Answer<Preview>> {
  const db = session.authorize("edit-asset");
  const { devices: count } = checked(input, sentCount ? { devices: sentCount } : {});
  const { assetIds, leavesPlanned, ...values } = checked(schedulesInput, sent);
  const { company } = session;
  const today = dayIn(company.timeZone);
  checkAnchor(values, today);
  const ids = [...new Set(assetIds)];
  const first = values.anchorOn > today ? values.anchorOn : today;
  const until = addMonths(first, 12);
  const lastWeek = addDays(mondayOf(until), 6);
  const [known, rivals, hindered, [contract], lines, load, [team]] = await db.read(
    ...devicesWithPlans(db, ids, values.kind),
    ...hindrances(db, ids, values.contractId),
    loadOf(
      db,
      mondayOf(first),
      lastWeek,
      and(
        isOpenDue,
        ofTeam(values.teamId),
        editedId ? ne(dueOccurrences.scheduleId, editedId) : undefined,
      ),
    ),
    teamQuery(db, values.teamId),
  );
  const calendar = settingOf(company, "working_calendar");
  const found =
    values.mode === "floating"
      ? [values.anchorOn]
      : datesBetween(values, addDays(values.anchorOn, -1), until, MOST_DATES + 1);
  const dates = found.slice(0, MOST_DATES).map((on) => ({
    on,
    off: dayOffOn(calendar, on),
    isPast: on < today,
  }));

  const conflicts: Conflict[] = [];
  const leftOut: Conflict[] = [];
  const rivalOf = new Map(
    rivals
      .filter(({ scheduleId }) => scheduleId !== editedId)
      .map((rival) => [rival.assetId, rival]),
  );
  const aboutOf = new Map(hindered.map((one) => [one.assetId, one]));
  const onContract = new Set(lines.map((line) => line.onContract));
  const devicesById = new Map(known.map((device) => [device.id, device]));
  let able = 0;
  for (const id of ids) {
    const device = devicesById.get(id);
    const why = whyNoSchedule(device);
    const rival = rivalOf.get(id);
    const where = aboutOf.get(id);
    if (!why && !(rival && leavesPlanned)) able++;
    const about = { id, label: device ? titleOf(device) : "" };
    if (rival && !why && leavesPlanned) {
      leftOut.push({ ...about, says: rivalText(rival) });
      continue;
    }
    const say = (says: string) => conflicts.push({ ...about, says });
    if (why) say(why);
    else if (rival) say(`It has another one: ${rivalText(rival)}`);
    if (where?.openGatePassId) say("It is out on a gate pass");
    if (where?.notLocatedSince) say("It is not located");
    if (contract && !onContract.has(id)) say(`It is not on contract ${contract.number}`);
  }
  const contractEnds = contract && (contract.terminatedOn ?? contract.endOn);
  if (contract && contractEnds && dates.some(({ on }) => on > contractEnds))
    conflicts.unshift({
      id: values.contractId!,
      label: `Contract ${contract.number}`,
      says: "It ends before some of the dates",
    });

  const devices = Math.max(able, count && count > ids.length ? count - (ids.length - able) : able);
  const minutes = values.minutes ?? usualMinutes[values.kind];
  const planned = loadByWeek(load);
  const added = loadByWeek(
    dates.filter(({ isPast }) => !isPast).map(({ on }) => ({ on, minutes: minutes * devices })),
  );
  const { inWeek } = capacityOf(calendar, minutesADay(company, team));
  const weeks = mondaysBetween(first, until).map((monday) => ({
    ...{ monday, planned: planned.get(monday) ?? 0, added: added.get(monday) ?? 0 },
    capacity: inWeek(monday),
  }));
  return {
    status: 200,
    message: "",
    data: {
      ...{ dates, more: found.length > MOST_DATES, devices, minutes },
      ...{ team: team?.teamName ?? null, weeks, conflicts: conflicts.slice(0, MOST_CONFLICTS) },
      leftOut: { count: leftOut.length, first: leftOut.slice(0, MOST_CONFLICTS) },
    },
  };
}
