import { and, eq, isNull, sql } from "drizzle-orm";
import { checkWords } from "#app/shared/calibration/check-series.ts";
import { pick } from "#app/shared/pick.ts";
import { calibrators, calibratorChecks as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Export, inPages } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";

const columns = {
  ...pick(table, ["id", "checkedOn", "parameter", "nominal", "unit", "value", "reference"]),
  ...pick(table, ["limitValue", "result", "note", "actorName", "at", "checkStandardId"]),
  checkStandardNo: namedBy(calibrators, calibrators.calibratorNo, table.checkStandardId),
};

const asked = (params: URLSearchParams) => askedOf(params, ["day"], ["result"], "desc");
const chosen = (id: string, params: URLSearchParams) => {
  const { result = "" } = asked(params).filters;
  return and(
    eq(table.calibratorId, id),
    entryOf(checkWords, result) ? sql`${table.result} = ${result}` : undefined,
  );
};

/** All checks of a standard, those of the latest day first. One round trip. @throws Response 403, 404 */
export async function checksPage(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-calibrator");
  const query = asked(params);
  const slice = keyset(table.checkedOn, table.id, query, params);
  const [[found], rows] = await db.read(
    db.byId(calibrators, id),
    db
      .select(columns)
      .from(table)
      .where(db.ofOwner(table, and(chosen(id, params), slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  const { calibratorNo, name, status } = found ?? notFound("calibrator");
  return {
    ...slice.page(rows, (row) => row.checkedOn, null),
    query,
    calibrator: { id, calibratorNo, name, status },
    may: { check: session.can("edit-calibrator"), export: session.can("export-calibrator") },
  };
}

const AT_ONCE = 500;
const BREAK = "\u0000";
const head = [
  ...["Day", "Parameter", "Nominal value", "Unit", "Value", "Reference value", "Limit", "Result"],
  ...["Check standard", "Note", "Person", "Recorded"],
];

/** All checks of a standard with the list's filter, the oldest first, as a file. @throws Response 403, 404, 429 */
export async function exportChecks(
  session: Session,
  id: string,
  params: URLSearchParams,
): Promise<Export> {
  const isThere = (db: ReadingDb) =>
    db.exists(calibrators, and(eq(calibrators.id, id), isNull(calibrators.deletedAt))!);
  const db = await beginExport(session, "export-calibrator", "Checks of a calibrator", {
    kind: "calibrator",
    isThere,
  });
  const pageAfter = (after: string) => {
    const [day = "", last = ""] = after.split(BREAK);
    return db
      .select(columns)
      .from(table)
      .where(
        db.ofOwner(
          table,
          and(chosen(id, params), sql`(${table.checkedOn}, ${table.id}) > (${day}, ${last})`),
        ),
      )
      .orderBy(table.checkedOn, table.id)
      .limit(AT_ONCE);
  };
  return {
    name: `checks-${id}`,
    head,
    pages: inPages(
      db,
      pageAfter,
      (row) => `${row.checkedOn}${BREAK}${row.id}`,
      "",
      (row) => [
        ...[row.checkedOn, row.parameter, row.nominal, row.unit, row.value, row.reference],
        ...[row.limitValue, checkWords[row.result], row.checkStandardNo, row.note],
        ...[row.actorName, new Date(row.at).toISOString()],
      ],
    ),
  };
}
