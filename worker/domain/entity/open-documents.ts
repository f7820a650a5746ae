import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { openStates } from "#app/shared/flows/certificate-reports.ts";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import { arrived, notSent } from "#app/shared/flows/transfers.ts";
import { plural } from "#app/shared/plural.ts";
import {
  assetTransfers,
  breakdowns,
  certificateReports,
  dueOccurrences,
  gatePasses,
  inhouseCalibrations,
} from "#drizzle/tenant/index.ts";
import { countOf, type Holding } from "./uses.ts";

/** A transfer goes on until it has arrived; one that is lent until it is given back. */
const isOpenTransfer = or(
  inArray(assetTransfers.status, [...notSent, "dispatched"]),
  and(
    inArray(assetTransfers.status, [...arrived]),
    eq(assetTransfers.kind, "temporary"),
    isNull(assetTransfers.returnedAt),
  ),
)!;

/** Documents that go on until they are closed: which are open, and what people call those. Closed ones are history. */
const documents = [
  {
    table: breakdowns,
    things: "open service calls",
    where: inArray(breakdowns.status, [...openCalls]),
  },
  {
    table: assetTransfers,
    things: "open transfers",
    where: isOpenTransfer,
  },
  {
    table: gatePasses,
    things: "open gate passes",
    where: inArray(gatePasses.status, [
      "draft",
      "pending_approval",
      "approved",
      "out",
      "partially_returned",
    ]),
  },
  {
    table: certificateReports,
    things: "open certificates",
    where: inArray(certificateReports.status, [...openStates]),
  },
  {
    table: inhouseCalibrations,
    things: "open in-house calibrations",
    where: inArray(inhouseCalibrations.status, ["draft", "verified"]),
  },
  {
    table: dueOccurrences,
    things: "planned services",
    // The words stand in the text, so that the indexes of open ones serve it.
    where: sql`${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred')`,
  },
];

/** What of a table's rows still goes on; undefined for a table whose rows are no documents. */
export const openOf = (table: SQLiteTable) => documents.find((one) => one.table === table);

/**
 * The open transfers that match, as a reason not to archive a record.
 * @param way what can be done about it: "Finish or cancel them first."
 */
export const heldByTransfers = (where: SQL, way: string): Holding => {
  const { things, where: isOpen } = openOf(assetTransfers)!;
  return {
    uses: [{ table: assetTransfers, where: and(isOpen, where)!, things, href: null }],
    refusal: (n) =>
      `${plural(n, `${countOf(n, things)} names it.`, `${countOf(n, things)} name it.`)} ${way}`,
  };
};
