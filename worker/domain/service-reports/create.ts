import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import { ticketsFrom } from "#app/shared/ticket.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, breakdowns, serviceReports, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound, unavailable } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Charged, chargedColumns, chargedWarning } from "../contracts/charged.ts";
import {
  assertChosen,
  explainChosen,
  fulfilling,
  occurrenceFor,
  type Served,
} from "../due/fulfil.ts";
import { explainShortage, moveStock, type StockMove } from "../stock/move.ts";
import { tellSaved } from "../webhooks/told.ts";
import { conditionFollows } from "./condition.ts";
import { createInput } from "./input.ts";
import { nextPmAfter, withNextPm } from "./next-pm.ts";
import {
  addToAsset,
  assertIssuable,
  checklistColumns,
  fileRows,
  filesOf,
  insertLines,
  type Ports,
  priceWarning,
  reportColumnsOf,
  type StoredFiles,
} from "./save.ts";

export type Created = {
  id: string;
  asset_id: string;
  service_ticket: string;
  /** The device's Next PM after a PM report. */
  next_pm_on: string | null;
  /** The call the report answers while it is still open: whether to resolve it is asked next. */
  open_call_id: string | null;
  /** A check was answered No: a service call may be raised for it. */
  offers_call: boolean;
};

/**
 * Saves a service/PM report with its parts: one batch of report, lines, stock ledger, file row, asset caches and log.
 * @throws Response 403, 404 unknown asset, 409 disposed asset or shortage, 422 with every message, 503 when no ticket is free
 */
export async function createReport(
  session: Session,
  ports: Ports,
  assetId: string,
  form: FormData,
): Promise<Answer<Created>> {
  const db = session.authorize("edit-asset");
  const input = createInput(form, session.company.timeZone);
  const checklist = await checklistColumns(session, input);
  const { stored, warnings } = await filesOf(ports, session, input);

  const { id, writes, activity, moves } = reportToSave(
    session,
    db,
    assetId,
    input,
    checklist,
    stored,
  );
  try {
    const answer = await db.commit<Created & Partial<Charged> & { total_minor: number }>({
      writes,
      activity,
      answer: {
        status: 201,
        message: "Service report created successfully",
        warnings,
        data: {
          ...{ id, asset_id: assetId, service_ticket: input.serviceTicket },
          ...{ next_pm_on: null, open_call_id: null, total_minor: 0 },
          offers_call: input.pmLists.some(({ status }) => status === "no"),
        },
      },
      assigned: (data) => assignedTo(db, data.id),
    });
    const {
      total_minor,
      asset_code: _code,
      service_minor: _service,
      parts_minor: _parts,
      report_cover: _cover,
      ...data
    } = answer.data;
    return {
      ...answer,
      message: withNextPm(session, answer.message, data.next_pm_on),
      data: {
        ...data,
        open_call_id: session.can("edit-breakdown") ? data.open_call_id : null,
        offers_call: session.can("create-breakdown") && data.offers_call,
      },
      warnings: [
        ...(answer.warnings ?? []),
        ...priceWarning(input.postedTotalMinor, total_minor),
        ...chargedWarning(session, answer.data),
      ],
    };
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      if (input.breakdownId) await refuseOtherCall(db, assetId, input.breakdownId);
      await explainChosen(db, servedBy(assetId, input), id);
    }
    return explainUnsaved(db, assetId, moves, refusal);
  }
}

/** What the batch made of a new report: its ticket, its total, the device's Next PM after a PM, and its call while that is open. */
const assignedTo = (db: CompanyDb, id: string) =>
  db
    .select({
      service_ticket: serviceReports.serviceTicket,
      total_minor: serviceReports.totalCostMinor,
      ...chargedColumns(db),
      next_pm_on: nextPmAfter,
      open_call_id: sql<string | null>`${breakdowns.id}`.as("open_call_id"),
    })
    .from(serviceReports)
    .innerJoin(assets, pointsTo(serviceReports.assetId, assets))
    .leftJoin(
      breakdowns,
      and(
        pointsTo(serviceReports.breakdownId, breakdowns),
        inArray(breakdowns.status, [...workedOn]),
      ),
    )
    .where(db.ofOwner(serviceReports, eq(serviceReports.id, id)))
    .limit(1);

const isOfDevice = (assetId: string, callId: string) =>
  and(eq(breakdowns.id, callId), eq(breakdowns.assetId, assetId))!;

/** @throws Response 422 when the call a report names is not one of its device */
async function refuseOtherCall(db: CompanyDb, assetId: string, callId: string) {
  const [[call]] = await db.read(
    db
      .select({ id: breakdowns.id })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, isOfDevice(assetId, callId))),
  );
  if (!call) invalid({ breakdown_id: ["This call is not one of this asset"] });
}

/** The planned service that a report does. */
const servedBy = (assetId: string, input: NewReport): Served => ({
  ...pick(input, ["serviceOn", "serviceType"]),
  assetId,
  chosen: input.dueOccurrenceId ?? null,
});

export type NewReport = ReturnType<typeof createInput>;

/** What a new report adds to a batch: its statements in order, its entry in the log, and what it takes from stock. */
export function reportToSave(
  session: Session,
  db: CompanyDb,
  assetId: string,
  input: NewReport,
  checklist: Awaited<ReturnType<typeof checklistColumns>>,
  stored: StoredFiles,
) {
  const id = newId();
  const at = Date.now();
  const lines = input.parts.map(({ stockItemId, qty }) => ({ id: newId(at), stockItemId, qty }));
  const moves = lines.map(
    (line): StockMove => ({
      stockItemId: line.stockItemId,
      kind: "issue_service",
      qty: line.qty,
      serviceReportPartId: line.id,
    }),
  );
  const tickets = JSON.stringify(ticketsFrom(input.serviceTicket));
  const open = db.exists(
    assets,
    and(eq(assets.id, assetId), isNull(assets.deletedAt), ne(assets.lifecycle, "disposed"))!,
  );
  // In the order of the array, as json_each walks it: an ORDER BY would look at every ticket.
  const freeTicket = sql<string>`(select j.value from json_each(${tickets}) as j
    where not exists (select 1 from ${serviceReports} where ${db.ofOwner(serviceReports, sql`${serviceReports.serviceTicket} = j.value`)}) limit 1)`;
  const parts = sql<number>`(select coalesce(sum((j.value ->> 'qty') * ${stockItems.rateMinor}), 0) from json_each(${JSON.stringify(lines)}) as j
    cross join ${stockItems} where ${db.ofOwner(stockItems, sql`${stockItems.id} = j.value ->> 'stockItemId'`)})`;
  const columns = reportColumnsOf(input);
  const served = servedBy(assetId, input);
  const writes = [
    db.assert("state", open),
    ...(input.breakdownId
      ? [db.assert("state", db.exists(breakdowns, isOfDevice(assetId, input.breakdownId)))]
      : []),
    ...assertIssuable(
      db,
      lines.map((line) => line.stockItemId),
    ),
    ...assertChosen(db, served),
    db.inserting(serviceReports, {
      id,
      ...{ createdAt: at, updatedAt: at },
      assetId,
      breakdownId: input.breakdownId,
      dueOccurrenceId: occurrenceFor(db, served),
      serviceTicket: freeTicket,
      ...checklist,
      ...columns,
      doneByUserId: input.doneBy === session.actor.name ? session.actor.userId : null,
      serviceCostMinor: input.serviceCostMinor,
      partsCostMinor: parts,
      totalCostMinor: sql`${parts} + cast(${input.serviceCostMinor} as integer)`,
    }),
    ...insertLines(db, id, lines, at),
    ...moveStock(db, moves),
    ...fileRows(db, id, stored),
    ...addToAsset(db, assetId, id, columns),
    ...fulfilling(db, id, served, session.company, at),
    ...conditionFollows(db, { id, assetId, ...columns }),
    tellSaved(db, session.origin, id, true, at),
  ];
  const activity: Activity = {
    action: "create.service_report",
    kind: "service_report",
    id,
    label: input.serviceTicket,
    assetId,
    changes: createdChanges(input),
  };
  return { id, writes, activity, moves };
}

/** Says why a batch with a new report was refused. @throws Response 404, 409, 503, or what was refused */
export async function explainUnsaved(
  db: CompanyDb,
  assetId: string,
  moves: readonly StockMove[],
  refusal: unknown,
): Promise<never> {
  if (isNoTicket(refusal))
    unavailable("Every ticket number of the next two minutes is taken. Try again.", 5);
  if (isRefusal(refusal, 409)) {
    const [[asset]] = await db.read(db.byId(assets, assetId));
    if (!asset) return notFound("asset");
    if (asset.lifecycle === "disposed") conflict("This asset is disposed");
    await explainShortage(db, moves);
  }
  throw refusal;
}

const isNoTicket = (error: unknown) =>
  String((error as Error).cause ?? error).includes(
    "NOT NULL constraint failed: service_reports.service_ticket",
  );

const createdChanges = ({
  serviceOn,
  serviceType,
  doneBy,
  conditionAfter,
  parts,
  pmLists,
}: NewReport) => [
  { field: "serviceOn", from: null, to: serviceOn },
  { field: "serviceType", from: null, to: serviceType },
  { field: "doneBy", from: null, to: doneBy },
  ...(conditionAfter ? [{ field: "conditionAfter", from: null, to: conditionAfter }] : []),
  ...(parts.length
    ? [{ field: "parts", from: null, to: parts.map((part) => pick(part, ["stockItemId", "qty"])) }]
    : []),
  ...(pmLists.length ? [{ field: "checks", from: null, to: pmLists.length }] : []),
];
