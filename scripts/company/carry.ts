import { copyPass, settle } from "./copy.ts";
import type { Pair } from "./differences.ts";
import { type Dump, differing, dumpOf, sumOf, told } from "./dump.ts";
import { hold } from "./hold.ts";

/** Rows that may still differ when the company stops writing. */
const FEW = 200;
const MOST_PASSES = 5;
const MOST_LOOKS = 6;
/** Takes lines that say how far the work is; the work waits for it. */
export type Tell = (line: string) => unknown;

/** Copies a company while it works, for as long as each pass leaves clearly less to the next. */
async function copy(pair: Pair, tell: Tell): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    const found = await copyPass(pair);
    await tell(`Pass ${pass}: ${found} rows differed`);
    if (found <= FEW || found > before / 2) return;
    before = found;
  }
}

/** Settles what differs of two databases that nobody writes to. @returns the dump of both, which is one @throws Error where they stay different */
async function settled(pair: Pair): Promise<Dump> {
  const { source, target, companyId } = pair;
  const [right, first] = await Promise.all([dumpOf(source, companyId), dumpOf(target, companyId)]);
  for (let look = 0, there = first; look < MOST_LOOKS; look++) {
    const tables = differing(right, there);
    if (!tables.length) {
      if (sumOf(right).sha256 !== sumOf(there).sha256) break;
      return right;
    }
    await settle(pair, tables);
    there = await dumpOf(target, companyId);
  }
  throw new Error("The dump of the copy is another one than that of the original");
}

/**
 * Makes a database have what another one has of a company. It works on while its rows are copied; then they are held for as long as the
 * last differences and the comparison of both dumps take, and stay held.
 */
export async function carry(pair: Pair, held: D1Database, tell: Tell): Promise<Dump> {
  await copy(pair, tell);
  const since = performance.now();
  await hold(held, pair.companyId);
  await tell("The company reads only");
  const dump = await settled(pair);
  await tell(told(dump));
  await tell(
    `Dump equals dump, after ${((performance.now() - since) / 1000).toFixed(1)} s of reading only`,
  );
  return dump;
}
