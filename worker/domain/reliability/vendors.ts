import { and, isNull, sql } from "drizzle-orm";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  assetDowntimes,
  breakdowns,
  contractAssets,
  contracts,
  gatePasses,
  vendorScores,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";

type Counted = { id: string; name: string } & Record<
  "jobs" | "slaCounted" | "slaMet" | "repeats" | "passes" | "daysOut",
  number
> &
  Record<"uptimeBp" | "promisedBp", number | null>;

const YEAR_DAYS = 365;
const MOST = 2_000;

/** Counts how vendors did in the last twelve months, anew. Counting again gives the same. */
export async function countVendors(
  db: CompanyDb,
  { today, timeZone, at }: { today: string; timeZone: string; at: number },
): Promise<void> {
  const from = startOfDay(addDays(today, -YEAR_DAYS), timeZone);
  const calls = db.ofOwner(
    breakdowns,
    sql`${breakdowns.id} >= ${idFrom(from)} and ${breakdowns.reportedAt} >= ${from} and ${breakdowns.vendorId} is not null
      and ${breakdowns.status} not in ('cancelled', 'closed_duplicate')`,
  );
  const promise = sql`coalesce(${breakdowns.slaResolveBy}, ${breakdowns.slaRespondBy})`;
  const kept = sql`case when ${breakdowns.slaResolveBy} is not null then coalesce(${breakdowns.resolvedAt}, ${at}) <= ${breakdowns.slaResolveBy}
    else coalesce(${breakdowns.firstResponseAt}, ${at}) <= ${breakdowns.slaRespondBy} end`;
  const passes = db.ofOwner(
    gatePasses,
    sql`${gatePasses.vendorId} is not null and ${gatePasses.kind} = 'returnable' and ${gatePasses.outAt} >= ${from}
      and ${gatePasses.status} in ('returned', 'closed') and ${gatePasses.closedAt} is not null`,
  );
  const promised = db.ofOwner(
    contracts,
    sql`${contracts.uptimeBp} is not null and ${contracts.terminatedOn} is null and ${contracts.startOn} <= ${today} and ${contracts.endOn} >= ${today}`,
  );
  const down = sql`(select coalesce(sum(min(coalesce(${assetDowntimes.endedAt}, ${at}), ${at}) - max(${assetDowntimes.startedAt}, ${from})), 0)
    from ${assetDowntimes} where ${db.ofOwner(
      assetDowntimes,
      and(
        sql`${assetDowntimes.assetId} = ${contractAssets.assetId} and ${assetDowntimes.kind} = 'unplanned'
          and coalesce(${assetDowntimes.endedAt}, ${at}) > ${from}`,
        isNull(assetDowntimes.cancelledAt),
      ),
    )})`;
  const [rows] = await db.read(
    db.rows<Counted>(sql`select ${vendors.id} as "id", ${vendors.name} as "name",
        coalesce("call"."jobs", 0) as "jobs", coalesce("call"."counted", 0) as "slaCounted", coalesce("call"."met", 0) as "slaMet",
        coalesce("call"."repeats", 0) as "repeats", coalesce("pass"."passes", 0) as "passes", coalesce("pass"."days", 0) as "daysOut",
        "cover"."uptime" as "uptimeBp", "cover"."promised" as "promisedBp"
      from ${vendors}
      left join (select ${breakdowns.vendorId} as "vendor", count(*) as "jobs", sum(${promise} is not null) as "counted",
          sum(iif(${promise} is null, 0, ${kept})) as "met", sum(${breakdowns.isRepeat}) as "repeats"
        from ${breakdowns} where ${calls} group by 1) as "call" on "call"."vendor" = ${vendors.id}
      left join (select ${gatePasses.vendorId} as "vendor", count(*) as "passes",
          sum((${gatePasses.closedAt} - ${gatePasses.outAt}) / 86400000) as "days"
        from ${gatePasses} where ${passes} group by 1) as "pass" on "pass"."vendor" = ${vendors.id}
      left join (select ${contracts.vendorId} as "vendor", cast(avg(${contracts.uptimeBp}) as integer) as "promised",
          cast(10000 - 10000.0 * sum(${down}) / (count(*) * max(1, ${at} - ${from})) as integer) as "uptime"
        from ${contracts} join ${contractAssets} on ${and(
          sql`${contractAssets.companyId} = ${contracts.companyId}`,
          sql`${contractAssets.contractId} = ${contracts.id}`,
        )} where ${promised} group by 1) as "cover" on "cover"."vendor" = ${vendors.id}
      where ${db.ofOwner(vendors, isNull(vendors.deletedAt))} and ("call"."jobs" > 0 or "pass"."passes" > 0 or "cover"."promised" is not null)
      limit ${sql.raw(String(MOST))}`),
  );
  await db.read(
    db.removing(vendorScores, sql`${vendorScores.id} <> ''`),
    ...(rows.length
      ? [
          db.insertingAll(
            vendorScores,
            rows.map(({ name, ...row }) => ({ ...row, vendorName: name, countedOn: today })),
          ),
        ]
      : []),
  );
}
