import { expect } from "vitest";
import { signedIn, superAdmin } from "./client.ts";
import { dump, type Twin, twins } from "./twins.ts";
import { world } from "./world.ts";

/** What most laws stand on: the twins `t`, an Admin of the first of them, and the platform's staff. */
export async function lawWorld() {
  const w = await world();
  const t = await twins(w);
  return { w, t, admin: await signedIn(w, t.own.company, "admin"), staff: await superAdmin(w) };
}

type Looked = { changes: unknown; rows: Awaited<ReturnType<typeof dump>> };
const looked = new WeakMap<Twin, Looked>();

/** All rows of a company; those seen last where the shard's one connection has written none since. */
async function look(twin: Twin): Promise<Looked> {
  const changes = await twin.db.prepare("select total_changes() as n").first("n");
  const last = looked.get(twin);
  if (last && last.changes === changes) return last;
  const now = { changes, rows: await dump(twin) };
  looked.set(twin, now);
  return now;
}

/** Expects that no row of the company changes while `work` runs. @param except tables that may change */
export async function writesNothing(
  twin: Twin,
  work: () => Promise<unknown>,
  except: readonly string[] = [],
) {
  const before = await look(twin);
  await work();
  const after = await look(twin);
  if (after === before) return;
  const compared = ({ rows }: Looked) =>
    Object.fromEntries(Object.entries(rows).filter(([table]) => !except.includes(table)));
  expect(compared(after)).toEqual(compared(before));
}
