import { remind } from "../domain/billing/reminding.ts";
import { callOff, expire, takeOver } from "../domain/billing/turning.ts";
import { openControl } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const turns = { takeOver, expire, callOff, remind };
type Turn = keyof typeof turns;
const inOrder = Object.keys(turns) as Turn[];

/** What the calendar does to subscriptions and orders, one after the other: a part goes on with "turn:key". */
export async function turnSubscriptions({ env, at, from }: Part): Promise<string | null> {
  const [turn = "takeOver", after = ""] = (from ? from.split(":") : []) as [Turn?, string?];
  const next = await turns[turn](openControl(env), at, after, env);
  if (next !== null) return `${turn}:${next}`;
  const following = inOrder[inOrder.indexOf(turn) + 1];
  return following ? `${following}:` : null;
}
