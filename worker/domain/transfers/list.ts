import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { addDays, dayIn, startOfDay } from "#app/shared/company-time.ts";
import {
  needsApproval,
  notSent,
  transferKinds,
  transferRules,
} from "#app/shared/flows/transfers.ts";
import { assetTransferLines, assetTransfers, lentWhere, users } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { isDay } from "../entity/fields.ts";
import { type Asker, type Documents, listDocuments } from "../lists/documents.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { namedBy } from "../lists/more-columns.ts";
import { countOfLate, isLate } from "./late.ts";
import type { Transfer } from "./lines.ts";

const t = assetTransfers;
type Status = Transfer["status"];
const lent = sql.raw(lentWhere);
const inState = (status: Status): SQL => eq(t.status, status);

/** The predicate for each Location of a limited person; one without it for everybody else. */
const atMine = (
  { db }: Asker,
  column: typeof t.toDepartmentId | typeof t.fromDepartmentId,
  status: Status,
): SQL[] =>
  db.scope
    ? db.scope.departments.map((id) => and(eq(column, id), inState(status))!)
    : [inState(status)];
const nothing = eq(t.id, "");
const otherThan = (column: typeof t.requestedBy | typeof t.dispatchedBy, { session }: Asker) =>
  needsApproval(session.company.settings)
    ? sql`${column} is not ${session.actor.userId}`
    : undefined;

/** What waits for the person: their approval, or their acceptance. */
function waiting(asker: Asker): readonly SQL[] {
  const { session } = asker;
  const all = [
    ...(session.can("approve-asset-transfer")
      ? [and(inState("requested"), otherThan(t.requestedBy, asker))!]
      : []),
    ...(session.can("edit-asset-transfer")
      ? atMine(asker, t.toDepartmentId, "dispatched").map(
          (each) => and(each, otherThan(t.dispatchedBy, asker))!,
        )
      : []),
  ];
  return all.length ? all : [nothing];
}

/** The counters of what waits for a person: all of a state without their own part in it. */
export function waitingCounters({ actor, can, company }: Session): string[] {
  const ofMine = (name: string) =>
    needsApproval(company.settings) ? [`-${name}:${actor.userId}`] : [];
  const of = (name: string) => [name, ...ofMine(name)];
  return [
    ...(can("approve-asset-transfer") ? of("transfers.requested") : []),
    ...(can("edit-asset-transfer") ? of("transfers.dispatched") : []),
  ];
}

/** The place, where a transfer stays within its Location; names in full, because inside a selected field Drizzle leaves the table out. */
const placeWithin = (column: "from_location_id" | "to_location_id", as: string) =>
  sql<
    string | null
  >`${sql.raw(`(case when "asset_transfers"."from_department_id" = "asset_transfers"."to_department_id" then (select "path" from "locations"
    where "locations"."company_id" = "asset_transfers"."company_id" and "locations"."id" = "asset_transfers"."${column}") end)`)}`.as(
    as,
  );
const departmentName = (column: "from_department_id" | "to_department_id", as: string) =>
  sql<string>`${sql.raw(`(select "name" from "departments" where "departments"."company_id" = "asset_transfers"."company_id" and "departments"."id" = "asset_transfers"."${column}")`)}`.as(
    as,
  );

const isKind = (value: string): value is Transfer["kind"] => Object.hasOwn(transferKinds, value);
const isState = (value: string): value is Status => Object.hasOwn(transferRules.states, value);

/** Transfers as their list shows them. */
export const transferList = {
  table: t,
  permission: "view-asset-transfer",
  title: t.number,
  search: "transfer",
  records: { location: t.fromDepartmentId, asset: assetTransferLines.assetId },
  columns: {
    version: t.version,
    number: t.number,
    createdAt: t.createdAt,
    kind: t.kind,
    status: t.status,
    dueBackOn: t.dueBackOn,
    assetCount: t.assetCount,
    firstAsset: t.firstAsset,
    createdBy: t.createdBy,
    requestedBy: t.requestedBy,
    dispatchedBy: t.dispatchedBy,
    returnedAt: t.returnedAt,
    fromDepartmentId: t.fromDepartmentId,
    toDepartmentId: t.toDepartmentId,
    fromName: departmentName("from_department_id", "from_name"),
    toName: departmentName("to_department_id", "to_name"),
    fromPlace: placeWithin("from_location_id", "from_place"),
    toPlace: placeWithin("to_location_id", "to_place"),
    requestedByName: namedBy(users, users.name, t.requestedBy),
  },
  tabs: {
    open: {
      label: "Open",
      each: () => [...[...notSent, "dispatched" as const].map(inState), lent],
      counters: () => ["transfers.open"],
    },
    mine: {
      label: "Mine to do",
      each: waiting,
      counters: ({ session }) => waitingCounters(session),
    },
    incoming: {
      label: "Incoming",
      each: (asker) => atMine(asker, t.toDepartmentId, "dispatched"),
      counters: () => ["transfers.dispatched"],
    },
    outgoing: {
      label: "Outgoing",
      each: (asker) =>
        (["approved", "dispatched"] as const).flatMap((status) =>
          atMine(asker, t.fromDepartmentId, status),
        ),
      counters: () => ["transfers.approved", "transfers.dispatched"],
    },
    overdue: {
      label: "Overdue return",
      each: ({ today }) => [isLate(today)],
      look: ({ db, today }) => countOfLate(db, today),
      isRough: true,
      sort: "dueBackOn",
    },
    all: { label: "All", counters: () => ["transfers.total"] },
  },
  filters: {
    location: (id: string) => or(eq(t.fromDepartmentId, id), eq(t.toDepartmentId, id)),
    kind: (value: string) => (isKind(value) ? eq(t.kind, value) : undefined),
    status: (value: string) => (isState(value) ? { lead: inState(value) } : undefined),
    since: (day: string, { session }: Asker) =>
      isDay(day) ? sql`${t.createdAt} >= ${startOfDay(day, session.company.timeZone)}` : undefined,
    until: (day: string, { session }: Asker) =>
      isDay(day)
        ? sql`${t.createdAt} < ${startOfDay(addDays(day, 1), session.company.timeZone)}`
        : undefined,
    asset: (id: string, { db }: Asker) => ({
      lead: sql`${t.id} in (select ${assetTransferLines.transferId} from ${assetTransferLines} where ${db.ofOwner(assetTransferLines, eq(assetTransferLines.assetId, id))})`,
    }),
  },
  sorts: {
    dueBackOn: { column: t.dueBackOn, each: { overdue: ({ today }) => [isLate(today)] } },
  },
} satisfies Documents;

/** One page of the transfers that an address asks for. @throws Response 403 */
export const listTransfers = (session: Session, params: URLSearchParams) =>
  listDocuments(session, transferList, params);

const time = (at: number) => new Date(at).toISOString();
export type TransferRow = Awaited<ReturnType<typeof listTransfers>>["rows"][number];
const sheet: readonly [label: string, cell: (row: TransferRow) => string | number | null][] = [
  ["Number", (row) => row.number],
  ["Date", (row) => time(row.createdAt)],
  ["First asset", (row) => row.firstAsset],
  ["Assets", (row) => row.assetCount],
  ["From", (row) => row.fromName],
  ["From place", (row) => row.fromPlace],
  ["To", (row) => row.toName],
  ["To place", (row) => row.toPlace],
  ["Kind", (row) => transferKinds[row.kind]],
  ["Status", (row) => transferRules.states[row.status]],
  ["Requested by", (row) => row.requestedByName],
  ["Due back", (row) => row.dueBackOn],
];

/** Every transfer that matches the list, newest first. @throws Response 403, 429 for the sixth export in five minutes */
export async function exportTransfers(session: Session, params: URLSearchParams): Promise<Export> {
  const db = await beginExport(session, "export-asset-transfer", "Transfers");
  const now = Date.now();
  const asker: Asker = { session, db, today: dayIn(session.company.timeZone, now), now };
  return {
    name: "transfers",
    head: sheet.map(([label]) => label),
    pages: (async function* () {
      for await (const rows of everyDocument<TransferRow>(transferList, asker, params))
        yield rows.map((row) => sheet.map(([, cell]) => cell(row)));
    })(),
  };
}
