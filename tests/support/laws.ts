import { expect } from "vitest";
import { signedIn, superAdmin } from "./client.ts";
import { dump, type Twin, twins } from "./twins.ts";
import { world } from "./world.ts";

type Dump = Awaited<ReturnType<typeof dump>>;

/** What most laws stand on: the twins `t`, an Admin of the first of them, and the platform's staff. */
export async function lawWorld() {
  const w = await world();
  const t = await twins(w);
  return { w, t, admin: await signedIn(w, t.own.company, "admin"), staff: await superAdmin(w) };
}

/** The rows that two dumps differ in, each with its table. */
const moved = (before: Dump, after: Dump) =>
  Object.keys(before)
    .filter((table) => before[table] !== after[table])
    .flatMap((table) => {
      const [then, now] = [before[table]!.split("\n"), after[table]!.split("\n")];
      return [
        `${table} has changed`,
        ...then.filter((row) => !now.includes(row)).map((row) => `it had ${row}`),
        ...now.filter((row) => !then.includes(row)).map((row) => `it has ${row}`),
      ];
    });

/** Expects that no row of the company changes while `work` runs. @param except tables that may change */
export async function writesNothing(
  twin: Twin,
  work: () => Promise<unknown>,
  except: readonly string[] = [],
) {
  const before = await dump(twin, except);
  await work();
  expect(moved(before, await dump(twin, except))).toEqual([]);
}
