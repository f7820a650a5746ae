import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { unionMs } from "#app/shared/downtime.ts";
import { newId } from "#drizzle/columns.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { downtimeBegins, downtimeEnds } from "#worker/domain/service-calls/downtimes.ts";

const MINUTE = 60_000;
/** Commands come a minute apart; times that people state lie up to two hours back. */
const START = Date.UTC(2026, 9, 1);
let w: World;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  shard = rowsOf(w, await addCompany(w.env, "downtimes", 2, 1));
});

type Stretch = {
  kind: "planned" | "unplanned";
  startedAt: number;
  endedAt: number | null;
};
type Call = { id: string; isDown: boolean; failedAt: number; restoredAt: number | null };

/** What downtime is, said plainly: one list of stretches, one command after the other. */
class Model {
  stretches: Stretch[] = [];
  calls: Call[] = [];

  get open() {
    return this.stretches.find(({ endedAt }) => endedAt === null);
  }
  /** The instant, or the end of what the device was down for then and after. */
  free(at: number) {
    return Math.max(at, ...this.stretches.flatMap(({ endedAt }) => endedAt ?? []));
  }
  begins(at: number) {
    const open = this.open;
    if (open?.kind === "planned" && open.startedAt < at) {
      open.endedAt = at;
      this.stretches.push({ kind: "unplanned", startedAt: this.free(at), endedAt: null });
    } else if (open) {
      open.kind = "unplanned";
      open.startedAt = Math.min(open.startedAt, this.free(at));
    } else this.stretches.push({ kind: "unplanned", startedAt: this.free(at), endedAt: null });
  }
  ends(at: number) {
    const open = this.open;
    if (open?.kind !== "unplanned" || this.calls.some(({ isDown }) => isDown)) return;
    const restored = this.calls.flatMap(({ restoredAt }) => restoredAt ?? []);
    open.endedAt = Math.max(at, open.startedAt + 1, ...restored.filter((one) => one > at));
  }
}

type Command =
  | { do: "report"; back: number }
  | { do: "restore"; which: number; back: number }
  | { do: "again"; which: number }
  | { do: "plan"; back: number }
  | { do: "unplan" };
const back = fc.integer({ min: 0, max: 120 });
const which = fc.nat(10);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("report" as const), back }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("restore" as const), which, back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("again" as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("plan" as const), back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unplan" as const) }) },
);

const stored = (asset: string) =>
  shard.all<Stretch>(
    `select kind, started_at as startedAt, ended_at as endedAt from asset_downtimes
      where company_id = ? and asset_id = ? order by started_at`,
    asset,
  );

/** Everything that must hold of a device's downtime at any moment. */
function lawful(stretches: readonly Stretch[], now: number) {
  expect(stretches.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1);
  const union = unionMs(stretches, 0, now);
  let [sum, before] = [0, 0];
  for (const { startedAt, endedAt } of stretches) {
    const length = (endedAt ?? now) - startedAt;
    expect(length).toBeGreaterThan(0);
    expect(startedAt).toBeGreaterThanOrEqual(before);
    expect(union).toBeGreaterThanOrEqual(length);
    before = endedAt ?? Number.POSITIVE_INFINITY;
    sum += length;
  }
  expect(union).toBe(sum);
}

test("downtime is what a plain model says, however calls and plans begin and end", async () => {
  const { department, asset: any } = await bench(w, shard.company, []);
  const category = await shard.value<string>(
    "select category_id from assets where company_id = ? and id = ?",
    any,
  );
  const db = companyDb(shard);
  const batch = (writes: ReturnType<typeof downtimeBegins>) => db.read(...(writes as [never]));
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 25 }), async (commands) => {
      const asset = await shard.add("assets", {
        asset_code: newId().slice(-12),
        name: "Pump",
        qr_token: newId(),
        category_id: category,
        department_id: department,
        lifecycle: "in_service",
      });
      const model = new Model();
      let now = START;
      for (const one of commands) {
        now += MINUTE;
        if (one.do === "report") {
          const failedAt = now - one.back * MINUTE;
          const call: Call = { id: newId(), isDown: true, failedAt, restoredAt: null };
          await shard.add("breakdowns", {
            id: call.id,
            number: `M-${call.id.slice(-12)}`,
            asset_id: asset,
            department_id: department,
            source: "web",
            reported_by_name: "Ward",
            reported_at: now,
            problem: "It stopped",
            equipment_down: 1,
            priority: "high",
          });
          model.calls.push(call);
          await batch(downtimeBegins(db, { assetId: asset, callId: call.id, at: failedAt }));
          model.begins(failedAt);
        } else if (one.do === "restore") {
          const call = model.calls.filter(({ isDown }) => isDown)[one.which];
          if (!call) continue;
          const at = Math.max(call.failedAt, now - one.back * MINUTE);
          await shard.set("breakdowns", call.id, { status: "resolved", restored_at: at });
          Object.assign(call, { isDown: false, restoredAt: at });
          await batch(downtimeEnds(db, { assetId: asset, callId: call.id, at }));
          model.ends(at);
        } else if (one.do === "again") {
          const call = model.calls.filter(({ isDown }) => !isDown)[one.which];
          if (!call) continue;
          await shard.set("breakdowns", call.id, { status: "in_progress", restored_at: null });
          Object.assign(call, { isDown: true, restoredAt: null });
          await batch(downtimeBegins(db, { assetId: asset, callId: call.id, at: now }));
          model.begins(now);
        } else if (one.do === "plan") {
          const startedAt = now - one.back * MINUTE;
          if (model.open || model.free(startedAt) > startedAt) continue;
          await shard.add("asset_downtimes", {
            asset_id: asset,
            kind: "planned",
            started_at: startedAt,
          });
          model.stretches.push({ kind: "planned", startedAt, endedAt: null });
        } else {
          const open = model.open;
          if (open?.kind !== "planned" || open.startedAt >= now) continue;
          await shard.run(
            "update asset_downtimes set ended_at = ?3 where company_id = ?1 and asset_id = ?2 and ended_at is null",
            asset,
            now,
          );
          open.endedAt = now;
        }
        const rows = await stored(asset);
        lawful(rows, now + MINUTE);
        expect(rows).toEqual(
          model.stretches.toSorted((first, second) => first.startedAt - second.startedAt),
        );
      }
    }),
    { numRuns: 40 },
  );
});
