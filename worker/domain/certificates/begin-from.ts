/** What a certificate that is begun from an earlier one of its machine takes over. */
import { sql } from "drizzle-orm";
import { begunFrom } from "#app/shared/flows/certificate-reports.ts";
import { pick } from "#app/shared/pick.ts";
import {
  consumerSites,
  decisionRules,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import { formerStandards } from "../measurement/proposed.ts";

type Column = "machine_id" | "measurement_set_id" | "consumer_site_id" | "decision_rule_id";
/** A column of the certificate that another one is begun from. */
export const ofFormer = (db: ReadingDb, id: string | null, column: Column) =>
  sql`(select ${sql.raw(`"former"."${column}"`)} from ${table} as "former" where "former"."company_id" = ${db.companyId} and "former"."id" = ${id})`;

/** The procedure that it was measured by. */
export const procedureOfFormer = (db: ReadingDb, id: string | null) =>
  sql`(select "v"."procedure_id" from "measurement_sets" as "s" cross join "procedure_versions" as "v" where "s"."company_id" = ${db.companyId} and "s"."id" = ${ofFormer(db, id, "measurement_set_id")}
    and "v"."company_id" = "s"."company_id" and "v"."id" = "s"."procedure_version_id")`;

/** The earlier certificate with what it points to, and those of its standards that may be used on a day, as statements of a read. */
export const formerReads = (db: ReadingDb, id: string | null, on: string) =>
  [
    db.byId(table, id ?? ""),
    db.byId(consumerSites, ofFormer(db, id, "consumer_site_id")),
    db.byId(decisionRules, ofFormer(db, id, "decision_rule_id")),
    formerStandards(db, ofFormer(db, id, "measurement_set_id"), on),
  ] as const;
type Read = Results<ReturnType<typeof formerReads>>;

/** The certificate that another one is begun from; null where it is begun from none. @throws Response 404; 409 for one that was never issued; 422 for one of another machine */
export function formerOf(
  asked: { fromId: string | null; machineId: string | null },
  [former]: Read[0],
): Row<typeof table> | null {
  if (!asked.fromId) return null;
  if (!former) return notFound("certificate");
  if (asked.machineId && asked.machineId !== former.machineId)
    invalid({ machineId: ["The certificate is of another machine"] });
  if (!begunFrom.includes(former.status))
    conflict("A certificate is begun from one that was issued");
  return former;
}

/** What its head takes over: no date, no number, and nothing that was found of the device. */
export const headOfFormer = (
  former: Row<typeof table>,
  [site]: Read[1],
  [rule]: Read[2],
  consumerId: string | null,
) => {
  const isSame = former.consumerId === consumerId;
  return {
    ...pick(former, [
      ...(["title", "kind", "performedAt", "performedAddress"] as const),
      ...(["externalProviders", "showDue", "publicLevel", "form"] as const),
    ]),
    ...(isSame && site && !site.archivedAt ? { consumerSiteId: site.id } : {}),
    ...(isSame && rule && !rule.archivedAt ? { decisionRuleId: rule.id } : {}),
  };
};
