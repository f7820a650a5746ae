import { and, eq, or, sql } from "drizzle-orm";
import { addDays, dayIn, startOfDay } from "#app/shared/company-time.ts";
import type { passStatuses } from "#drizzle/tenant/gate-passes.ts";
import { gatePasses, gatePassLines, vendors } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { OUT, OVERDUE, TO_APPROVE, TOTAL } from "./counts.ts";
import { passFlow } from "./flow.ts";

const { status, kind, purpose, expectedReturnOn } = gatePasses;
const is = (word: (typeof passStatuses)[number]) => eq(status, word);
/** What is outside and should be back. @param today the company's day */
const overdue = (today: string) =>
  [is("out"), is("partially_returned")].map(
    (one) => and(one, sql`${expectedReturnOn} < ${today}`)!,
  );

// Names are written in full: inside a selected field Drizzle leaves the table out.
/** How many lines a pass has, and what the first of them is called: SQLite takes the name from the row of the least id. */
const items = sql.raw(
  `(select json_array(count(*), "line"."name", min("line"."id")) from "gate_pass_lines" as "line"
    where "line"."company_id" = "gate_passes"."company_id" and "line"."gate_pass_id" = "gate_passes"."id")`,
);
/** How many lines, the name of the first, and its id; null where there are none. */
export type Items = [count: number, first: string | null, id: string | null];

const byDay = [is("out"), is("partially_returned")];

/** The passes of a company: what waits for approval, what is out, what is overdue, all. */
export const passList = {
  table: gatePasses,
  permission: "view-gate-pass",
  title: gatePasses.number,
  search: "gate_pass",
  records: { vendor: gatePasses.vendorId, asset: gatePassLines.assetId },
  columns: {
    number: gatePasses.number,
    kind,
    purpose,
    status,
    partyName: gatePasses.partyName,
    vendorName: namedBy(vendors, vendors.name, gatePasses.vendorId),
    outAt: gatePasses.outAt,
    expectedReturnOn,
    version: gatePasses.version,
    createdBy: gatePasses.createdBy,
    approverIds: gatePasses.approverIds,
    items: sql<Items>`${items}`.mapWith(JSON.parse).as("items"),
  },
  tabs: {
    to_approve: {
      label: "To approve",
      each: () => [sql`status = 'pending_approval'`],
      counters: () => [TO_APPROVE],
    },
    out: { label: "Out", each: () => byDay, counters: () => [OUT], sort: "expectedReturnOn" },
    overdue: {
      label: "Overdue",
      each: ({ today }) => overdue(today),
      counters: () => [OVERDUE],
      sort: "expectedReturnOn",
    },
    all: { label: "All", counters: () => [TOTAL] },
  },
  filters: {
    kind: (value) => eq(kind, value as "returnable"),
    purpose: (value) => eq(purpose, value as "repair"),
    vendor: (id) => ({ lead: eq(gatePasses.vendorId, id) }),
    asset: (id, { db }) => ({
      lead: sql`${gatePasses.id} in (select ${gatePassLines.gatePassId} from ${gatePassLines} where ${db.ofOwner(gatePassLines, eq(gatePassLines.assetId, id))})`,
    }),
    status: (value) => eq(status, value as "out"),
    overdue: (value, { today }) => (value === "1" ? or(...overdue(today)) : undefined),
    from: (day, { session }) =>
      isDay(day)
        ? sql`${gatePasses.outAt} >= ${startOfDay(day, session.company.timeZone)}`
        : undefined,
    to: (day, { session }) =>
      isDay(day)
        ? sql`${gatePasses.outAt} < ${startOfDay(addDays(day, 1), session.company.timeZone)}`
        : undefined,
  },
  sorts: {
    expectedReturnOn: {
      column: expectedReturnOn,
      each: { out: () => byDay, overdue: ({ today }) => overdue(today) },
    },
  },
} satisfies Documents;

/** The page of gate passes: a page of a tab, and what the person may do. One round trip. @throws Response 403 */
export async function listPasses(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, passList, params);
  return {
    ...list,
    rows: list.rows.map(({ items: [lineCount, firstItem], ...row }) => ({
      ...row,
      ...{ lineCount, firstItem },
    })),
    today: dayIn(session.company.timeZone, Date.now()),
    may: {
      create: session.can("create-gate-pass"),
      approve: session.can("approve-gate-pass"),
      guard: session.can("edit-gate-pass"),
      export: session.can("export-gate-pass"),
      mover: passFlow.moverOf(session),
    },
  };
}
