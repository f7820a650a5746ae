import { and, type SQL, sql } from "drizzle-orm";
import { breakdowns, sampleRows } from "#drizzle/tenant/index.ts";
import { type SampleKind, sampleKinds } from "#drizzle/tenant/samples.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { type Pointing, pointingAt, sampleTables } from "./kinds.ts";

type Values = Record<string, unknown> & { id: string; version: number };
/** A sample record as it is, and what is to become of it. */
export type Sample = {
  kind: SampleKind;
  row: Values;
  /** What people call the company's own records that use it; it stays. */
  usedBy: string | null;
  /** Something still names it: its row stays, deleted as every record of its kind is. */
  isNamed: boolean;
};

type Flags = { id: string } & Record<`used${number}` | `named${number}`, 0 | 1>;

const pointsAt = (db: CompanyDb, { table, column, where }: Pointing, id: SQL, more?: SQL) =>
  db.existsAnywhere(table, and(sql`${column} = ${id}`, where, more)!);

/** An own call that repeats a sample is of the same device. */
const repeated = (db: CompanyDb) =>
  sql`exists (select 1 from ${breakdowns} as "other" where "other"."company_id" = ${db.companyId}
    and "other"."asset_id" = ${breakdowns.assetId} and "other"."duplicate_of_id" = ${breakdowns.id})`;

/** The samples of a kind, and what points at each, as statements of a read. */
function readsOf(db: CompanyDb, kind: SampleKind) {
  const table = sampleTables[kind];
  const these = db.ofOwner(
    table,
    sql`${table.id} in (select ${sampleRows.id} from ${sampleRows} where ${db.ofOwner(sampleRows, sql`${sampleRows.kind} = ${kind}`)})`,
  );
  const flags = pointingAt(kind).flatMap((pointing, at) => [
    ...(pointing.things
      ? [
          sql`, ${pointsAt(db, pointing, sql`${table.id}`, living(pointing.table))} as ${sql.raw(`"used${at}"`)}`,
        ]
      : []),
    sql`, ${pointsAt(db, pointing, sql`${table.id}`)} as ${sql.raw(`"named${at}"`)}`,
  ]);
  const repeats = kind === "call" ? sql`, ${repeated(db)} as "used999"` : sql``;
  return [
    db.rows<Flags>(
      sql`select ${table.id} as "id"${sql.join(flags, sql``)}${repeats} from ${table} where ${these}`,
    ),
    db.select().from(table).where(these),
  ] as const;
}

/** All samples of a company with what uses them, as statements of a read. */
export const samplesReads = (db: CompanyDb): Statement[] =>
  sampleKinds.flatMap((kind) => [...readsOf(db, kind)] as unknown as Statement[]);

function usedBy(kind: SampleKind, flags: Flags): string | null {
  if (flags.used999) return "service calls";
  return pointingAt(kind).find((_, at) => flags[`used${at}`])?.things ?? null;
}
const isNamedBy = (kind: SampleKind, flags: Flags) =>
  pointingAt(kind).some((_, at) => flags[`named${at}`]);

/**
 * What is to become of each sample: what the company's own records use stays, and so does what is used by a sample that stays.
 * @param results what `samplesReads` read; a kind comes after those whose records point at its own
 */
export function samplesOf(results: readonly unknown[][]): Sample[] {
  const done: Sample[] = [];
  for (const [at, kind] of sampleKinds.entries()) {
    const [flags, rows] = [results[2 * at] as Flags[], results[2 * at + 1] as Values[]];
    for (const row of rows) {
      const said = flags.find(({ id }) => id === row.id);
      const pointing = pointingAt(kind).flatMap(({ kind: other, column, things }) =>
        done
          .filter((one) => one.kind === other && one.row[column.name] === row.id)
          .map((one) => ({ one, things })),
      );
      const held = pointing.find(({ one, things }) => one.usedBy && things);
      const own = said ? usedBy(kind, said) : null;
      const isNamed =
        Boolean(said && isNamedBy(kind, said)) ||
        pointing.some(({ one }) => one.isNamed || one.usedBy);
      done.push({ kind, row, usedBy: own ?? held?.things ?? null, isNamed });
    }
  }
  return done;
}
