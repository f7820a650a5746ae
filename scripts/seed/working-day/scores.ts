import { putForward } from "#worker/domain/replacement/board.ts";
import { proposalFlow } from "#worker/domain/replacement/flow.ts";
import { scoreDevices, scoreModels } from "#worker/jobs/scores.ts";
import { DAY, type Day } from "./day.ts";

const LEADING =
  "select asset_id as id from replacement_scores where company_id = ? order by rank, id limit 4";

const notes = [
  "The maker has ended its support, and its parts are hard to get.",
  "Past its life, and it fails ever more often.",
  "A newer unit stands beside it since spring.",
  "Old, yet still in daily use on the ward.",
];

/** Devices long past their lives: those that fail most. Written past the app. */
const WORN = 9;
const AGED = `update assets set purchase_on = date('now', '-11 years'), put_to_use_on = date('now', '-11 years', '+20 days'), end_of_support_on = date('now', '-8 months')
  where company_id = ?1 and id in (select asset_id from breakdowns where company_id = ?1 and equipment_down = 1
    and asset_id in (select id from assets where company_id = ?1 and deleted_at is null and lifecycle = 'in_service')
    group by asset_id order by count(*) filter (where reported_at > ?2) desc, asset_id limit ?3)`;

/** The demo's hospitals replace what is old and fails; service costs little beside the prices of its devices. */
const WEIGHTS = { age: 40, cost: 10, failures: 30, support: 10, criticality: 10 };
const WEIGHING = `insert into company_settings (company_id, id, created_at, updated_at, version, value_json)
  values (?1, 'replacement_weights', ?2, ?2, 1, ?3)`;

/** Counts scores as each night does, and puts some of the highest forward to be condemned. One is looked at, one is kept. */
export async function scoreAndPropose(day: Day, shard: string): Promise<void> {
  const { db, companyId: owner, now, engineers, desk } = day;
  await db.prepare(WEIGHING).bind(owner, now, JSON.stringify(WEIGHTS)).run();
  const worn = Math.min(WORN, Math.ceil(day.devices.length / 30));
  await db
    .prepare(AGED)
    .bind(owner, now - 365 * DAY, worn)
    .run();
  const part = { env: day.ward.env, db, owner, at: now, shard, job: "scores", from: "" };
  for (let from: string | null = ""; from !== null; ) from = await scoreDevices({ ...part, from });
  await scoreModels(part);
  const { results } = await db.prepare(LEADING).bind(owner).all<{ id: string }>();
  const proposals: string[] = [];
  for (const [at, { id }] of results.entries()) {
    const { data } = await putForward(engineers[at % engineers.length]!, {
      ...{ assetId: id, condemnReason: "obsolete", note: notes[at]! },
    });
    proposals.push(data.id);
  }
  const [seen, , , kept] = proposals;
  if (seen) await proposalFlow.move(desk, seen, "review", { reason: "Two quotes are asked for" });
  if (kept) await proposalFlow.move(desk, kept, "decline", { reason: "Kept for another year" });
}
