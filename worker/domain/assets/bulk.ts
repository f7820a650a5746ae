import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { type Mover, whyNot } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { coverOfDevices } from "../contracts/cover.ts";
import type { WindowsOf } from "../due/occurrences-of.ts";
import { planDates, plansOf, settingPlans, withoutPlans } from "../due/plan.ts";
import {
  elsewhereErrors,
  type Found as Planned,
  planStanding,
  schedulesOf,
} from "../due/plan-read.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { assertUsable } from "../entity/references.ts";
import {
  type BulkChange,
  type BulkInput,
  bulkInput,
  changeOf,
  detailFields,
  mainFields,
} from "./bulk-input.ts";
import { recounting } from "./effects.ts";
import { assetFlow } from "./flow.ts";
import { dateErrors } from "./input.ts";
import {
  assetReferences,
  type Found,
  isGone,
  logged,
  OUT_OF_SCOPE,
  type ReferenceKey,
  referenceKeys,
} from "./proof.ts";
import { indexedAssets } from "./searching.ts";

const TRIES = 2;

type BulkFailure = { id: string; label: string; reason: string };
type BulkDone = { changed: number; same: number; failed: BulkFailure[] };
type Names = Partial<Record<ReferenceKey, string | null>>;

type Named = SQLiteTable &
  Record<"companyId" | "id" | "name", SQLiteColumn> & { path?: SQLiteColumn };
const tableOf = (key: ReferenceKey) => assetReferences[key].table as Named;

/** The names of what changes, as they were: for the activity log. */
function oldNames(keys: readonly ReferenceKey[]) {
  const names = keys.map((key) => {
    const { companyId, id, name, path = name } = tableOf(key);
    return sql`${key}, (select ${path} from ${tableOf(key)} where ${companyId} = ${assets.companyId} and ${id} = ${assets[key]})`;
  });
  return sql<string>`json_object(${sql.join(names, sql`, `)})`.as("old_names");
}

type Device = Row<typeof assets> & { oldNames: string };
/** What decides about a step, beside the devices themselves. */
type Step = {
  change: BulkChange;
  names: Names;
  /** The category of the chosen sub-category. */
  subOf: string | null;
  mover: Mover;
  today: string;
  company: WindowsOf;
};

/** The devices, their details where the change is of those, and the records they shall point to, in one round trip. @throws Response 404, 422 */
async function read(db: CompanyDb, ids: readonly string[], change: BulkChange) {
  const keys = referenceKeys.filter((key) => key in change);
  const changing =
    "categoryId" in change ? [...new Set([...keys, "subCategoryId" as const])] : keys;
  const devices = db
    .select({ ...getTableColumns(assets), oldNames: oldNames(changing) })
    .from(assets)
    .where(db.ofOwner(assets, and(inArray(assets.id, among(ids)), isNull(assets.deletedAt))));
  const details = db
    .select()
    .from(assetDetails)
    .where(db.ofOwner(assetDetails, inArray(assetDetails.id, among(ids))));
  const records = keys.map((key) =>
    db
      .select()
      .from(tableOf(key) as SQLiteTable)
      .where(db.ofOwner(tableOf(key), eq(tableOf(key).id, change[key] ?? ""))),
  );
  const isDated = planDates.some((name) => name in change);
  const [rows, more, plans, ...others] = (await db.read(
    devices,
    details,
    schedulesOf(db, isDated ? ids : []),
    ...records,
  )) as unknown as [Device[], Row<typeof assetDetails>[], Planned[], ...Found[][]];
  const names: Names = {};
  for (const [at, key] of keys.entries()) {
    const [row] = others[at]!;
    const { label } = assetReferences[key];
    const id = change[key];
    if (!id) continue;
    if (!row) return notFound(label.toLowerCase());
    if (isGone(row)) invalid({ [key]: [`${label} is archived or was deleted`] });
    if (key === "departmentId" && !db.covers(id)) invalid({ departmentId: [OUT_OF_SCOPE] });
    names[key] = (row as Found & { path?: string }).path ?? row.name;
  }
  const sub = others[keys.indexOf("subCategoryId")]?.[0];
  return {
    rows,
    details: new Map(more.map((row) => [row.id, row])),
    plans,
    names,
    subOf: sub?.categoryId ?? null,
  };
}

/** What a device becomes; the columns are the same for all, so that one statement changes them. */
function after({ change }: Step, row: Device) {
  const next = pick(
    change,
    mainFields.filter((name) => name in change),
  ) as Record<string, unknown>;
  if (change.categoryId && !("subCategoryId" in change))
    next.subCategoryId = row.categoryId === change.categoryId ? row.subCategoryId : null;
  return next;
}

/** The move that a step makes of a device, whose rules say whether it may. */
function moveOf({ lifecycle, condition, departmentId, locationId }: BulkChange, row: Device) {
  if (lifecycle && lifecycle !== row.lifecycle)
    return lifecycle === "standby" ? "standby" : "resume";
  const isMoved =
    (departmentId && departmentId !== row.departmentId) ||
    (locationId !== undefined && locationId !== row.locationId);
  if (isMoved) return "move";
  return condition && condition !== row.condition ? "condition" : "edit";
}

const dates = ["purchaseOn", "putToUseOn", "warrantyStartOn", "warrantyEndOn"];

/** Why a device cannot become what is asked; null when it can. */
function refusalOf(
  step: Step,
  row: Device,
  planned: readonly Planned[],
  details: object = {},
): string | null {
  const { change, subOf, mover, today } = step;
  const why = whyNot(assetRules, moveOf(change, row), row, mover);
  if (why) return why;
  if (change.subCategoryId && subOf !== (change.categoryId ?? row.categoryId))
    return "Sub-category belongs to another category";
  const [fixed] = Object.values(elsewhereErrors(change, row, planStanding(planned)));
  if (fixed?.[0]) return fixed[0];
  if (!dates.some((name) => name in change)) return null;
  const [first] = Object.values(dateErrors({ ...details, ...row, ...change }, today));
  return first?.[0] ?? null;
}

const isSame = (row: object, next: object) =>
  Object.entries(next).every(([key, value]) => (row as Record<string, unknown>)[key] === value);

/**
 * Changes the same fields of up to 200 devices in one batch. What cannot change is named and left alone.
 * @throws Response 403, 404 for a record to point to that is not the company's, 409 when others keep changing the devices, 422
 */
export async function bulkEdit(session: Session, input: unknown): Promise<Answer<BulkDone>> {
  const db = session.authorize("edit-asset");
  const values = checked(bulkInput, input);
  const today = dayIn(session.company.timeZone);
  for (let attempt = 1; ; attempt++) {
    try {
      return await changed(db, values, assetFlow.moverOf(session), today, session.company);
    } catch (refusal) {
      // Somebody changed one of them since it was read: it is read again.
      if (!isRefusal(refusal, 409) || attempt === TRIES) throw refusal;
    }
  }
}

/** The columns of which devices are counted. */
const counted: readonly string[] = [
  ...["departmentId", "locationId", "categoryId", "subCategoryId", "vendorId", "condition"],
];

async function changed(
  db: CompanyDb,
  values: BulkInput,
  mover: Mover,
  today: string,
  company: WindowsOf,
): Promise<Answer<BulkDone>> {
  const change = changeOf(values);
  const { rows, details, plans, names, subOf } = await read(db, values.ids, change);
  const step: Step = { change, names, subOf, mover, today, company };
  const more = pick(
    change,
    detailFields.filter((name) => name in change),
  ) as Record<string, unknown>;
  const known = new Map(rows.map((row) => [row.id, row]));
  const failed: BulkFailure[] = [];
  const edits: { row: Device; next: Record<string, unknown> }[] = [];
  for (const id of new Set(values.ids)) {
    const row = known.get(id);
    const rest = details.get(id);
    const reason = row
      ? refusalOf(
          step,
          row,
          plans.filter(({ assetId }) => assetId === id),
          rest,
        )
      : "This asset was not found";
    if (!row || reason)
      failed.push({ id, label: row ? `${row.assetCode} ${row.name}` : "", reason: reason! });
    else if (!isSame({ ...rest, ...row }, { ...after(step, row), ...more }))
      edits.push({ row, next: after(step, row) });
  }
  const ids = edits.map(({ row }) => row.id);
  const asked = new Set(values.ids).size;
  return db.commit({
    writes: ids.length ? writesOf(db, step, edits, more) : [],
    activity: [
      ...edits.map(({ row, next }) => ({
        action: "update.asset",
        kind: "asset",
        id: row.id,
        assetId: row.id,
        label: `${row.assetCode} ${row.name}`,
        changes: changesBetween(
          logged(
            pick({ ...details.get(row.id), ...row }, Object.keys({ ...next, ...more }) as never),
            JSON.parse(row.oldNames) as Names,
          ),
          logged({ ...next, ...more }, names),
        ),
        reason: `Bulk edit ${values.bulkId}`,
      })),
      {
        action: "bulk_edit.asset",
        kind: "bulk_edit",
        id: values.bulkId,
        label: `${ids.length} of ${asked} assets`,
        changes: changesBetween({}, logged(change, names)),
      },
    ],
    answer: {
      status: 200,
      message: messageOf(ids.length, failed.length),
      data: { changed: ids.length, same: asked - ids.length - failed.length, failed },
    },
  });
}

/** The rows of the devices, of their details, their counters and search rows; the batch stops when one of them has moved on. */
function writesOf(
  db: CompanyDb,
  { change, today, company }: Step,
  edits: readonly { row: Device; next: Record<string, unknown> }[],
  more: Record<string, unknown>,
) {
  const ids = edits.map(({ row }) => row.id);
  const versions = JSON.stringify(edits.map(({ row }) => [row.id, row.version]));
  const still = sql`(select count(*) from json_each(${versions}) as "was" cross join ${assets}
    where ${db.ofOwner(assets, sql`${assets.id} = "was"."value" ->> 0 and ${assets.version} = "was"."value" ->> 1 and ${assets.deletedAt} is null`)}) = ${ids.length}`;
  const update = db.updatingAll(
    assets,
    edits.map(({ row, next }) => ({ id: row.id, ...withoutPlans(next) })),
  );
  const plans = edits.flatMap(({ row, next }) => plansOf(row.id, next, row));
  // A custodian may also be somebody who is only invited.
  const { custodianUserId: _, ...references } = assetReferences;
  return [
    db.assert("state", still),
    ...assertUsable(db, references, change, null),
    ...(counted.some((name) => name in change) ? recounting(db, ids, update) : [update]),
    ...(Object.keys(more).length
      ? [db.updating(assetDetails, inArray(assetDetails.id, among(ids)), more)]
      : []),
    ...settingPlans(db, plans, company),
    ...indexedAssets(db, ids),
    ...("warrantyStartOn" in change || "warrantyEndOn" in change
      ? [coverOfDevices(db, ids, today)]
      : []),
  ];
}

const messageOf = (done: number, failed: number) => {
  const said = plural(done, "1 asset changed", "{n} assets changed");
  return failed ? `${said}, ${failed} could not be` : said;
};
