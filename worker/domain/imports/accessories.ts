import { and, isNull, sql } from "drizzle-orm";
import { assetAccessories, assets } from "#drizzle/tenant/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import { accessories } from "../assets/accessories.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { problems } from "../entity/fields.ts";
import { type ImportKind, type Judged, type Judging, oneBy } from "./kind.ts";
import {
  archivedErrors,
  formOf,
  judgedOf,
  lower,
  resourceUndo,
  resourceWrite,
} from "./resource-kind.ts";
import { sheetColumns } from "./sheet.ts";

type Values = Record<string, unknown>;
type Accessory = Row<typeof assetAccessories>;

const resource = accessories as unknown as AnyEntity;
const columns = sheetColumns(resource.table, accessories.input, accessories.sheet);
const names = Object.keys(accessories.input.shape);
const within = (assetId: unknown, text: unknown) => `${assetId} ${lower(text)}`;

/** The accessory a row means: by its serial number, else the one of its asset that is called so. */
function currentOf(
  rows: Accessory[],
  { assetId, serialNo, name }: Values,
): Accessory | null | string {
  const serial = oneBy(
    rows,
    (row) => within(row.assetId, row.serialNo ?? row.id),
    within(assetId, serialNo),
  );
  if (serialNo && serial) return serial;
  const called = rows.filter(
    (row) => within(row.assetId, row.name) === within(assetId, name) && !(serialNo && row.serialNo),
  );
  if (called.length > 1) return `The asset has several called “${name}”: give the serial number`;
  return called[0] ?? null;
}

function judge(judging: Judging, fields: Values): Judged {
  const [rows] = judging.facts as [Accessory[]];
  if (judging.refs.assetId?.lifecycle === "disposed")
    return { errors: { assetId: ["This asset is disposed"] } };
  const current = currentOf(rows, fields);
  if (typeof current === "string") return { errors: { name: [current] } };
  const { values, errors } = problems(accessories.input, {
    ...(current ? formOf(current, names) : {}),
    ...fields,
  });
  const wrong = { ...archivedErrors(judging, columns, current), ...errors };
  return Object.keys(wrong).length ? { errors: wrong } : judgedOf(values, current, names);
}

/** What belongs to devices: found by its asset's code with its serial number, else its name. */
export const accessoryKind: ImportKind = {
  ...{
    name: "accessories",
    label: "Accessories",
    thing: "accessory",
    things: "accessories",
    path: "/all-assets",
    subject: "asset",
  },
  needs: "edit-asset",
  columns,
  keyFields: ["assetId", "name"],
  key: (cell) =>
    sql`case when coalesce(${cell("name")}, '') <> '' then lower(concat_ws('|', coalesce(${cell("assetId")}, ''), coalesce(nullif(${cell("serialNo")}, ''), '/' || ${cell("name")}))) end`,
  reads: (db, words) => [
    db
      .select()
      .from(assetAccessories)
      .where(
        db.ofOwner(
          assetAccessories,
          and(
            sql`${assetAccessories.assetId} in (select ${assets.id} from ${assets}
              where ${db.ofOwner(assets, and(sql`${assets.assetCode} in (${words("assetId")})`, isNull(assets.deletedAt)))})`,
            isNull(assetAccessories.archivedAt),
          ),
        ),
      ) as unknown as Statement,
  ],
  judge,
  write: resourceWrite(resource),
  undo: resourceUndo(resource),
};
