import { expect } from "vitest";
import { signedIn, superAdmin } from "./client.ts";
import { countingWrites, dump, type Twin, twins } from "./twins.ts";
import { world } from "./world.ts";

/** What most laws stand on: the twins `t`, an Admin of the first of them, and the platform's staff. */
export async function lawWorld() {
  const w = await world();
  const t = await twins(w);
  return { w, t, admin: await signedIn(w, t.own.company, "admin"), staff: await superAdmin(w) };
}

type Looked = { changes: unknown; except: string; rows: Awaited<ReturnType<typeof dump>> };
const looked = new WeakMap<Twin, Looked>();

/** The rows of a company's tables but these; those seen last where nothing was written since. */
export async function look(twin: Twin, tables: readonly string[] = []): Promise<Looked> {
  const except = tables.join();
  const changes = await countingWrites(twin.db).first<number>("n");
  const last = looked.get(twin);
  if (last && last.changes === changes && last.except === except) return last;
  const now = { changes, except, rows: await dump(twin, tables) };
  looked.set(twin, now);
  return now;
}

/** Expects that no row of the company changes while `work` runs. @param except tables that may change */
export async function writesNothing(
  twin: Twin,
  work: () => Promise<unknown>,
  except: readonly string[] = [],
) {
  const before = await look(twin, except);
  await work();
  const after = await look(twin, except);
  if (after !== before) expect(after.rows).toEqual(before.rows);
}
