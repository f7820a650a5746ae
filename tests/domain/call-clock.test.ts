import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { deliver, minute } from "#tests/support/clock.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
type Call = {
  id: string;
  number: string;
  status: string;
  version: number;
  reported_at: number;
  sla_respond_by: number;
  sla_resolve_by: number;
  clock_by: number | null;
  wake_at: number | null;
  escalated: string;
  resolved_at: number | null;
};
let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let here: Bench;
let team: string;
const people = {} as Record<"engineer" | "leader" | "bystander", { id: string; email: string }>;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "woken", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  here = await bench(w, company, []);
  const permissions = ["view-asset", "view-breakdown", "edit-breakdown"];
  for (const name of ["engineer", "leader", "bystander"] as const)
    people[name] = await newPerson(w, company, { permissions });
  team = await shard.add("teams", { name: "Critical Care", leader_user_id: people.leader.id });
});

const post = async (path: string, body: object, status = 200) => {
  const answer = await admin.call("POST", `/api/service-calls${path}`, body);
  expect([path, answer.status, answer.errors]).toEqual([path, status, undefined]);
  return answer.data;
};
/** A critical call: 30 minutes to respond, 8 hours to resolve, by day and night. */
async function reported() {
  const { id } = await post(
    "",
    { asset_id: here.asset, problem: "It stopped", equipment_down: "no", priority: "critical" },
    201,
  );
  return rowOf(String(id));
}
const rowOf = (id: string) => shard.get<Call>("breakdowns", id);
const move = (id: string, name: string, body: object = {}) => post(`/${id}/${name}`, body);
/** The clock's start at a part of the time between the report and an instant. */
const part = (call: Call, by: number, share: number) =>
  minute(w, call.reported_at + (by - call.reported_at) * share + 1000);

/** Who was told of a call, by name, with the severity. */
async function told(id: string) {
  const names = new Map([
    [company.users.admin.id, "admin"],
    ...Object.entries(people).map(([name, person]) => [person.id, name] as const),
  ]);
  const rows = await shard.all<{ user_id: string; title: string; severity: string }>(
    "select user_id, title, severity from notifications where company_id = ? and kind = 'call.escalated' and entity_id = ? order by id",
    id,
  );
  return rows
    .filter(({ user_id }) => names.has(user_id))
    .map(
      ({ user_id, title, severity }) =>
        `${names.get(user_id)}, ${severity}: ${title.split(":")[0]}`,
    );
}
const events = (id: string) =>
  shard.all<{ kind: string; status: string; note: string | null; actor_name: string }>(
    "select kind, status, note, actor_name from breakdown_events where company_id = ? and breakdown_id = ? and actor_id is null order by id",
    id,
  );

describe("a call whose time runs out", () => {
  test("is told of once at each stage, to who can still do something about it", async () => {
    const call = await reported();
    const { id, number, version } = call;
    await part(call, call.sla_respond_by, 0.4);
    expect(await told(id)).toEqual([]);

    await part(call, call.sla_respond_by, 0.5);
    expect(await told(id)).toEqual([`admin, critical: ${number} is not acknowledged`]);
    await part(call, call.sla_respond_by, 0.55);
    expect(await told(id)).toHaveLength(1);
    const after = await rowOf(id);
    expect([after.version, JSON.parse(after.escalated)]).toEqual([version, ["unacknowledged"]]);
    expect(await events(id)).toEqual([
      {
        ...{ kind: "escalation", status: "new", actor_name: "Plumbline" },
        note: "Not acknowledged for half of the time to respond",
      },
    ]);

    await move(id, "assign", {
      assigned_user_id: people.engineer.id,
      assigned_team_id: team,
      version,
    });
    await part(call, call.sla_respond_by, 0.8);
    expect(
      (await told(id))
        .slice(1)
        .sort()
        .map((one) => one.split(" is to be")[0]),
    ).toEqual([`engineer, critical: ${number}`, `leader, critical: ${number}`]);
    await part(call, call.sla_respond_by, 1);
    expect(
      (await told(id))
        .slice(3)
        .map((one) => one.split(",")[0])
        .sort(),
    ).toEqual([...["admin", "engineer", "leader"]]);
    const mails = await mailsTo(w, people.engineer.email, company);
    const own = mails.filter(({ text }) => text.includes(`/asset-breakdown/${id}`));
    expect(own).toHaveLength(3);
    for (const { text } of own)
      expect(text).toContain(`http://${company.host}/asset-breakdown/${id}`);

    await move(id, "start");
    const started = await rowOf(id);
    expect(started.clock_by).toBe(call.sla_resolve_by);
    await part(call, call.sla_resolve_by, 0.8);
    await part(call, call.sla_resolve_by, 1);
    expect(await told(id)).toHaveLength(6 + 2 + 3);
    expect((await rowOf(id)).wake_at).toBeNull();
    const log = await shard.all<{ actor_kind: string; via: string }>(
      "select actor_kind, via from activity_log where company_id = ? and entity_id = ? and action = 'escalate.breakdown'",
      id,
    );
    expect(log).toEqual(Array.from({ length: 5 }, () => ({ actor_kind: "system", via: "system" })));
  });

  test("is told of at its last stage alone when the clock comes late, and once by two runs at a time", async () => {
    const call = await reported();
    const message = { job: "calls", shard: company.shard, owner: company.id };
    const at = call.sla_resolve_by + 1000;
    await deliver(w, { ...message, at }, { ...message, at }, { ...message, at });
    expect((await told(call.id)).map((one) => one.replace(/ by .*/, "")).sort()).toEqual([
      `admin, critical: ${call.number} was to be answered`,
      `admin, critical: ${call.number} was to be resolved`,
    ]);
    expect(JSON.parse((await rowOf(call.id)).escalated)).toHaveLength(6);
    expect(await events(call.id)).toHaveLength(2);
  });

  test("is not told of while it waits for a part, and again after it was reopened", async () => {
    const call = await reported();
    await move(call.id, "start");
    await move(call.id, "hold", { hold_reason: "awaiting_part" });
    await part(call, call.sla_resolve_by, 2);
    expect(await told(call.id)).toEqual([]);
    await move(call.id, "resume");
    await shard.set("breakdowns", call.id, { escalated: '["resolve_soon","resolve_late"]' });
    await move(call.id, "resolve", { cause_code: "battery", resolution: "Replaced" });
    await move(call.id, "reopen", { reason: "It stopped again" });
    const again = await rowOf(call.id);
    expect(again.escalated).toBe("[]");
    await minute(w, again.sla_resolve_by + 1000);
    expect((await told(call.id)).map((one) => one.replace(/ by .*/, ""))).toEqual([
      `admin, critical: ${call.number} was to be resolved`,
    ]);
  });

  test("that cannot be worked on keeps no other of its company waiting", async () => {
    const [bad, good] = [await reported(), await reported()];
    await shard.db
      .prepare(
        `create trigger no_event before insert on breakdown_events when new.breakdown_id = '${bad.id}'
          begin select raise(abort, 'broken for a test'); end`,
      )
      .run();
    try {
      await minute(w, good.sla_respond_by + 1000);
      expect([await told(bad.id), (await told(good.id)).length]).toEqual([[], 1]);
    } finally {
      await shard.db.prepare("drop trigger no_event").run();
    }
    await minute(w, good.sla_respond_by + 1000);
    expect(await told(bad.id)).toHaveLength(1);
  });

  test("of a company that cannot be worked for keeps no other company waiting", async () => {
    const other = await addCompany(w.env, "wokentoo", 2, 1);
    const broken = rowsOf(w, other);
    const bad = await bench(w, other, []);
    await broken.add("breakdowns", {
      ...{ number: "B-1", asset_id: bad.asset, department_id: bad.department, source: "web" },
      ...{ reported_by_name: "Ward", reported_at: 1, problem: "It stopped", priority: "high" },
      ...{ wake_at: 1, escalated: "no list" },
    });
    const call = await reported();
    await minute(w, call.sla_respond_by + 1000);
    expect(await told(call.id)).toHaveLength(1);
  });
});

describe("a resolved call", () => {
  const resolved = async () => {
    const { id } = await reported();
    await move(id, "resolve", { cause_code: "battery", resolution: "Replaced" });
    return rowOf(id);
  };
  const counters = async () => ({
    resolved: await shard.counter("calls.status:resolved"),
    closed: await shard.counter("calls.status:closed"),
  });

  test("is closed by itself after the days that the company has set", async () => {
    const call = await resolved();
    const before = await counters();
    expect(call.wake_at).toBe(call.resolved_at! + 7 * DAY);
    await minute(w, call.wake_at! - 60_000);
    expect((await rowOf(call.id)).status).toBe("resolved");
    await minute(w, call.wake_at!);
    const closed = await rowOf(call.id);
    expect([closed.status, closed.wake_at, closed.version]).toEqual([
      "closed",
      null,
      call.version + 1,
    ]);
    expect(await counters()).toEqual({ resolved: before.resolved - 1, closed: before.closed + 1 });
    expect(await events(call.id)).toEqual([
      { kind: "move", status: "closed", note: null, actor_name: "Plumbline" },
    ]);
    await minute(w, call.wake_at! + DAY);
    expect(await events(call.id)).toHaveLength(1);
  });

  test("waits longer when the company has set more days meanwhile", async () => {
    const call = await resolved();
    const form = { intent: "service", callAutoCloseDays: "30", callReopenDays: "7" };
    expect((await admin.form("/settings.data", form)).status).toBe(200);
    await minute(w, call.wake_at!);
    const later = await rowOf(call.id);
    expect([later.status, later.wake_at, later.version]).toEqual([
      "resolved",
      call.resolved_at! + 30 * DAY,
      call.version,
    ]);
  });

  test("is closed sooner when the company has set fewer days meanwhile", async () => {
    const call = await resolved();
    const form = { intent: "service", callAutoCloseDays: "2", callReopenDays: "7" };
    expect((await admin.form("/settings.data", form)).status).toBe(200);
    const sooner = await rowOf(call.id);
    expect([sooner.wake_at, sooner.version]).toEqual([call.resolved_at! + 2 * DAY, call.version]);
    await minute(w, sooner.wake_at!);
    expect((await rowOf(call.id)).status).toBe("closed");
  });
});
