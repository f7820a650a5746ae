import { type SQL, sql } from "drizzle-orm";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { deviceJson, telling } from "./telling.ts";

/** A flag as JSON that SQL makes. */
const truth = (flag: SQL) => sql`json(case when ${flag} then 'true' else 'false' end)`;

/** Tells that a service call was opened, once its row is written. @param origin of the company's host */
export const tellOpened = (db: CompanyDb, origin: string, id: string, at: number): Statement =>
  telling(
    db,
    "service_call.opened",
    sql`(select json_object('id', "call"."id", 'number', "call"."number", 'priority', "call"."priority",
        'equipment_down', ${truth(sql`"call"."equipment_down"`)}, 'asset', ${deviceJson(db, sql`"call"."asset_id"`)},
        'url', ${`${origin}/asset-breakdown/${id}`})
      from "breakdowns" as "call" where "call"."company_id" = ${db.companyId} and "call"."id" = ${id})`,
    at,
  );

/** Tells that a service report was saved, once its row is written. @param isNew rather than changed */
export const tellSaved = (
  db: CompanyDb,
  origin: string,
  id: string,
  isNew: boolean,
  at: number,
): Statement =>
  telling(
    db,
    "service_report.saved",
    sql`(select json_object('id', "report"."id", 'number', "report"."service_ticket", 'is_new', ${truth(sql`${isNew ? 1 : 0}`)},
        'service_type', "report"."service_type", 'service_on', "report"."service_on", 'asset', ${deviceJson(db, sql`"report"."asset_id"`)},
        'url', ${`${origin}/asset/service-report/print/${id}`})
      from "service_reports" as "report" where "report"."company_id" = ${db.companyId} and "report"."id" = ${id})`,
    at,
  );

/** Tells that a certificate was issued, once its row is written. */
export const tellIssued = (db: CompanyDb, origin: string, id: string, at: number): Statement =>
  telling(
    db,
    "certificate.issued",
    sql`(select json_object('id', "issued"."id", 'number', "issued"."certificate_no", 'revision_no', "issued"."revision_no",
        'issued_on', "issued"."issued_on", 'machine_id', "issued"."machine_id", 'url', ${`${origin}/certificate-report/${id}`})
      from "certificate_reports" as "issued" where "issued"."company_id" = ${db.companyId} and "issued"."id" = ${id})`,
    at,
  );
