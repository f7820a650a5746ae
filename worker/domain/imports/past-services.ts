import { sql } from "drizzle-orm";
import { z } from "zod";
import { dayIn as todayIn } from "#app/shared/company-time.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import {
  day,
  id,
  optionalMoney,
  optionalMultiline,
  optionalWord,
  problems,
  text,
} from "../entity/fields.ts";
import {
  type Current,
  type ImportKind,
  type Judged,
  type Judging,
  oneBy,
  type Values,
} from "./kind.ts";
import { type PastService, pastServiceUndo, writePastServices } from "./past-service-writes.ts";
import { lower } from "./resource-kind.ts";
import { sheetColumns } from "./sheet.ts";

const LONGEST = 5000;
const form = z.strictObject({
  assetId: id("Asset is required"),
  serviceOn: day("Service date"),
  serviceType: optionalWord(["pm", "other"] as const, "Kind"),
  doneBy: text("Done by", 120),
  problemDescription: optionalMultiline(LONGEST, "Problem"),
  actionTaken: optionalMultiline(LONGEST, "Action taken"),
  remark: optionalMultiline(LONGEST, "Remark"),
  serviceCostMinor: optionalMoney("Service cost"),
});

const columns = sheetColumns(serviceReports, form, {
  assetId: {
    example: "AST-00001",
    like: "assetcode code assettag tag equipmentid inventorynumber",
  },
  serviceOn: {
    label: "Service date",
    as: "day",
    example: "2024-03-15",
    like: "date doneon completedon completiondate servicedon",
  },
  serviceType: {
    label: "Kind",
    words: { pm: "PM", other: "Other" },
    example: "PM",
    like: "servicetype type",
  },
  doneBy: {
    example: "Medline Supplies",
    like: "engineer technician servicedby supplier vendor by",
  },
  problemDescription: {
    example: "Yearly service",
    like: "problemdescription title fault complaint",
  },
  actionTaken: { like: "action work workdone actiondone solution" },
  serviceCostMinor: { example: "1250.00", like: "cost amount price charges" },
  remark: { like: "remarks notes note comments" },
});

const named = (on: unknown, problem: unknown) => `${on}|${lower(problem)}`;
const compared = ["serviceType", "doneBy", "actionTaken", "serviceCostMinor"] as const;

function judge({ session, facts, refs }: Judging, fields: Values): Judged {
  const asset = refs.assetId;
  if (asset?.lifecycle === "disposed") return { errors: { assetId: ["This asset is disposed"] } };
  const { values, errors } = problems(form, fields);
  if (errors) return { errors };
  const service: PastService = { ...values, serviceType: values.serviceType ?? "other" };
  if (service.serviceOn > todayIn(session.company.timeZone))
    return { errors: { serviceOn: ["Service date cannot be in the future"] } };
  const [rows] = facts as [Current[]];
  const key = `${service.assetId}|${named(service.serviceOn, service.problemDescription)}`;
  const current = oneBy(
    rows,
    (row) => `${row.assetId}|${named(row.serviceOn, row.problemDescription)}`,
    key,
  );
  if (!current) return { values: service, changes: [], current: null };
  const now: Values = { ...service, serviceCostMinor: service.serviceCostMinor ?? 0 };
  const isSame = compared.every((name) => (current[name] ?? null) === (now[name] ?? null));
  return isSame
    ? { values: service, changes: [], current, before: {} }
    : {
        errors: {
          serviceOn: ["There is a report of this day that says otherwise. Change it there."],
        },
      };
}

/** What was done on devices before they were looked after here: service reports of the past, by device, day and problem. */
export const pastServiceKind: ImportKind = {
  name: "past-services",
  label: "Past services",
  thing: "past service",
  things: "past services",
  path: "/all-assets",
  permissions: { create: "edit-asset", edit: "edit-asset" },
  columns,
  notes: "remark",
  keyFields: ["assetId", "serviceOn"],
  titleFields: ["problemDescription"],
  key: (cell) =>
    sql`case when coalesce(${cell("assetId")}, '') <> '' and coalesce(${cell("serviceOn")}, '') <> ''
      then lower(concat_ws('|', ${cell("assetId")}, ${cell("serviceOn")}, coalesce(${cell("problemDescription")}, ''))) end`,
  reads: (db, words) => [
    db.rows<Current>(sql`select "r"."id" as "id", "r"."version" as "version", "r"."asset_id" as "assetId", "r"."service_on" as "serviceOn",
        "r"."service_type" as "serviceType", "r"."done_by" as "doneBy", "r"."problem_description" as "problemDescription",
        "r"."action_taken" as "actionTaken", "r"."service_cost_minor" as "serviceCostMinor"
      from (${words("assetId", "problemDescription")}) as "w"
      cross join ${assets} as "a" on "a"."company_id" = ${db.companyId} and "a"."asset_code" = "w"."word" and "a"."deleted_at" is null
      cross join ${serviceReports} as "r" on "r"."company_id" = ${db.companyId} and "r"."asset_id" = "a"."id"
        and lower("r"."problem_description") is lower("w"."word1") and "r"."cancelled_at" is null`),
  ],
  judge,
  write: (db, _session, rows) => writePastServices(db, rows),
  undo: pastServiceUndo,
};
