import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assets, replacementScores as table } from "#drizzle/tenant/index.ts";
import type { replacementGrades } from "#drizzle/tenant/replacement.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { listDocuments } from "../lists/documents.ts";
import { onDays } from "../reports/declaration.ts";
import { amountOf, type Budget, budgetIn } from "./budget-years.ts";

const ofAsset = (column: string) =>
  sql.raw(
    `(select ${column} from "assets" where "assets"."company_id" = "replacement_scores"."company_id" and "assets"."id" = "replacement_scores"."asset_id")`,
  );
/** What a device must meet, asked of each score that is looked at. */
const ofDevice = (which: SQL) =>
  sql`exists (select 1 from ${assets} where ${and(pointsTo(table.assetId, assets), which)})`;
const isGrade = (grade: (typeof replacementGrades)[number]) => [eq(table.grade, grade)];

/** What narrows scores by the day of replacement, both days included, and to devices without a price. */
export const toReplace = {
  ...onDays(table.replaceOn),
  unpriced: (value: string) => (value === "yes" ? isNull(table.priceMinor) : undefined),
};

const columns = {
  assetId: table.assetId,
  score: table.score,
  grade: table.grade,
  parts: table.parts,
  costRatioBp: table.costRatioBp,
  endsOn: table.endsOn,
  endsBy: table.endsBy,
  priceMinor: table.priceMinor,
  replaceOn: table.replaceOn,
  countedOn: table.countedOn,
  device: sql<string>`${ofAsset(
    `json_array("asset_code", "name", "make", "model", (select "name" from "departments" where "departments"."company_id" = "assets"."company_id" and "departments"."id" = "assets"."department_id"))`,
  )}`.as("device"),
};

/** Devices in use by how much speaks for replacing them, the highest score first, with what each takes of the budget. */
const scoreList = (budget: Budget) => ({
  table,
  permission: "view-asset" as const,
  title: table.assetId,
  columns: { ...columns, budgetMinor: sql<number | null>`${amountOf(budget)}`.as("budget_minor") },
  tabs: {
    strong: { label: "Strong", each: () => isGrade("strong"), sort: "rank" },
    flagged: { label: "Flagged", each: () => isGrade("flagged"), sort: "rank" },
    all: { label: "All", sort: "rank" },
  },
  sorts: {
    rank: {
      column: table.rank,
      each: { strong: () => isGrade("strong"), flagged: () => isGrade("flagged"), all: [sql`1`] },
    },
  },
  filters: {
    department: (id: string) => ofDevice(eq(assets.departmentId, id)),
    category: (id: string) => ofDevice(eq(assets.categoryId, id)),
    ...toReplace,
  },
  records: { department: assets.departmentId, category: assets.categoryId },
});

/** A page of the devices by their scores. One round trip. @throws Response 403 */
export async function replacementPage(session: Session, params: URLSearchParams) {
  const budget = budgetIn(session, dayIn(session.company.timeZone));
  const { rows, ...list } = await listDocuments(session, scoreList(budget), params);
  return {
    ...list,
    rows: rows.map(({ device, ...row }) => {
      const [code = "", name = "", make = null, model = null, location = null] = JSON.parse(
        device ?? "[]",
      ) as (string | null)[];
      return { ...row, code: code ?? "", name: name ?? "", make, model, location };
    }),
    may: {
      put: session.can("edit-asset"),
      export: session.can("export-asset"),
    },
  };
}
