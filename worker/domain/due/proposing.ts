import { sql } from "drizzle-orm";
import { z } from "zod";
import { addDays, dayIn, daysBetween } from "#app/shared/company-time.ts";
import { dayOffOn, type WorkDays } from "#app/shared/due-load.ts";
import {
  type DeviceFacts,
  type Proposal,
  placeOf,
  proposalsFor,
} from "#app/shared/due-proposals.ts";
import { step } from "#app/shared/due-series.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Activity, Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { assetQueryOf } from "../assets/asset-query.ts";
import { assetWindow } from "../assets/every.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { settled } from "../search/device-search.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { MOST_AT_ONCE } from "./schedule-input.ts";
import { stillLiving } from "./schedules.ts";
import { startSchedules } from "./series.ts";

/** So many devices are looked through in one request. */
const LOOKED_AT_ONCE = 1000;
const MOST_GROUPS = 200;

// Names in full: inside a selected field Drizzle leaves the table out.
const own = (text: string, as: string) =>
  sql<unknown>`${sql.raw(text.replaceAll("$", `"assets"."company_id"`))}`.as(as);
const ofMaster = (table: string, key: string, column: string) =>
  own(
    `(select "${column}" from "${table}" where "${table}"."company_id" = $ and "${table}"."id" = "assets"."${key}")`,
    `${table}_${column}`,
  );
const columns = {
  id: sql<string>`${assets.id}`.as("device_id"),
  ...pick(assets, [
    ...(["assetCode", "name", "lifecycle", "categoryId", "subCategoryId", "emScore"] as const),
    ...(["pmRequired", "calRequired", "pmMonths", "calMonths", "machineTypeId", "teamId"] as const),
    ...(["nextPmOn", "nextCalOn", "lastPmOn", "lastCalOn"] as const),
  ]),
  categoryName: ofMaster("categories", "category_id", "name"),
  categoryPm: ofMaster("categories", "category_id", "default_pm_months"),
  categoryCal: ofMaster("categories", "category_id", "default_cal_months"),
  subName: ofMaster("sub_categories", "sub_category_id", "name"),
  subPm: ofMaster("sub_categories", "sub_category_id", "default_pm_months"),
  subCal: ofMaster("sub_categories", "sub_category_id", "default_cal_months"),
  planned: own(
    `(select json_group_array(distinct "schedules"."kind") from "schedules" where "schedules"."company_id" = $ and "schedules"."asset_id" = "assets"."id" and "schedules"."is_active" = 1)`,
    "planned_kinds",
  ),
};
/** The contract of a device that promises visits on a day, as JSON. */
const contractOn = (today: string) =>
  sql<
    string | null
  >`(select json_object('id', "contracts"."id", 'number', "contracts"."number", 'vendorId', "contracts"."vendor_id", 'visits', "contracts"."pm_visits_per_year", 'endOn', "contracts"."end_on")
    from "contract_assets" join "contracts" on "contracts"."company_id" = "contract_assets"."company_id" and "contracts"."id" = "contract_assets"."contract_id"
    where "contract_assets"."company_id" = "assets"."company_id" and "contract_assets"."asset_id" = "assets"."id" and "contract_assets"."to_on" is null
      and "contracts"."terminated_on" is null and "contracts"."pm_visits_per_year" between 1 and 12 and "contracts"."start_on" <= ${today} and "contracts"."end_on" > ${today}
    order by "contracts"."end_on" desc limit 1)`.as("visiting_contract");

type Read = {
  [K in keyof typeof columns]: unknown;
} & { visiting: string | null; place: string };
type Device = DeviceFacts & {
  assetCode: string;
  name: string;
  machineTypeId: string | null;
  teamId: string | null;
  next: Partial<Record<DueKind, string | null>>;
  last: Partial<Record<DueKind, string | null>>;
};

const deviceOf = (row: Read): Device => {
  const one = row as unknown as typeof assets.$inferSelect & Record<string, never>;
  return {
    ...pick(one, ["id", "assetCode", "name", "categoryId", "subCategoryId", "emScore"]),
    ...pick(one, ["machineTypeId", "teamId"]),
    ...{ pmRequired: Boolean(one.pmRequired), calRequired: Boolean(one.calRequired) },
    ...{ categoryName: String(row.categoryName), subCategoryName: row.subName as string | null },
    pmMonths: [one.pmMonths, row.subPm as number | null, row.categoryPm as number | null],
    calMonths: [one.calMonths, row.subCal as number | null, row.categoryCal as number | null],
    planned: JSON.parse(String(row.planned ?? "[]")) as DueKind[],
    contract: row.visiting ? (JSON.parse(row.visiting) as Device["contract"]) : null,
    next: { pm: one.nextPmOn, calibration: one.nextCalOn },
    last: { pm: one.lastPmOn, calibration: one.lastCalOn },
  };
};

/** A window of the devices that match a list, with what bears on their schedules. One or two round trips. */
async function devicesIn(
  session: Session,
  db: ReadingDb,
  list: string,
  from: string,
  size: number,
) {
  const params = new URLSearchParams(list);
  const query = assetQueryOf(await settled(db, params), session.company);
  const today = dayIn(session.company.timeZone);
  const [rows] = (await db.read(
    assetWindow(db, query, { ...columns, visiting: contractOn(today) }, from, size),
  )) as [Read[]];
  const next = rows.length === size ? (rows.at(-1)?.place ?? null) : null;
  const living = rows.filter(
    (row) =>
      row.id !== null && ["received", "in_service", "standby"].includes(String(row.lifecycle)),
  );
  return { devices: living.map(deviceOf), next, looked: rows.length, today };
}

const listText = () => z.string().max(2000, "The list is too long").default("");
const lookInput = z.strictObject({ list: listText(), from: z.string().max(200).default("") });
export type ProposalGroup = Proposal & { devices: number; examples: string[] };
export type Proposals = {
  groups: ProposalGroup[];
  next: string | null;
  looked: number;
  from: string;
};

/**
 * Looks through up to 1,000 devices of a list for schedules that they could have and do not, by groups with the reason of each. Nothing is written.
 * @param sent `list`, the address of a list of All Assets; `from`, `next` of the answer before
 * @throws Response 403, 422
 */
export async function proposeSchedules(
  session: Session,
  sent: unknown,
): Promise<Answer<Proposals>> {
  const db = session.authorize("edit-asset");
  const { list, from } = checked(lookInput, sent);
  const { devices, next, looked } = await devicesIn(session, db, list, from, LOOKED_AT_ONCE);
  const groups = new Map<string, ProposalGroup>();
  for (const device of devices)
    for (const proposal of proposalsFor(device)) {
      const group = groups.get(proposal.key) ?? { ...proposal, devices: 0, examples: [] };
      group.devices++;
      if (group.examples.length < 3) group.examples.push(device.assetCode);
      groups.set(proposal.key, group);
    }
  const sorted = [...groups.values()].sort(
    (a, b) => b.devices - a.devices || (a.key < b.key ? -1 : 1),
  );
  return {
    status: 200,
    message: "",
    data: { groups: sorted.slice(0, MOST_GROUPS), next, looked, from },
  };
}

const makeInput = lookInput.extend({
  groups: z
    .union([
      z.array(z.string()),
      z
        .string()
        .max(40_000)
        .transform((text) => text.split(",").filter(Boolean)),
    ])
    .pipe(z.array(z.string().max(200)).min(1, "Choose at least one proposal").max(MOST_GROUPS)),
});
export type ProposalsMade = {
  changed: number;
  same: number;
  failed: { id: string; label: string; reason: string }[];
  next: string | null;
  looked: number;
};

/** The first date: what is planned already, else by what was done last, else spread over the interval; never a past day nor a day off. */
function firstDate(
  device: Device,
  { kind, intervalCount, intervalUnit }: Proposal,
  today: string,
  calendar: WorkDays,
) {
  const known = device.next[kind];
  const last = device.last[kind];
  const due = last ? step(last, intervalUnit, intervalCount) : null;
  const span = Math.min(daysBetween(today, step(today, intervalUnit, intervalCount)), 366);
  const spread = addDays(today, 7 + placeOf(device.id, span - 7));
  let on = known && known >= today ? known : due && due >= today ? due : spread;
  for (let days = 0; days < 14 && dayOffOn(calendar, on) !== null; days++) on = addDays(on, 1);
  return on;
}

/**
 * Makes the proposed schedules of chosen groups for a window of up to 100 devices of a list, in one batch.
 * @throws Response 403; 409 when a device is condemned meanwhile; 422
 */
export async function makeProposed(
  session: Session,
  sent: unknown,
): Promise<Answer<ProposalsMade>> {
  const db: CompanyDb = session.authorize("edit-asset");
  const { list, from, groups } = checked(makeInput, sent);
  const chosen = new Set(groups);
  const { devices, next, looked, today } = await devicesIn(session, db, list, from, MOST_AT_ONCE);
  const calendar = settingOf(session.company, "working_calendar");
  const rows = devices.flatMap((device) =>
    proposalsFor(device)
      .filter(({ key }) => chosen.has(key))
      .map((proposal) => {
        const { kind, intervalCount, intervalUnit } = proposal;
        const isVisit = kind === "contract_visit";
        const anchorOn = firstDate(device, proposal, today, calendar);
        const endsOn = isVisit ? device.contract!.endOn : null;
        return {
          device,
          row: {
            ...{ id: newId(), assetId: device.id, kind, title: dueKinds[kind] },
            ...{ intervalCount, intervalUnit, mode: "fixed" as const, source: "local" as const },
            ...{ anchorOn: endsOn && anchorOn > endsOn ? endsOn : anchorOn, endsOn },
            ...{ teamId: device.teamId, sourceReason: proposal.why },
            machineTypeId: kind === "pm" ? device.machineTypeId : null,
            vendorId: isVisit ? device.contract!.vendorId : null,
            contractId: isVisit ? device.contract!.id : null,
          },
        };
      }),
  );
  const ids = [...new Set(rows.map(({ device }) => device.id))];
  const answer: Answer<ProposalsMade> = {
    status: 201,
    message: plural(rows.length, "Schedule added", "{n} schedules added"),
    data: { changed: rows.length, same: 0, failed: [], next, looked },
  };
  if (!rows.length) return (await db.firstAnswer<typeof answer.data>()) ?? answer;
  return db.commit({
    writes: [
      stillLiving(db, ids),
      ...startSchedules(
        db,
        rows.map(({ row }) => row),
        today,
        session.company,
      ),
    ],
    activity: rows.map(
      ({ device, row }): Activity => ({
        ...{ action: "create.schedule", kind: "schedule", id: row.id, assetId: device.id },
        label: `${row.title}, ${device.assetCode} ${device.name}`,
        changes: changesBetween(
          {},
          pick(row, ["kind", "anchorOn", "intervalCount", "intervalUnit"]),
        ),
        reason: row.sourceReason,
      }),
    ),
    answer,
  });
}
