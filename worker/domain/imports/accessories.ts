import { and, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assets, assetAccessories as table } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import { accessories } from "../assets/accessories.ts";
import {
  followAccessories,
  type Replaced,
  usesOfAccessories,
} from "../assets/accessory-schedules.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { type Current, type ImportKind, oneBy, type Values } from "./kind.ts";
import { judgedByForm, kindOfEntity, lower } from "./resource-kind.ts";
import type { Undo } from "./standing.ts";

const resource = accessories as unknown as AnyEntity;
const kind = kindOfEntity("accessories", resource);

/** What of a record its schedule follows from, where cells may have left it out. */
const replaced = ({ assetId, name, installedOn = null, replaceEveryMonths = null }: Values) =>
  ({ assetId, name, installedOn, replaceEveryMonths }) as Replaced;

/** What follows of an undo, before the records themselves go: a schedule that nobody has touched goes with its accessory. */
const undo: Undo = {
  ...kind.undo,
  uses: usesOfAccessories,
  write(db, now, gone, restored, today, company) {
    const was = (id: string) => replaced(now.get(id)!);
    const changes = [
      ...gone.map((id) => ({ id, before: was(id), after: null })),
      ...restored.map(({ id, before }) => ({
        ...{ id, before: was(id) },
        after: replaced({ ...before, assetId: now.get(id)!.assetId }),
      })),
    ];
    const { writes, activity } = kind.undo.write(db, now, gone, restored, today, company);
    return { writes: [...followAccessories(db, changes, today, company), ...writes], activity };
  },
};
const within = (assetId: unknown, text: unknown) => `${assetId} ${lower(text)}`;

/** The accessory a row means: by its serial number, else the one of its asset that is called so; a message where several are. */
function currentOf(rows: Current[], { assetId, serialNo, name }: Values): Current | null | string {
  const serial = oneBy(
    rows,
    (row) => within(row.assetId, row.serialNo ?? row.id),
    within(assetId, serialNo),
  );
  if (serialNo && serial) return serial;
  const namesakes = rows.filter(
    (row) => within(row.assetId, row.name) === within(assetId, name) && !(serialNo && row.serialNo),
  );
  if (namesakes.length > 1) return `The asset has several called “${name}”: give the serial number`;
  return namesakes[0] ?? null;
}

/** What belongs to devices: found by its asset's code with its serial number, else its name. */
export const accessoryKind: ImportKind = {
  ...kind,
  undo,
  write(db, session, rows) {
    const { writes, ...written } = kind.write(db, session, rows);
    const { company } = session;
    const changes = rows.map(({ id, values, current }) => ({
      ...{ id, before: current && replaced(current), after: replaced(values as Values) },
    }));
    const follows = followAccessories(db, changes, dayIn(company.timeZone), company);
    return { ...written, writes: [...writes, ...follows] };
  },
  path: "/all-assets",
  keyFields: ["assetId", "name"],
  key: (cell) =>
    sql`case when coalesce(${cell("name")}, '') <> '' then lower(concat_ws('|', coalesce(${cell("assetId")}, ''), coalesce(nullif(${cell("serialNo")}, ''), '/' || ${cell("name")}))) end`,
  reads: (db, words) => {
    const named = and(sql`${assets.assetCode} in (${words("assetId")})`, isNull(assets.deletedAt));
    const ofNamed = sql`${table.assetId} in (select ${assets.id} from ${assets} where ${db.ofOwner(assets, named)})`;
    return [
      db
        .select()
        .from(table)
        .where(db.ofOwner(table, and(ofNamed, isNull(table.archivedAt)))) as unknown as Statement,
    ];
  },
  judge(judging, fields) {
    if (judging.refs.assetId?.lifecycle === "disposed")
      return { errors: { assetId: ["This asset is disposed"] } };
    const current = currentOf(judging.facts[0] as Current[], fields);
    return typeof current === "string"
      ? { errors: { name: [current] } }
      : judgedByForm(resource, judging, current, fields);
  },
};
