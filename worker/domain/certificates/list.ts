import { eq, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import {
  consumers,
  measurementStandards,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { namedBy } from "../lists/more-columns.ts";
import { measuredWith } from "../measurement/measured-with.ts";
import { certificateReportFlow } from "./flow.ts";
import { CERTIFICATE } from "./searching.ts";

type Status = (typeof table.$inferSelect)["status"];
const is = (...words: Status[]) => words.map((one) => eq(table.status, one));
const counters = (...words: Status[]) => words.map((one) => `certificates.${one}`);

/** What a row tells of its machine, read at once. Names are written in full: inside a selected field Drizzle leaves the table out. */
const machineFacts = sql.raw(
  `(select json_array("m"."machine_no", "m"."name", "m"."serial_no", (select "d"."name" from "machine_models" as "d" where "d"."company_id" = "m"."company_id" and "d"."id" = "m"."machine_model_id"))
    from "machines" as "m" where "m"."company_id" = "certificate_reports"."company_id" and "m"."id" = "certificate_reports"."machine_id")`,
);
type MachineFacts = [
  machineNo: string,
  machineName: string,
  serialNo: string | null,
  model: string,
];
/** A row with what it tells of its machine as fields. */
export function withMachine<R extends { machine: string }>({ machine, ...row }: R) {
  const [machineNo, machineName, serialNo, modelName] = JSON.parse(machine) as MachineFacts;
  return { ...row, machineNo, machineName, serialNo, modelName };
}

/** The certificates of a laboratory: what is at work, what waits for whom, what is issued. */
export const certificateList = {
  table,
  permission: "view-certificate-report",
  title: table.name,
  search: CERTIFICATE,
  records: {
    machine: table.machineId,
    consumer: table.consumerId,
    calibrator: measurementStandards.calibratorId,
  },
  columns: {
    name: table.name,
    certificateNo: table.certificateNo,
    revisionNo: table.revisionNo,
    status: table.status,
    conformity: table.conformity,
    asFoundConformity: table.asFoundConformity,
    calEndOn: table.calEndOn,
    issuedOn: table.issuedOn,
    nextDueOn: table.nextDueOn,
    jobNo: table.jobNo,
    accredited: table.accredited,
    machine: sql<string>`${machineFacts}`.as("machine_facts"),
    consumerName: namedBy(consumers, consumers.name, table.consumerId),
    version: table.version,
    writerIds: table.writerIds,
    submittedBy: table.submittedBy,
    checkedBy: table.checkedBy,
    concessions: table.concessions,
  },
  tabs: {
    draft: { label: "Drafts", each: () => is("draft"), counters: () => counters("draft") },
    submitted: {
      label: "To check",
      each: () => is("submitted"),
      counters: () => counters("submitted"),
    },
    checked: {
      label: "To approve",
      each: () => is("checked"),
      counters: () => counters("checked"),
    },
    approved: {
      label: "To issue",
      each: () => is("approved"),
      counters: () => counters("approved"),
    },
    issued: { label: "Issued", each: () => is("issued"), counters: () => counters("issued") },
    all: { label: "All", counters: () => ["certificates.total"] },
  },
  filters: {
    status: (value) => eq(table.status, value as Status),
    conformity: (value) => eq(table.conformity, value as "pass"),
    machine: (id) => ({ lead: eq(table.machineId, id) }),
    consumer: (id) => ({ lead: eq(table.consumerId, id) }),
    // Looked through, newest first: a standard that is used each day has more measurements than a page may sort.
    calibrator: (id, { db }) => measuredWith(db, table.measurementSetId, id),
    from: (day) => (isDay(day) ? sql`${table.calEndOn} >= ${day}` : undefined),
    to: (day) => (isDay(day) ? sql`${table.calEndOn} <= ${day}` : undefined),
  },
} satisfies Documents;

/** The page of certificates: a page of a tab, and what the person may do. One round trip. @throws Response 403 */
export async function listCertificates(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, certificateList, params);
  return {
    ...list,
    rows: list.rows.map(withMachine),
    today: dayIn(session.company.timeZone, Date.now()),
    may: {
      create: session.can("create-certificate-report"),
      issue: session.can("issue-certificate-report"),
      edit: session.can("edit-certificate-report"),
      export: session.can("export-certificate-report"),
      forms: session.can("view-report-form"),
      mover: certificateReportFlow.moverOf(session),
    },
  };
}
