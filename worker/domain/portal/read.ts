/** What a consumer's contact sees: through a handle that shows nothing of another consumer. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  lt,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { MOST_MACHINES, openRequests } from "#app/shared/flows/recalibration-requests.ts";
import { pick } from "#app/shared/pick.ts";
import {
  recalibrationRequestLines as lines,
  machineModels,
  machines,
  recalibrationRequests as requests,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { ContactSession } from "../../contact-session.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, pointsTo } from "../../db/predicates.ts";

const PAGE = 40;
/** So many of the newest are looked through for words. */
const MOST_SEARCHED = 500;
const LONGEST_SEARCH = 100;

/** What an address of the portal asks for. */
function askedOf(params: URLSearchParams) {
  return {
    q: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    after: (params.get("after") ?? "").slice(0, 64),
  };
}

/** A page of rows, of which one more was read than is shown. */
const paged = <R>(rows: R[], cursor: (row: R) => string) => {
  const shown = rows.slice(0, PAGE);
  return { rows: shown, next: rows.length > PAGE ? cursor(shown.at(-1)!) : null };
};

const like = (q: string) => `%${q.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const found = (q: string, ...columns: SQL[]) =>
  q ? or(...columns.map((column) => sql`${column} like ${like(q)} escape '\\'`)) : undefined;

const certificateTabs = { valid: ["issued"], ended: ["superseded", "voided"] } as const;
export type CertificateTab = keyof typeof certificateTabs;

const ofMachine = {
  machineNo: machines.machineNo,
  serialNo: machines.serialNo,
  customerTag: machines.customerTag,
  machineName: sql<string>`${machines.name}`.as("machine_name"),
  modelName: sql<string>`${machineModels.name}`.as("model_name"),
};
const wordsOfMachine = [
  ...[machines.machineNo, machines.name, machines.serialNo, machines.customerTag],
  machineModels.name,
].map((column) => sql`${column}`);

/** The newest certificates of the consumer, as those whose rows are looked at. */
const newest = (db: ReadingDb, where: SQL | undefined, most: number) =>
  inArray(
    table.id,
    sql`(select "newest"."id" from ${table} as "newest" where "newest"."company_id" = ${db.companyId} and ${where ?? sql`1`}
      order by "newest"."id" desc limit ${sql.raw(String(most))})`,
  );

/** The certificates of the contact's consumer, newest first: those that are valid, or those that no longer are. One round trip. */
export async function portalCertificates(session: ContactSession, params: URLSearchParams) {
  const db = session.reading();
  const { q, after } = askedOf(params);
  const tab: CertificateTab = params.get("tab") === "ended" ? "ended" : "valid";
  const { consumerId } = session.actor;
  const isOf = and(
    eq(table.consumerId, consumerId),
    inArray(table.status, certificateTabs[tab]),
    after ? lt(table.id, after) : undefined,
  );
  const source = q
    ? sql`"newest"."consumer_id" = ${consumerId} and "newest"."status" in ${among(certificateTabs[tab])}`
    : undefined;
  const [rows] = await db.read(
    db
      .select({
        ...pick(table, ["id", "certificateNo", "revisionNo", "status", "conformity", "issuedOn"]),
        ...pick(table, ["calEndOn", "voidReason", "renderState", "verifyToken"]),
        nextDueOn: sql<string | null>`${table.nextDueOn}`.as("certificate_due"),
        ...ofMachine,
      })
      .from(table)
      .innerJoin(machines, pointsTo(table.machineId, machines))
      .innerJoin(machineModels, pointsTo(machines.machineModelId, machineModels))
      .where(
        db.ofOwner(
          table,
          and(
            isOf,
            source && newest(db, source, MOST_SEARCHED),
            found(q, sql`${table.certificateNo}`, ...wordsOfMachine),
          ),
        ),
      )
      .orderBy(desc(table.id))
      .limit(PAGE + 1),
  );
  return {
    ...{ q, tab, today: dayIn(session.company.timeZone) },
    ...paged(rows, ({ id }) => id),
  };
}

const cursorOf = ({ orderOn, id }: { orderOn: string; id: string }) => `${orderOn} ${id}`;
const gone = ["lost", "retired"] as const;

/** The machines of the contact's consumer, the first that falls due first, each with its last certificate and an open request. One round trip. */
export async function portalMachines(session: ContactSession, params: URLSearchParams) {
  const db = session.reading();
  const { q, after } = askedOf(params);
  const { consumerId } = session.actor;
  const [orderOn = "", id = ""] = after.split(" ");
  const later = after
    ? or(gt(machines.orderOn, orderOn), and(eq(machines.orderOn, orderOn), gt(machines.id, id)))
    : undefined;
  const lastOf = (column: "id" | "certificate_no") =>
    sql<
      string | null
    >`(select ${sql.raw(`"last"."${column}"`)} from ${table} as "last" where "last"."company_id" = ${machines.companyId}
      and "last"."machine_id" = ${machines.id} and "last"."status" = 'issued' order by "last"."id" desc limit 1)`;
  const open = sql<
    string | null
  >`(select "open"."request_no" from ${lines} as "line" join ${requests} as "open" on "open"."company_id" = "line"."company_id"
    and "open"."id" = "line"."recalibration_request_id" where "line"."company_id" = ${machines.companyId} and "line"."machine_id" = ${machines.id}
    and "open"."status" in ${among(openRequests)} limit 1)`;
  const [rows] = await db.read(
    db
      .select({
        ...pick(machines, ["id", "status", "lastCalOn", "nextDueOn", "orderOn", "locationText"]),
        ...ofMachine,
        lastId: lastOf("id").as("last_certificate"),
        lastNo: lastOf("certificate_no").as("last_certificate_number"),
        requestNo: open.as("open_request"),
      })
      .from(machines)
      .innerJoin(machineModels, pointsTo(machines.machineModelId, machineModels))
      .where(
        db.ofOwner(
          machines,
          and(eq(machines.consumerId, consumerId), later, found(q, ...wordsOfMachine)),
        ),
      )
      .orderBy(asc(machines.orderOn), asc(machines.id))
      .limit(PAGE + 1),
  );
  return {
    ...{ q, today: dayIn(session.company.timeZone) },
    ...paged(
      rows.map((row) => ({
        ...row,
        mayAsk: row.requestNo === null && !(gone as readonly string[]).includes(row.status),
      })),
      cursorOf,
    ),
  };
}

const MOST_REQUESTS = 25;
const MOST_LINES = 250;
/** The requests of the contact's consumer, newest first, with their machines. One round trip. */
export async function portalRequests(session: ContactSession, params: URLSearchParams) {
  const db = session.reading();
  const { after } = askedOf(params);
  const shown = and(
    eq(requests.consumerId, session.actor.consumerId),
    after ? lt(requests.id, after) : undefined,
  );
  const [rows, named] = await db.read(
    db
      .select(
        pick(requests, [
          ...(["id", "requestNo", "status", "wishedOn", "note", "answer"] as const),
          ...(["lineCount", "createdAt", "version"] as const),
        ]),
      )
      .from(requests)
      .where(db.ofOwner(requests, shown))
      .orderBy(desc(requests.id))
      .limit(MOST_REQUESTS + 1),
    db
      .select({
        requestId: lines.recalibrationRequestId,
        machineNo: machines.machineNo,
        machineName: sql<string>`${machines.name}`.as("machine_name"),
        certificateNo: table.certificateNo,
        certificateId: sql<string | null>`${table.id}`.as("certificate_id"),
      })
      .from(requests)
      .innerJoin(
        lines,
        and(eq(lines.companyId, requests.companyId), eq(lines.recalibrationRequestId, requests.id)),
      )
      .innerJoin(machines, pointsTo(lines.machineId, machines))
      .leftJoin(table, pointsTo(lines.certificateReportId, table))
      .where(db.ofOwner(requests, shown))
      .orderBy(desc(requests.id), asc(lines.id))
      .limit(MOST_LINES),
  );
  const page = rows.slice(0, MOST_REQUESTS);
  return {
    rows: page.map((row) => ({
      ...row,
      machines: named.filter(({ requestId }) => requestId === row.id),
    })),
    next: rows.length > MOST_REQUESTS ? page.at(-1)!.id : null,
  };
}

/** The machines that a request may name: those that its address names, and the first others that fall due. One round trip. */
export async function machinesToAsk(session: ContactSession, params: URLSearchParams) {
  const db = session.reading();
  const { consumerId } = session.actor;
  const named = [...new Set(params.getAll("machine"))].slice(0, MOST_MACHINES);
  const isNamed = inArray(machines.id, among(named));
  const select = (where: SQL | undefined) =>
    db
      .select({
        ...pick(machines, ["id", "machineNo", "name", "serialNo", "nextDueOn", "lastCalOn"]),
        status: machines.status,
      })
      .from(machines)
      .where(
        db.ofOwner(
          machines,
          and(
            eq(machines.consumerId, consumerId),
            notInArray(machines.status, [...gone]),
            sql`not exists (select 1 from ${lines} as "line" join ${requests} as "open" on "open"."company_id" = "line"."company_id"
              and "open"."id" = "line"."recalibration_request_id" where "line"."company_id" = ${db.companyId} and "line"."machine_id" = "machines"."id"
              and "open"."status" in ${among(openRequests)})`,
            where,
          ),
        ),
      )
      .orderBy(asc(machines.orderOn), asc(machines.id));
  const [chosen, others] = await db.read(
    select(isNamed).limit(MOST_MACHINES),
    select(not(isNamed)).limit(MOST_MACHINES - named.length),
  );
  return {
    machines: [...chosen, ...others],
    chosen: chosen.map(({ id }) => id),
    today: dayIn(session.company.timeZone),
  };
}
