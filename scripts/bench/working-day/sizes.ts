import type { Sizes } from "./shard.ts";

/** A hospital of 15,000 devices after ten years, and as many like it in its shard. */
export const DEVICES = 15_000;
const COMPANIES = 5;

/** What a shard of so many service calls holds, for each of its companies. @param calls of all together; a million is that hospital */
export function sizesOf(calls: number): Sizes & { neighbours: number } {
  const each = calls / COMPANIES;
  const share = (ofMillion: number) => Math.max(10, Math.round((ofMillion * calls) / 1_000_000));
  return {
    neighbours: COMPANIES - 1,
    calls: each,
    openCalls: 1_500,
    passes: share(40_000),
    outPasses: 120,
    transfers: share(20_000),
    contracts: share(2_000),
    ofLargest: 5_000,
    recalls: share(300),
    dueYears: calls < 1_000_000 ? 1 : 10,
  };
}
