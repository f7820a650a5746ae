import { goOnWithExports, sweepExports } from "../domain/company-export/go-on.ts";
import { openCompany, openControl } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/** Goes on with what companies have asked to be put together of their data. */
export async function makeExports({ env, at }: Part): Promise<string | null> {
  const open = (binding: string, companyId: string) => openCompany(env, binding, companyId);
  return (await goOnWithExports({ env, at, open, db: openControl(env) })) ? "" : null;
}

/** Takes away what companies can no longer take. */
export const dropExports = async ({ env, at }: Part): Promise<string | null> =>
  (await sweepExports(env, openControl(env), at)) ? "" : null;
