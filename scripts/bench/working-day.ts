import { recount } from "../seed/counters.ts";
import { openDirect } from "../support/direct.ts";
import { main } from "../support/project.ts";
import { fillCalls } from "./working-day/calls.ts";
import { fillContracts } from "./working-day/contracts.ts";
import { fillDues } from "./working-day/dues.ts";
import { addEngineers, addNeighbours } from "./working-day/neighbours.ts";
import { fillPasses } from "./working-day/passes.ts";
import { fillRecalls } from "./working-day/recalls.ts";
import { recountDocuments } from "./working-day/recount.ts";
import { countPlaces, type Shard } from "./working-day/shard.ts";
import { sizesOf } from "./working-day/sizes.ts";
import { fillTransfers } from "./working-day/transfers.ts";

/** Gives the demo's hospital of the databases in STATE a working day and neighbours: `node scripts/bench/working-day.ts 1000000`. */
main(() => fillShard(Number(process.argv[2])));

/** @param calls of all companies of the shard together */
async function fillShard(calls: number): Promise<void> {
  const { neighbours, ...sizes } = sizesOf(calls);
  const shard = openDirect("company_profiles", "slug = 'demo'");
  const { db } = shard;
  try {
    const { id } = (await db
      .prepare("select id from company_profiles where slug = 'demo'")
      .first<{ id: string }>())!;
    const first = { id, nth: 0 };
    await addEngineers(shard, first);
    const companies = [first, ...(await addNeighbours(shard, first, neighbours))];
    const all: Shard = { ...shard, companies, sizes, now: Date.now() };
    await countPlaces(all);
    for (const [name, fill] of Object.entries({
      contracts: fillContracts,
      calls: fillCalls,
      passes: fillPasses,
      transfers: fillTransfers,
      recalls: fillRecalls,
      dues: fillDues,
    })) {
      const started = performance.now();
      await fill(all);
      console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
    for (const company of companies) {
      await recount(db, company.id);
      await recountDocuments(db, company.id);
    }
  } finally {
    shard.close();
  }
}
