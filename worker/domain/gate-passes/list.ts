import { and, eq, or, sql } from "drizzle-orm";
import { addDays, dayIn, startOfDay } from "#app/shared/company-time.ts";
import type { passStatuses } from "#drizzle/tenant/gate-passes.ts";
import { gatePasses, gatePassLines, vendors } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { chosenOf } from "../lists/chosen.ts";
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
const linesOfPass =
  'from "gate_pass_lines" as "line" where "line"."company_id" = "gate_passes"."company_id" and "line"."gate_pass_id" = "gate_passes"."id"';
/** The first thing on a pass, and how many lines it has. */
const items = {
  firstItem: sql<
    string | null
  >`${sql.raw(`(select "line"."name" ${linesOfPass} order by "line"."id" limit 1)`)}`.as(
    "first_item",
  ),
  lineCount: sql<number>`${sql.raw(`(select count(*) ${linesOfPass})`)}`.as("line_count"),
};

const byDay = [is("out"), is("partially_returned")];

/** The passes of a company: what waits for approval, what is out, what is overdue, all. */
export const passList = {
  table: gatePasses,
  permission: "view-gate-pass",
  title: gatePasses.number,
  search: "gate_pass",
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
    ...items,
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

/** The page of gate passes: a page of a tab, what its filters name, and what the person may do. One round trip, two where a filter names a record. @throws Response 403 */
export async function listPasses(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, passList, params);
  const { vendor = "", asset } = list.query.filters;
  const name = vendor ? list.rows[0]?.vendorName : null;
  const known = name ? { vendor: { value: vendor, label: name } } : {};
  const asked = { vendor: name ? undefined : vendor, asset };
  return {
    ...list,
    /** The records that the filters name. */
    chosen: { ...known, ...(await chosenOf(session.authorize("view-gate-pass"), asked)) },
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
