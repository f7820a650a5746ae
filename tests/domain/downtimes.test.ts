import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { unionMs } from "#app/shared/downtime.ts";
import { newId } from "#drizzle/columns.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import {
  downtimeBegins,
  downtimeEnds,
  downtimeNeverWas,
} from "#worker/domain/service-calls/downtimes.ts";

const MINUTE = 60_000;
/** Commands come a minute apart; times that people state lie up to twelve of them back, so that many meet. */
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
/** A stretch with the first of the calls that hold it. */
type Held = Stretch & { call: string | null };
/** A stranger's report, `waits`, holds nothing until a colleague acknowledges it. */
type Call = {
  id: string;
  is: "waits" | "down" | "restored" | "cancelled";
  failedAt: number;
  restoredAt: number | null;
};

/** What downtime is, said plainly: one list of stretches, one command after the other. */
class Model {
  stretches: Held[] = [];
  calls: Call[] = [];

  get open() {
    return this.stretches.find(({ endedAt }) => endedAt === null);
  }
  get isDown() {
    return this.calls.some(({ is }) => is === "down");
  }
  /** The instant, or the end of what the device was down for then and after. */
  free(at: number) {
    return Math.max(at, ...this.stretches.flatMap(({ endedAt }) => endedAt ?? []));
  }
  begins(call: string, at: number) {
    const open = this.open;
    const isOver = open?.kind === "planned" && open.startedAt < at;
    if (isOver) open.endedAt = at;
    if (!open || isOver)
      this.stretches.push({ kind: "unplanned", startedAt: this.free(at), endedAt: null, call });
    else
      Object.assign(open, {
        ...{ kind: "unplanned", startedAt: Math.min(open.startedAt, this.free(at)) },
        call: open.call !== null && open.call < call ? open.call : call,
      });
  }
  ends(at: number) {
    const open = this.open;
    if (open?.kind !== "unplanned" || this.isDown) return;
    const restored = this.calls.flatMap(({ restoredAt }) => restoredAt ?? []);
    open.endedAt = Math.max(at, open.startedAt + 1, ...restored.filter((one) => one > at));
  }
  neverWas(call: string, at: number) {
    const open = this.open;
    if (open?.kind === "unplanned" && open.call === call && !this.isDown)
      this.stretches = this.stretches.filter((one) => one !== open);
    else this.ends(at);
  }
}

type Command =
  | { do: "report"; back: number; isStranger: boolean }
  | { do: "restore"; which: number; back: number }
  | { do: "acknowledge" | "again" | "mistake"; which: number }
  | { do: "plan"; back: number }
  | { do: "unplan" };
const back = fc.integer({ min: 0, max: 12 });
const which = fc.nat(10);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      back,
      isStranger: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("restore" as const), which, back }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("acknowledge" as const, "again" as const, "mistake" as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("plan" as const), back }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("unplan" as const) }) },
);

const sequences = fc.array(command, { minLength: 6, maxLength: 25, size: "max" });

const stored = (asset: string) =>
  shard.all<Stretch>(
    `select kind, started_at as startedAt, ended_at as endedAt from asset_downtimes
      where company_id = ? and asset_id = ? and cancelled_at is null order by started_at`,
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
    fc.asyncProperty(sequences, async (commands) => {
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
        const chosen = (is: Call["is"]) => {
          const all = model.calls.filter((call) => call.is === is);
          return "which" in one ? all[one.which % all.length] : undefined;
        };
        if (one.do === "report") {
          const failedAt = now - one.back * MINUTE;
          const id = newId();
          await shard.add("breakdowns", {
            ...{ id, number: `M-${id.slice(-12)}`, asset_id: asset, department_id: department },
            ...{ source: one.isStranger ? "qr" : "web", reported_by_name: "Ward" },
            ...{ reported_at: now, problem: "It stopped", equipment_down: 1, priority: "high" },
          });
          const is = one.isStranger ? "waits" : "down";
          model.calls.push({ id, is, failedAt, restoredAt: null });
          if (one.isStranger) continue;
          await batch(downtimeBegins(db, { assetId: asset, callId: id, at: failedAt }));
          model.begins(id, failedAt);
        } else if (one.do === "acknowledge") {
          const call = chosen("waits");
          if (!call) continue;
          await shard.set("breakdowns", call.id, { status: "acknowledged" });
          call.is = "down";
          await batch(downtimeBegins(db, { assetId: asset, callId: call.id, at: call.failedAt }));
          model.begins(call.id, call.failedAt);
        } else if (one.do === "restore") {
          const call = chosen("down");
          if (!call) continue;
          const at = Math.max(call.failedAt, now - one.back * MINUTE);
          await shard.set("breakdowns", call.id, { status: "resolved", restored_at: at });
          Object.assign(call, { is: "restored", restoredAt: at });
          await batch(downtimeEnds(db, { assetId: asset, callId: call.id, at }));
          model.ends(at);
        } else if (one.do === "again") {
          const call = chosen("restored");
          if (!call) continue;
          await shard.set("breakdowns", call.id, { status: "in_progress", restored_at: null });
          Object.assign(call, { is: "down", restoredAt: null });
          await batch(downtimeBegins(db, { assetId: asset, callId: call.id, at: now }));
          model.begins(call.id, now);
        } else if (one.do === "mistake") {
          const call = chosen("down");
          if (!call) continue;
          await shard.set("breakdowns", call.id, { status: "cancelled" });
          call.is = "cancelled";
          await batch(downtimeNeverWas(db, { assetId: asset, callId: call.id, at: now }));
          model.neverWas(call.id, now);
        } else if (one.do === "plan") {
          const startedAt = now - one.back * MINUTE;
          if (model.open || model.free(startedAt) > startedAt) continue;
          await shard.add("asset_downtimes", {
            asset_id: asset,
            kind: "planned",
            started_at: startedAt,
          });
          model.stretches.push({ kind: "planned", startedAt, endedAt: null, call: null });
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
          model.stretches
            .toSorted((first, second) => first.startedAt - second.startedAt)
            .map(({ kind, startedAt, endedAt }) => ({ kind, startedAt, endedAt })),
        );
      }
    }),
    { numRuns: 40 },
  );
});
