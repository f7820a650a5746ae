import { and, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { assetRules } from "#app/shared/flows/assets.ts";
import { type Mover, whyNot } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, id, optionalId, optionalWord } from "../entity/fields.ts";
import { assertUsable } from "../entity/references.ts";
import { recounting } from "./effects.ts";
import { assetFlow } from "./flow.ts";
import {
  assetReferences,
  loggedAs,
  OUT_OF_SCOPE,
  type ReferenceKey,
  referenceKeys,
} from "./proof.ts";
import { indexedAssets } from "./searching.ts";

/** So many devices change in one batch. */
const MOST_AT_ONCE = 200;
const TRIES = 2;

/** One step of a bulk edit: up to 200 devices, and what they shall be. What is not sent stays. */
export const bulkInput = z
  .strictObject({
    /** The same for every step of one bulk edit: by it the activity log shows them as one. */
    bulkId: id("The bulk edit needs an id"),
    /** A list, or one text of ids with commas between them. */
    ids: z
      .union([
        z.array(z.string()),
        z
          .string()
          .max(MOST_AT_ONCE * 70, `At most ${MOST_AT_ONCE} assets at once`)
          .transform((text) => text.split(",").map((one) => one.trim())),
      ])
      .pipe(
        z
          .array(z.string().min(1).max(64))
          .min(1, "Choose at least one asset")
          .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} assets at once`),
      ),
    departmentId: optionalId(),
    teamId: optionalId(),
    categoryId: optionalId(),
    lifecycle: optionalWord(["in_service", "standby"]),
  })
  .refine(
    ({ departmentId, teamId, categoryId, lifecycle }) =>
      departmentId || teamId || categoryId || lifecycle,
    {
      path: ["form"],
      message: "Choose what to change",
    },
  );
type Input = z.output<typeof bulkInput>;

type BulkFailure = { id: string; label: string; reason: string };
type BulkDone = { changed: number; same: number; failed: BulkFailure[] };

type Master = SQLiteTable &
  Record<"companyId" | "id" | "name" | "archivedAt" | "deletedAt", SQLiteColumn>;
/** The fields of a bulk edit that name a record. */
const keys = ["departmentId", "teamId", "categoryId"] as const;
const tableOf = (key: ReferenceKey) => assetReferences[key].table as Master;

const nameOf = (table: Master, key: SQLiteColumn) =>
  sql`(select ${table.name} from ${table} where ${table.companyId} = ${assets.companyId} and ${table.id} = ${key})`;
/** The names of what changes, as they were: for the activity log. */
const oldNames = ({ departmentId, teamId, categoryId }: Input) =>
  sql<string>`json_object('department', ${departmentId ? nameOf(tableOf("departmentId"), assets.departmentId) : null},
    'team', ${teamId ? nameOf(tableOf("teamId"), assets.teamId) : null},
    'category', ${categoryId ? nameOf(tableOf("categoryId"), assets.categoryId) : null},
    'subCategory', ${categoryId ? nameOf(tableOf("subCategoryId"), assets.subCategoryId) : null})`.as(
    "old_names",
  );

type Device = Row<typeof assets> & { oldNames: string };

/** The devices, and the records they shall point to, in one round trip. @throws Response 404, 422 */
async function read(db: CompanyDb, values: Input) {
  const devices = db
    .select({ ...getTableColumns(assets), oldNames: oldNames(values) })
    .from(assets)
    .where(
      db.ofOwner(assets, and(inArray(assets.id, among(values.ids)), isNull(assets.deletedAt))),
    );
  const masters = keys.map((key) =>
    db
      .select()
      .from(tableOf(key) as SQLiteTable)
      .where(db.ofOwner(tableOf(key), eq(tableOf(key).id, values[key] ?? ""))),
  );
  const [rows, ...others] = (await db.read(devices, ...masters)) as unknown as [
    Device[],
    ...Record<string, unknown>[][],
  ];
  const names: Record<string, string> = {};
  for (const [at, key] of keys.entries()) {
    const [row] = others[at]!;
    const { label } = assetReferences[key];
    if (!values[key]) continue;
    if (!row) return notFound(label.toLowerCase());
    if (row.archivedAt || row.deletedAt)
      invalid({ [key]: [`${label} is archived or was deleted`] });
    if (key === "departmentId" && !db.covers(values[key]))
      invalid({ departmentId: [OUT_OF_SCOPE] });
    names[loggedAs(key)] = String(row.name);
  }
  return { rows, names };
}

/** What a device becomes; the columns are the same for all, so that one statement changes them. */
const after = ({ departmentId, teamId, categoryId, lifecycle }: Input, row: Device) => ({
  ...(departmentId ? { departmentId } : {}),
  ...(teamId ? { teamId } : {}),
  ...(categoryId
    ? { categoryId, subCategoryId: row.categoryId === categoryId ? row.subCategoryId : null }
    : {}),
  ...(lifecycle ? { lifecycle } : {}),
});

/** Why a device cannot become what is asked; null when it can. */
function refusalOf({ departmentId, lifecycle }: Input, row: Device, mover: Mover): string | null {
  const isMoved = departmentId && departmentId !== row.departmentId;
  const state = lifecycle === "standby" ? "standby" : "resume";
  const move = lifecycle && lifecycle !== row.lifecycle ? state : isMoved ? "move" : "edit";
  return whyNot(assetRules, move, row, mover);
}

const isSame = (row: Device, next: Record<string, unknown>) =>
  Object.entries(next).every(([key, value]) => (row as Record<string, unknown>)[key] === value);

/** A device's values as the log tells them: names instead of ids. */
function named(values: Record<string, unknown>, names: Record<string, unknown>) {
  return Object.fromEntries(
    Object.keys(values).map((key) => {
      const reference = referenceKeys.find((one) => one === key);
      if (!reference) return [key, values[key]];
      const word = loggedAs(reference);
      return [word, values[key] ? (names[word] ?? null) : null];
    }),
  );
}

/**
 * Changes Location, team, category or state of up to 200 devices in one batch. What cannot change is named and left alone.
 * @throws Response 403, 404 for a record to point to that is not the company's, 409 when others keep changing the devices, 422
 */
export async function bulkEdit(session: Session, input: unknown): Promise<Answer<BulkDone>> {
  const db = session.authorize("edit-asset");
  const values = checked(bulkInput, input);
  for (let attempt = 1; ; attempt++) {
    try {
      return await changed(db, values, assetFlow.moverOf(session));
    } catch (refusal) {
      // Somebody changed one of them since it was read: it is read again.
      if (!isRefusal(refusal, 409) || attempt === TRIES) throw refusal;
    }
  }
}

async function changed(db: CompanyDb, values: Input, mover: Mover): Promise<Answer<BulkDone>> {
  const { rows, names } = await read(db, values);
  const known = new Map(rows.map((row) => [row.id, row]));
  const failed: BulkFailure[] = [];
  const edits: { row: Device; next: ReturnType<typeof after> }[] = [];
  for (const id of new Set(values.ids)) {
    const row = known.get(id);
    const reason = row ? refusalOf(values, row, mover) : "This asset was not found";
    if (!row || reason)
      failed.push({ id, label: row ? `${row.assetCode} ${row.name}` : "", reason: reason! });
    else if (!isSame(row, after(values, row))) edits.push({ row, next: after(values, row) });
  }
  const columns = Object.keys(after(values, rows[0] ?? ({} as Device)));
  const change = pick(values as Record<string, unknown>, columns);
  const ids = edits.map(({ row }) => row.id);
  const versions = JSON.stringify(edits.map(({ row }) => [row.id, row.version]));
  const same = new Set(values.ids).size - ids.length - failed.length;
  const still = sql`(select count(*) from json_each(${versions}) as "was" cross join ${assets}
    where ${db.ofOwner(assets, sql`${assets.id} = "was"."value" ->> 0 and ${assets.version} = "was"."value" ->> 1 and ${assets.deletedAt} is null`)}) = ${ids.length}`;
  const update = db.updatingAll(
    assets,
    edits.map(({ row, next }) => ({ id: row.id, ...next })),
  );
  return db.commit({
    writes: ids.length
      ? [
          db.assert("state", still),
          ...assertUsable(db, assetReferences, values, null),
          ...(values.departmentId || values.categoryId ? recounting(db, ids, update) : [update]),
          ...indexedAssets(db, ids),
        ]
      : [],
    activity: [
      ...edits.map(({ row, next }) => ({
        action: "update.asset",
        kind: "asset",
        id: row.id,
        assetId: row.id,
        label: `${row.assetCode} ${row.name}`,
        changes: changesBetween(
          named(
            pick(row, Object.keys(next) as (keyof Device)[]),
            JSON.parse(row.oldNames) as Record<string, unknown>,
          ),
          named(next, names),
        ),
        reason: `Bulk edit ${values.bulkId}`,
      })),
      {
        action: "bulk_edit.asset",
        kind: "bulk_edit",
        id: values.bulkId,
        label: `${ids.length} of ${new Set(values.ids).size} assets`,
        changes: changesBetween({}, named(change, names)),
      },
    ],
    answer: {
      status: 200,
      message: messageOf(ids.length, failed.length),
      data: { changed: ids.length, same, failed },
    },
  });
}

const count = (n: number) => `${n} ${n === 1 ? "asset" : "assets"}`;
const messageOf = (done: number, failed: number) =>
  `${count(done)} changed${failed ? `, ${failed} could not be` : ""}`;
