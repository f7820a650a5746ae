import { type SQL, sql } from "drizzle-orm";
import { contractAssets, contracts } from "#drizzle/tenant/index.ts";
import { countedFor } from "../lists/more-columns.ts";

/**
 * What of its contract's value a line stands for, in minor units, where both are read: the share it names; else, where no line of the
 * contract names one, an equal part.
 */
export function partOfContract(): SQL {
  const [all, shared] = [
    countedFor("contracts.assets:", contracts).sql,
    countedFor("contracts.shared:", contracts).sql,
  ];
  return sql`coalesce(${contractAssets.valueShareMinor},
    iif(coalesce(${shared}, 0) <> 0 or coalesce(${all}, 0) = 0, 0, coalesce(${contracts.valueMinor}, 0) * 1.0 / ${all}))`;
}
