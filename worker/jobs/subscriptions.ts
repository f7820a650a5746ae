import { AT_ONCE, callOff, expire, takeOver } from "../domain/billing/turning.ts";
import { openControl } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/** What the calendar does to subscriptions and orders. Goes on while there is as much as a part does at once. */
export async function turnSubscriptions({ env, at }: Part): Promise<string | null> {
  const db = openControl(env);
  const done = [await takeOver(db, at), await expire(db, at), await callOff(db, at)];
  return done.some((n) => n === AT_ONCE) ? "" : null;
}
