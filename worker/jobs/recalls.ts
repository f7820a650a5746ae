import { lookAtChanged, lookThrough } from "../domain/recalls/look.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const PARTS = 5;

/** Compares new recalls with all devices, and devices that are new or have changed with all recalls. */
export async function matchRecalls({ db, owner, at }: Part): Promise<string | null> {
  const company = openForJob(db, owner);
  for (let part = 0; part < PARTS; part++) {
    const [changed, through] = [await lookAtChanged(company, at), await lookThrough(company, at)];
    if (!changed && !through) return null;
  }
  return "";
}
