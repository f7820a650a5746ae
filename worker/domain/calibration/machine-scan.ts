import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { machines as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { matchOf } from "../search/search.ts";
import { withoutSeparators } from "../search/terms.ts";
import { MACHINE } from "./machine-search.ts";

const MOST = 10;
const nobody = sql`${table.id} = ''`;

/** The machines whose number, serial number or tag begins with a code. */
function called(db: ReadingDb, code: string): SQL {
  const match = matchOf(db.companyId, MACHINE, code);
  return match
    ? sql`${table.id} in (select record_id from search_index where search_index match ${match} order by rowid limit ${sql.raw(String(MOST))})`
    : nobody;
}

/** The machines that a scanned code may name: by the token of a label, or by what is typed; as a statement. */
export function machinesScanned(
  db: ReadingDb,
  token: string | undefined,
  code: string | undefined,
) {
  const byCode = code ? called(db, code) : nobody;
  return db
    .select(pick(table, ["id", "machineNo", "name", "serialNo", "customerTag", "qrToken"]))
    .from(table)
    .where(
      db.ofOwner(table, and(token ? eq(table.qrToken, token) : byCode, isNull(table.deletedAt))),
    )
    .limit(MOST);
}

type Scanned = Awaited<ReturnType<typeof machinesScanned>>[number];

/** The one of them that is named exactly. */
export function machineNamed(
  rows: readonly Scanned[],
  token: string | undefined,
  code: string | undefined,
) {
  const wanted = withoutSeparators(code ?? "");
  const isCalled = (name: string | null) => withoutSeparators(name ?? "") === wanted;
  const named = (["machineNo", "serialNo", "customerTag"] as const).flatMap(
    (column) => rows.find((row) => isCalled(row[column])) ?? [],
  );
  const machine = token ? rows[0] : wanted ? named[0] : undefined;
  return machine
    ? {
        kind: "machine" as const,
        value: machine.id,
        label: `${machine.machineNo} ${machine.name}`,
        href: `/machine/${machine.id}`,
      }
    : null;
}
