import { and, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { assetDetails, assets } from "#drizzle/tenant/index.ts";
import type { MachineType } from "../../db/catalogue.ts";
import type { Row, Statement } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { assets as assetEntity } from "../assets/assets.ts";
import { assetNames, type Names } from "../assets/columns.ts";
import type { Asset } from "../assets/find.ts";
import { type AssetUpdate, assetInput, assetUpdate } from "../assets/input.ts";
import { changedAsset } from "../assets/prepare.ts";
import { type Evidence, judged, type ReferenceKey, referenceKeys } from "../assets/proof.ts";
import { elsewhereErrors } from "../assets/update.ts";
import { planDates } from "../due/plan.ts";
import {
  type Found as Dated,
  meantDates,
  planStanding,
  schedulesWithin,
} from "../due/plan-read.ts";
import { problems } from "../entity/fields.ts";
import { assetColumns } from "./asset-columns.ts";
import { type Planned, undo, write } from "./asset-writes.ts";
import { plain } from "./columns.ts";
import { type ImportKind, type Judged, type Judging, oneBy, type Values } from "./kind.ts";
import { isOwn, ownCells, ownErrors } from "./own-cells.ts";
import { formOf, kindOfEntity, lower } from "./resource-kind.ts";
import { readingAt } from "./row-texts.ts";

type Other = {
  id: string;
  assetCode: string;
  word: string;
  make: string | null;
  model: string | null;
};
type Facts = [
  Row<typeof assets>[],
  (Names & { id: string })[],
  Row<typeof assetDetails>[],
  Other[],
  { id: string; assetCode: string }[],
  Dated[],
];

const updateNames = Object.keys(assetUpdate.shape).filter((name) => name !== "specJson");
const living = isNull(assets.deletedAt);
const ofAll = acrossLocations(assets, "what is unique or in use is so in the whole company");

/** The device a code stands for, with its details and names. */
function currentOf([rows, names, details]: Facts, code: unknown): Asset | null {
  const row = oneBy(rows, ({ assetCode }) => lower(assetCode), lower(code));
  if (!row) return null;
  const { qrToken: _, ...shown } = row;
  return {
    ...oneBy(details, ({ id }) => id, row.id)!,
    ...shown,
    ...oneBy(names, ({ id }) => id, row.id)!,
  };
}

const nameKeys: Record<ReferenceKey, keyof Names> = {
  categoryId: "categoryName",
  subCategoryId: "subCategoryName",
  departmentId: "departmentName",
  locationId: "locationPath",
  vendorId: "vendorName",
  teamId: "teamName",
  custodianUserId: "custodianName",
};

/** The rows a device points to: those its cells name, and those it points to already. */
const foundOf = (refs: Judging["refs"], current: Asset | null): Evidence["found"] =>
  Object.fromEntries(
    referenceKeys.flatMap((key): [ReferenceKey, Evidence["found"][ReferenceKey]][] => {
      if (refs[key]) return [[key, refs[key]]];
      const id = current?.[key];
      if (!id) return [];
      const name = String(current[nameKeys[key]] ?? "");
      return [[key, { id, name, categoryId: current.categoryId }]];
    }),
  );

const serialOf = (...parts: (string | null)[]) => parts.map(lower).join("\n");

function judge(
  { session, db, facts, catalogue, refs, job, own }: Judging,
  { machineTypeId: typed, ...given }: Values,
): Judged {
  const split = (ofOwn: boolean): Values =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isOwn(name) === ofOwn));
  const fields = split(false);
  const [, , , serials, hidden = [], dated = []] = facts as unknown as Facts;
  const current = currentOf(facts as unknown as Facts, fields.assetCode);
  if (current?.lifecycle === "disposed")
    return { errors: { assetCode: ["This asset is disposed"] } };
  if (!current && oneBy(hidden, ({ assetCode }) => lower(assetCode), lower(fields.assetCode)))
    return { errors: { assetCode: ["Asset code is already used"] } };
  const types = (catalogue ?? []) as MachineType[];
  const type = typed ? types.find(({ name }) => plain(name) === plain(String(typed))) : null;
  const wrong: FieldErrors =
    type === undefined ? { machineTypeId: [`There is no machine type “${typed}”`] } : {};
  if (!fields.assetCode) wrong.assetCode = ["Asset code is required"];
  if (!current && fields.lifecycle === "condemned")
    wrong.lifecycle = ["A new asset is Received, In service or Standby. Condemn it afterwards."];
  const categoryId = fields.categoryId ?? current?.categoryId;
  const schema = oneBy(own, ({ id }) => id, String(categoryId))?.fieldSchema ?? [];
  const { spec, errors: unknown } = ownCells(schema, split(true), current?.specJson ?? {}, (name) =>
    readingAt(job, job.mapping[name]),
  );
  Object.assign(wrong, unknown);
  const input = {
    ...(current ? formOf(current, updateNames) : {}),
    ...fields,
    ...(type ? { machineTypeId: type.id } : {}),
    ...(spec ? { specJson: spec } : {}),
  };
  const read = current ? problems(assetUpdate, input) : problems(assetInput, input);
  if (read.errors) return { errors: { ...read.errors, ...wrong } };
  const standing = planStanding(dated.filter(({ assetId }) => assetId === current?.id));
  const { values, errors: fixed } = meantDates(read.values, current ?? {}, standing);
  const { serialNo, make, model } = values;
  const other = serialNo
    ? oneBy(
        serials,
        (one) => serialOf(one.make, one.model, one.word),
        serialOf(make, model, serialNo),
      )
    : undefined;
  const serial = other && other.id !== current?.id ? other : undefined;
  const today = dayIn(session.company.timeZone);
  const found = foundOf(refs, current);
  if (found.categoryId)
    found.categoryId = { ...found.categoryId, fieldSchema: schema } as (typeof found)["categoryId"];
  const evidence = { found, serial, types, today, covers: (id: string) => db.covers(id) };
  const { errors: broken, proof } = judged(values, current, evidence);
  const told = ownErrors(schema, broken, job.mapping);
  const all = {
    ...told,
    ...(current ? elsewhereErrors(values as AssetUpdate, current) : {}),
    ...fixed,
    ...wrong,
  };
  if (Object.keys(all).length) return { errors: all };
  const planned: Planned = { values, proof };
  if (!current) return { values: planned, changes: [], current: null };
  const { main, details, activity } = changedAsset(values as AssetUpdate, current, proof);
  const was = (rows: Values) =>
    Object.fromEntries(Object.keys(rows).map((name) => [name, (current as Values)[name] ?? null]));
  return {
    values: planned,
    changes: activity.changes ?? [],
    current,
    before: {
      main: { ...was(main), ...pick(current as Values, planDates), lifecycle: current.lifecycle },
      details: was(details),
    },
  };
}

/** Devices: found by their code, written in sets, with search, counters and the plan's limit. */
export const assetKind: ImportKind = {
  ...kindOfEntity("assets", assetEntity),
  path: "/all-assets",
  columns: assetColumns,
  hasOwnFields: true,
  notes: "remarks",
  keyFields: ["assetCode"],
  key: (cell) => sql`nullif(lower(${cell("assetCode")}), '')`,
  other: {
    field: "serialNo",
    text: (cell) =>
      sql`case when ${cell("serialNo")} <> '' then lower(concat_ws('|', coalesce(${cell("make")}, ''), coalesce(${cell("model")}, ''), ${cell("serialNo")})) end`,
  },
  catalogue: { field: "machineTypeId", ask: (session) => session.catalogue.machineTypes() },
  reads: (db, words) => {
    const these = db.ofOwner(
      assets,
      and(sql`${assets.assetCode} in (${words("assetCode")})`, living),
    );
    return [
      db.select().from(assets).where(these),
      db
        .select({ id: assets.id, ...assetNames })
        .from(assets)
        .where(these),
      db
        .select()
        .from(assetDetails)
        .where(
          db.ofOwner(
            assetDetails,
            sql`${assetDetails.id} in (select ${assets.id} from ${assets} where ${these})`,
          ),
        ),
      db.rows(sql`select "a"."id", "a"."asset_code" as "assetCode", "a"."make", "a"."model", "a"."serial_no" as "word"
        from (${words("serialNo", "make", "model")}) as "w" cross join ${ofAll} as "a"
        where "a"."company_id" = ${db.companyId} and "a"."make" is "w"."word1" and "a"."model" is "w"."word2"
          and "a"."serial_no" = "w"."word" and "a"."deleted_at" is null`),
      db.rows(sql`select "a"."id", "a"."asset_code" as "assetCode" from (${words("assetCode")}) as "w" cross join ${ofAll} as "a"
        where "a"."company_id" = ${db.companyId} and "a"."asset_code" = "w"."word" and "a"."deleted_at" is null`),
      schedulesWithin(db, sql`(select ${assets.id} from ${assets} where ${these})`),
    ] as unknown as Statement[];
  },
  judge,
  write,
  room: ({ company }) => {
    const limit = company.limits.max_assets;
    return limit === undefined || limit === null
      ? null
      : { left: limit - company.assetCount, says: `Your plan allows ${limit} assets` };
  },
  undo,
};
