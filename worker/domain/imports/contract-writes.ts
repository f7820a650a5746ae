import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { contractAssets, contracts as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { coverOfContracts, coverOfDevices } from "../contracts/cover.ts";
import {
  assertAgreed,
  counterOf,
  countLines,
  recountContracts,
  uncountLines,
} from "../contracts/effects.ts";
import { type columnsOf, contractInput, contractReferences } from "../contracts/input.ts";
import { type Contract, type Device, lineLogged } from "../contracts/lines.ts";
import { changesBetween } from "../entity/changes.ts";
import { bump } from "../entity/counters.ts";
import { problems } from "../entity/fields.ts";
import { assertUsable } from "../entity/references.ts";
import { usedBy } from "../entity/used-by.ts";
import { indexing, unindexingAll } from "../search/search.ts";
import type { Accepted, Current, ImportKind } from "./kind.ts";
import type { Undo } from "./standing.ts";

/** A contract as a row makes it, with the devices that the row brings under it. */
export type Contracted = { columns: ReturnType<typeof columnsOf>; added: readonly Device[] };

type Pair = readonly [contractId: string, assetId: string];
/** The lines of some contracts and devices, as a condition on a line. @param line the table or its alias */
const ofPairs = (pairs: readonly Pair[], line: SQL): SQL =>
  sql`(${line}."contract_id", ${line}."asset_id") in (select "value" ->> 0, "value" ->> 1 from json_each(${JSON.stringify(pairs)}))`;
const named = sql.raw(`"line"`);
const lines = sql`${contractAssets}`;

const changed = (db: CompanyDb, current: Current, columns: Contracted["columns"]): Statement[] => [
  db.assertUnchanged(table, current),
  assertAgreed(db, current.id),
  ...assertUsable(db, contractReferences, columns, current),
  db.updating(table, eq(table.id, current.id), columns),
  ...indexing(db, "contract", current.id, [columns.number], [columns.number]),
];

/** Rows of a step: contracts and lines in sets, their counters and the cover of their devices once. */
export const writeContracts: ImportKind["write"] = (db, session, accepted) => {
  const rows = accepted as readonly Accepted<Contracted>[];
  const today = dayIn(session.company.timeZone);
  const made = rows.filter(({ current }) => !current);
  const pairs = rows.flatMap(({ id, values }) => values.added.map((one): Pair => [id, one.id]));
  const moved = rows.flatMap(({ current }) => current?.id ?? []);
  const newVendors = [...new Set(made.map(({ values }) => values.columns.vendorId))];
  const ofRow = ({ id, values: { columns, added }, current }: Accepted<Contracted>): Activity[] => [
    {
      action: `${current ? "update" : "create"}.contract`,
      ...{ kind: "contract", id, label: columns.number },
      changes: changesBetween(current ?? {}, columns),
    },
    ...added.map((device) =>
      lineLogged("add_device", { id, number: columns.number } as Contract, device),
    ),
  ];
  return {
    writes: [
      ...newVendors.flatMap((vendorId) => assertUsable(db, contractReferences, { vendorId }, null)),
      ...(made.length
        ? [
            db.insertingAll(
              table,
              made.map(({ id, values }) => ({ ...values.columns, id })),
            ),
            bump(db, counterOf.total, made.length),
          ]
        : []),
      ...made.flatMap(({ id, values: { columns } }) =>
        indexing(db, "contract", id, [columns.number], [columns.number]),
      ),
      ...rows.flatMap(({ current, values }) =>
        current ? changed(db, current, values.columns) : [],
      ),
      ...(pairs.length
        ? [
            db.assert(
              "state",
              sql`not ${db.existsAnywhere(contractAssets, ofPairs(pairs, lines))}`,
            ),
            db.insertingAll(
              contractAssets,
              pairs.map(([contractId, assetId]) => ({ contractId, assetId })),
            ),
            countLines(db, 1, ofPairs(pairs, named)),
            coverOfDevices(db, [...new Set(pairs.map(([, assetId]) => assetId))], today),
          ]
        : []),
      ...(moved.length ? [coverOfContracts(db, inArray(table.id, among(moved)), today)] : []),
      recountContracts(db, today),
    ],
    activity: rows.flatMap(ofRow),
  };
};

/** A day before every contract: a line that ended on it covers nothing. */
const NEVER = "0001-01-01";
/** Takes lines away, with their counters and the cover of their devices. */
const removing = (
  db: CompanyDb,
  where: SQL,
  ofLine: SQL,
  ids: readonly string[],
  today: string,
) => [
  uncountLines(db, ofLine),
  db.updating(contractAssets, where, { toOn: NEVER }),
  coverOfContracts(db, inArray(table.id, among(ids)), today),
  db.removing(
    contractAssets,
    and(inArray(contractAssets.contractId, among(ids)), eq(contractAssets.toOn, NEVER))!,
  ),
];

/** What uses a contract but the lines that were made with it and left alone. */
const uses = () =>
  usedBy(table).map((use) =>
    use.table === contractAssets
      ? {
          ...use,
          things: "assets that were added or changed since",
          where: sql`(${contractAssets.version} > 1 or ${contractAssets.createdAt} > ${table.createdAt} + 60000)`,
        }
      : use,
  );

/** How contracts that were added or changed are taken back. */
export const contractUndo: Undo = {
  table,
  uses,
  write(db, now, gone, restored, today) {
    const title = (id: string) => String(now.get(id)!.number);
    const entry = (action: string, id: string): Activity => ({
      ...{ action: `${action}.contract`, kind: "contract", id, label: title(id) },
    });
    const pairs = restored.flatMap(({ id, before }) =>
      (before.addedIds as string[]).map((assetId): Pair => [id, assetId]),
    );
    const back = restored.map(({ id, before: { addedIds: _, ...before } }) => ({
      current: now.get(id)!,
      columns: problems(contractInput, before).values as Contracted["columns"],
    }));
    const ofGone = sql`"contract_id" in ${among(gone)}`;
    // A line that a person has given a share or taken off since is theirs.
    const untouched = sql`"version" = 1`;
    const since = restored.map(({ id }) => id);
    return {
      writes: [
        ...gone.map((id) => db.assertUnchanged(table, now.get(id)! as Row<typeof table>)),
        ...(gone.length
          ? [
              ...removing(
                db,
                sql`${contractAssets.contractId} in ${among(gone)}`,
                sql`"line".${ofGone}`,
                gone,
                today,
              ),
              db.removing(table, inArray(table.id, among(gone))),
              unindexingAll(db, gone),
              bump(db, counterOf.total, -gone.length),
            ]
          : []),
        ...back.flatMap(({ current, columns }) => changed(db, current, columns)),
        ...(pairs.length
          ? removing(
              db,
              sql`${ofPairs(pairs, lines)} and ${contractAssets.version} = 1`,
              sql`${ofPairs(pairs, named)} and "line".${untouched}`,
              since,
              today,
            )
          : since.length
            ? [coverOfContracts(db, inArray(table.id, among(since)), today)]
            : []),
        recountContracts(db, today),
      ],
      activity: [
        ...gone.map((id) => entry("delete", id)),
        ...restored.map(({ id }) => entry("restore", id)),
      ],
    };
  },
};
