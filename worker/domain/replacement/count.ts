import { and, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { costOfYears, costRatio } from "#app/shared/asset-metrics.ts";
import { addDays } from "#app/shared/company-time.ts";
import { replacementScore, type ScoreWeights } from "#app/shared/replacement.ts";
import { idFrom } from "#drizzle/columns.ts";
import type { CostYears } from "#drizzle/tenant/assets.ts";
import {
  assetDetails,
  assets,
  breakdowns,
  categories,
  contractAssets,
  contracts,
  replacementScores,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { ofService } from "../comparisons/care.ts";
import { partOfContract } from "../contracts/part-of.ts";

/** Devices that are counted at once. */
const AT_ONCE = 200;
const YEAR_DAYS = 365;
/** Service cost is of this year and the two before. */
const COST_YEARS = 2;

/** A call of a failure: equipment down, neither a duplicate nor cancelled, and not for want of a fault. */
export const isFailureSql: SQL = sql`${breakdowns.equipmentDown} = 1 and ${breakdowns.status} not in ('cancelled', 'closed_duplicate')
  and coalesce(${breakdowns.causeCode}, '') not in ('no_problem_found', 'user_error')`;

type Facts = {
  id: string;
  since: string | null;
  price: number | null;
  criticality: string;
  costYears: CostYears;
  supportEndsOn: string | null;
  lifeMonths: number | null;
  failures: number;
  failuresBefore: number;
  covers: number | null;
};

const failuresIn = (db: CompanyDb, from: string, to: string) => {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const these = sql`${breakdowns.assetId} = ${assets.id} and ${breakdowns.id} >= ${idFrom(begin)}
    and ${breakdowns.reportedAt} >= ${begin} and ${breakdowns.reportedAt} < ${end} and ${isFailureSql}`;
  return sql<number>`(select count(*) from ${breakdowns} where ${db.ofOwner(breakdowns, these)})`;
};

/** What a device's shares of service contracts in force come to in a year, in minor units. */
const coversOf = (db: CompanyDb, today: string) =>
  sql<
    number | null
  >`(select sum(${partOfContract()} * 365.0 / max(1, julianday(${contracts.endOn}) - julianday(${contracts.startOn}) + 1))
    from ${contractAssets} join ${contracts} on ${pointsTo(contractAssets.contractId, contracts)}
    where ${db.ofOwner(
      contractAssets,
      and(
        sql`${contractAssets.assetId} = ${assets.id} and ${contractAssets.toOn} is null and ${contracts.terminatedOn} is null
        and ${contracts.startOn} <= ${today} and ${contracts.endOn} >= ${today}`,
        inArray(contracts.kind, ofService as never[]),
      ),
    )})`;

/** What the scores of some devices are made of, in the order of their ids, as a statement of a read. */
function factsAfter(db: CompanyDb, today: string, after: string) {
  const yearAgo = addDays(today, -YEAR_DAYS);
  return db.rows<Omit<Facts, "costYears"> & { costYears: string }>(sql`select ${assets.id} as "id",
      coalesce(${assets.putToUseOn}, ${assets.purchaseOn}) as "since", ${assets.purchaseCostMinor} as "price",
      ${assets.criticality} as "criticality", ${assets.costYears} as "costYears", ${assets.endOfSupportOn} as "supportEndsOn",
      coalesce(${assetDetails.expectedLifeYears} * 12, ${assetDetails.usefulLifeMonths}, ${categories.defaultLifeMonths}) as "lifeMonths",
      ${failuresIn(db, yearAgo, addDays(today, 1))} as "failures",
      ${failuresIn(db, addDays(yearAgo, -YEAR_DAYS), yearAgo)} as "failuresBefore",
      ${coversOf(db, today)} as "covers"
    from ${assets}
    left join ${assetDetails} on ${assetDetails.companyId} = ${assets.companyId} and ${assetDetails.id} = ${assets.id}
    left join ${categories} on ${pointsTo(assets.categoryId, categories)}
    where ${db.ofOwner(
      assets,
      and(
        sql`${assets.id} > ${after}`,
        isNull(assets.deletedAt),
        sql`${assets.lifecycle} in ('received', 'in_service', 'standby')`,
      ),
    )} order by ${assets.id} limit ${sql.raw(String(AT_ONCE))}`);
}

/** The cost of a year in 1/100 of a percent of the price: what reports cost in this year and the two before, and the contracts in force. */
export function yearlyRatioBp(
  { price, since, costYears, covers }: Pick<Facts, "price" | "since" | "costYears" | "covers">,
  today: string,
): number | null {
  if (!price) return null;
  const first = `${Number(today.slice(0, 4)) - COST_YEARS}-01-01`;
  const spent = costOfYears(costYears, { from: first, to: today }, today);
  // A device of few days is looked at as of a year.
  const least = addDays(today, -YEAR_DAYS);
  const begin = since && since > first ? (since < least ? since : least) : first;
  const ofReports = costRatio(
    spent.labourMinor + spent.partsMinor,
    price,
    { from: begin, to: today },
    today,
  );
  return Math.round(100 * ((ofReports ?? 0) + (100 * (covers ?? 0)) / price));
}

/**
 * Counts the scores of the next devices. Counting again gives the same.
 * @param after the last device that was counted; empty at the beginning
 * @returns the last one of these; null when all are counted
 */
export async function countScores(
  db: CompanyDb,
  { today, weights }: { today: string; weights: ScoreWeights },
  after: string,
): Promise<string | null> {
  const [devices] = await db.read(factsAfter(db, today, after));
  const rows = devices.map(({ id, costYears, ...device }) => {
    const costRatioBp = yearlyRatioBp({ ...device, costYears: JSON.parse(costYears) }, today);
    const { score, ...found } = replacementScore({ ...device, costRatioBp }, weights, today);
    return {
      ...{ id, assetId: id, score, rank: 100 - score, ...found, costRatioBp },
      ...{ priceMinor: device.price, countedOn: today },
    };
  });
  const isLast = devices.length < AT_ONCE;
  const writes = [
    ...(rows.length
      ? [
          db.removing(
            replacementScores,
            inArray(replacementScores.assetId, among(rows.map(({ assetId }) => assetId))),
          ),
          db.insertingAll(replacementScores, rows),
        ]
      : []),
    // Devices that are in use no longer were not counted.
    ...(isLast ? [db.removing(replacementScores, lt(replacementScores.countedOn, today))] : []),
  ];
  if (writes.length) await db.read(...(writes as [(typeof writes)[0], ...typeof writes]));
  return isLast ? null : devices.at(-1)!.id;
}
