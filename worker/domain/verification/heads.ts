import { companyProfiles } from "#drizzle/tenant/index.ts";
import type { Visit } from "../../env.ts";
import { type KeptHead, ledgerHeadsOf } from "../activity/kept-heads.ts";
import { publicDoor } from "../labels/public-device.ts";

/** What anybody is told of a laboratory's ledger: its head of each day of a month, as it was kept on that day. */
export type LedgerHeads = { company: string; month: string; current: string; heads: KeptHead[] };

/** @param typed a month such as 2026-11; the current one of UTC where it is none, or still to come */
export async function ledgerHeads(visit: Visit, typed: string | null): Promise<LedgerHeads> {
  const db = publicDoor(visit);
  const current = new Date().toISOString().slice(0, 7);
  const isMonth = typed !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) && typed <= current;
  const month = isMonth ? typed : current;
  const [[[company]], heads] = await Promise.all([
    db.read(
      db
        .select({ name: companyProfiles.name })
        .from(companyProfiles)
        .where(db.ofOwner(companyProfiles))
        .limit(1),
    ),
    ledgerHeadsOf(visit.env.MEDIA, db.companyId, month),
  ]);
  return { ...{ company: company?.name ?? "", month, current }, heads: heads.toReversed() };
}
