import { counts } from "../seed/counters.ts";
import { ledgerOf, logOf } from "./chains.ts";
import type { Ask } from "./companies.ts";
import type { Local } from "./local.ts";

const ADDS = "('opening', 'receipt', 'return_service', 'adjust_plus', 'transfer_in')";
type Told = { id: string; says: string };
/** What must never be, as statements that find it in a company. */
const never: Record<string, string> = {
  "stock that is not its ledger": `select item.id, quantity as says from stock_items as item where company_id = ?1
    and quantity <> (select coalesce(sum(case when kind in ${ADDS} then qty else -qty end), 0) from stock_movements as moved
      where moved.company_id = item.company_id and moved.stock_item_id = item.id) limit 3`,
  "a report that the log does not know": `select id, service_ticket as says from service_reports as report where company_id = ?1
    and not exists (select 1 from activity_log as log where log.company_id = report.company_id and log.entity_id = report.id
      and log.action = 'create.service_report') limit 3`,
  "a report with two current files": `select service_report_id as id, count(*) as says from media where company_id = ?1
    and owner_kind = 'service_report' and is_current = 1 and deleted_at is null group by 1 having count(*) > 1 limit 3`,
  "an issued certificate without number or entry": `select id, certificate_no as says from certificate_reports as report where company_id = ?1
    and status = 'issued' and (certificate_no is null or not exists (select 1 from ledger_events as entry
      where entry.company_id = report.company_id and entry.entity_id = report.id)) limit 3`,
  "two certificates of one number": `select min(id) as id, certificate_no as says from certificate_reports where company_id = ?1
    and certificate_no is not null group by certificate_no having count(*) > 1 limit 3`,
};

/** Counters of a company that differ from what they count. */
async function miscounted(ask: Ask, owner: string): Promise<string[]> {
  const kept = await ask<{ id: string; value: number }>(
    `select id, value from counters where company_id = ?1
      and (id like 'assets.%' or id like 'sub_categories.%' or id like 'stock.%')`,
    owner,
  );
  const found = await Promise.all(counts.map((sql) => ask<Record<string, unknown>>(sql, owner)));
  const says = new Map(
    found.flat().map((row) => Object.values(row) as [id: string, value: number | null]),
  );
  const is = new Map(kept.map(({ id, value }) => [id, value]));
  return [...new Set([...says.keys(), ...is.keys()])]
    .filter((id) => (is.get(id) ?? 0) !== (says.get(id) ?? 0))
    .map((id) => `counter ${id}: kept ${is.get(id) ?? 0}, the rows say ${says.get(id) ?? 0}`);
}

type File = { id: string; object_key: string; bytes: number };
/** Files of reports whose object is not in the store, or is another one. */
async function lostFiles(ask: Ask, bucket: R2Bucket, owner: string): Promise<string[]> {
  const files = await ask<File>(
    `select id, object_key, bytes from media where company_id = ?1 and owner_kind = 'service_report' and deleted_at is null`,
    owner,
  );
  const lost: string[] = [];
  for (const { id, object_key: key, bytes } of files) {
    const object = await bucket.head(key);
    if (object?.size !== bytes) lost.push(`file ${id}: ${object ? "another size" : "missing"}`);
  }
  return lost;
}

export type Recount = (db: D1Database, owner: string, zone: string) => Promise<string | null>;

/**
 * What is unsound in a company: its chains, stock, counters, figures, files and half records.
 * @param recount compares what is counted in advance with its records
 * @returns a sentence for each; none where all is sound
 */
export async function unsound(
  { ask, db, owner }: { ask: Ask; db: D1Database; owner: string },
  store: Pick<Local, "bucket">,
  recount: Recount,
): Promise<string[]> {
  const [profile] = await ask<{ zone: string }>(
    "select time_zone as zone from company_profiles where company_id = ?1",
    owner,
  );
  const log = await logOf(ask, store, owner);
  const ledger = await ledgerOf(ask, store, owner);
  const figures = await recount(db, owner, profile?.zone ?? "UTC");
  const rows = await Promise.all(
    Object.entries(never).map(async ([what, sql]) =>
      (await ask<Told>(sql, owner)).map(({ id, says }) => `${what}: ${id} (${says})`),
    ),
  );
  return [
    ...(log.broken ? [`the log is broken at no. ${log.broken.seq}: ${log.broken.why}`] : []),
    ...(ledger.broken
      ? [`the ledger is broken at no. ${ledger.broken.seq}: ${ledger.broken.why}`]
      : []),
    ...(figures ? [`figures differ: ${figures}`] : []),
    ...rows.flat(),
    ...(await miscounted(ask, owner)),
    ...(await lostFiles(ask, await store.bucket(), owner)),
  ];
}
