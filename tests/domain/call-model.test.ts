import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { unionMs } from "#app/shared/downtime.ts";
import { callRules, workedOn } from "#app/shared/flows/service-calls.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { chosen } from "#tests/support/model.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
let people: string[];
let team: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "callmodel", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
  people = [(await colleague(w, company, "edit-breakdown")).id, company.users.admin.id];
  team = await shard.add("teams", { name: "Critical care" });
});

/** What the model knows of a call. */
type Call = { id: string; status: string; down: boolean; user: string | null; team: string | null };
type Command = { verb: string; on: number; choice: number };

const isOpen = ({ status }: Call) => (workedOn as readonly string[]).includes(status);
const solved = { cause_code: "battery", resolution: "Battery replaced" };
const commands: fc.Arbitrary<Command> = fc.record({
  verb: fc.constantFrom(
    ...["new", "new", "acknowledge", "assign", "assign", "start", "start", "hold", "resume"],
    ...[
      "resolve",
      "resolve",
      "close",
      "reopen",
      "cancel",
      "duplicate",
      "remark",
      "correct",
      "join",
    ],
  ),
  on: fc.nat(5),
  choice: fc.nat(7),
});

/** The body of a move, and what the model makes of it. Null where the move cannot be tried. */
function attempt({ verb, choice }: Command, call: Call, others: readonly Call[]) {
  const person = people[choice % 2]!;
  switch (verb) {
    case "assign":
      return choice < 5
        ? { body: { assigned_user_id: person }, now: { user: person, team: null } }
        : { body: { assigned_team_id: team }, now: { user: null, team } };
    case "start":
      return { body: {}, now: { user: call.user ?? company.users.admin.id } };
    case "hold":
      return { body: { hold_reason: choice % 2 ? "awaiting_part" : "asset_in_use" }, now: {} };
    case "resolve":
      return { body: solved, now: {} };
    case "reopen":
    case "cancel":
      return { body: { reason: "As the model says" }, now: {} };
    case "remark":
      return { body: { note: "Seen again" }, now: {} };
    case "join":
      return {
        body: { problem: "It is down as well", equipment_down: choice % 2 ? "yes" : "no" },
        now: { down: call.down || choice % 2 === 1 },
      };
    case "correct":
      return {
        body: { equipment_down: choice % 2 ? "yes" : "no", reason: "Entered wrong" },
        now: { down: choice % 2 === 1 },
      };
    case "duplicate": {
      const other = others.find((one) => one.id !== call.id && isOpen(one));
      return other && { body: { duplicate_of_id: other.id }, now: {}, other };
    }
    default:
      return { body: {}, now: {} };
  }
}

/** Where a move leads in the model; undefined where it is refused. */
function stateAfter(verb: string, call: Call): string | undefined {
  const rule = callRules.moves[verb as "resolve"] as { from: readonly string[]; to?: unknown };
  if (!rule.from.includes(call.status)) return undefined;
  if (verb === "assign")
    return ["new", "acknowledged"].includes(call.status) ? "assigned" : call.status;
  return (rule.to as string | undefined) ?? call.status;
}

/** The device, its downtimes and the counters are as the model says. */
async function expectModel(asset: string, calls: readonly Call[], since: Record<string, number>) {
  const open = calls.filter(isOpen);
  const device = await shard.get("assets", asset);
  expect(device).toMatchObject({
    open_breakdown_count: open.length,
    is_down: Number(open.some(({ down }) => down)),
  });
  const stored = await shard.all<Record<string, unknown>>(
    "select * from breakdowns where company_id = ? and asset_id = ? order by id",
    asset,
  );
  expect(
    stored.map(({ id, status, equipment_down, assigned_user_id, assigned_team_id }) => ({
      ...{ id, status, down: equipment_down === 1 },
      ...{ user: assigned_user_id, team: assigned_team_id },
    })),
  ).toEqual(calls);
  for (const row of stored) {
    expect(Number(row.sla_paused_ms)).toBeGreaterThanOrEqual(0);
    expect(row.held_at === null).toBe(row.status !== "on_hold");
    expect(row.clock_by === null).toBe(!(workedOn as readonly unknown[]).includes(row.status));
  }
  const downtimes = await shard.all<{ started_at: number; ended_at: number | null }>(
    "select * from asset_downtimes where company_id = ? and asset_id = ? and cancelled_at is null order by started_at",
    asset,
  );
  const running = downtimes.filter(({ ended_at }) => ended_at === null);
  expect(running.length).toBe(open.some(({ down }) => down) ? 1 : 0);
  const stretches = downtimes.map((one) => ({ startedAt: one.started_at, endedAt: one.ended_at }));
  for (const [at, one] of stretches.entries())
    expect(one.startedAt).toBeGreaterThanOrEqual(stretches[at - 1]?.endedAt ?? 0);
  expect(unionMs(stretches, 0, Date.now())).toBeGreaterThanOrEqual(0);
  const counted = async (name: string) => (await shard.counter(name)) - (since[name] ?? 0);
  expect(await counted("calls.total")).toBe(calls.length);
  expect(await counted("calls.open")).toBe(open.length);
  for (const status of Object.keys(callRules.states))
    expect(await counted(`calls.status:${status}`), status).toBe(
      calls.filter((one) => one.status === status).length,
    );
  for (const id of people)
    expect(await counted(`calls.user:${id}`)).toBe(open.filter(({ user }) => user === id).length);
  expect(await counted(`calls.team:${team}`)).toBe(open.filter((one) => one.team === team).length);
}

test("calls of a device, their counters, its downtime and its clocks agree with a plain model", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(commands, { minLength: 12, maxLength: 24, size: "max" }),
      async (sequence) => {
        const { asset } = await bench(w, company, []);
        const names = await shard.all<{ id: string; value: number }>(
          "select id, value from counters where company_id = ? and id like 'calls.%'",
        );
        const since = Object.fromEntries(names.map(({ id, value }) => [id, value]));
        const calls: Call[] = [];
        for (const command of sequence) {
          if (command.verb === "new" || calls.length === 0) {
            const down = command.choice % 2 === 1;
            const { data } = await admin.call<{ id: string }>("POST", "/api/service-calls", {
              ...{ asset_id: asset, problem: "Alarm sounds", equipment_down: down ? "yes" : "no" },
            });
            calls.push({ id: data.id, status: "new", down, user: null, team: null });
            continue;
          }
          const { from } = callRules.moves[command.verb as "resolve"] as {
            from: readonly string[];
          };
          const call = chosen(calls, from, command)!;
          const tried = attempt(command, call, calls);
          if (!tried) continue;
          const state = stateAfter(command.verb, call);
          const answer = await admin.call(
            "POST",
            `/api/service-calls/${call.id}/${command.verb}`,
            tried.body,
          );
          expect(answer.status, `${command.verb} of ${call.status}: ${answer.message}`).toBe(
            state === undefined ? 409 : 200,
          );
          if (state === undefined) continue;
          const wasDown = call.down;
          Object.assign(call, tried.now, { status: state });
          if ("other" in tried && tried.other && wasDown) tried.other.down = true;
          await expectModel(asset, calls, since);
        }
      },
    ),
    {
      numRuns: 8,
      // An earlier call that holds nothing takes over from a later one that does.
      examples: [
        [
          [
            { verb: "new", on: 0, choice: 0 },
            { verb: "new", on: 0, choice: 7 },
            { verb: "duplicate", on: 1, choice: 0 },
          ],
        ],
      ],
    },
  );
}, 120_000);

test("twenty people at once: one wins each move, the others read who", async () => {
  const { asset } = await bench(w, company, []);
  const { data } = await admin.call<{ id: string }>("POST", "/api/service-calls", {
    ...{ asset_id: asset, problem: "Alarm sounds", equipment_down: "yes" },
  });
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => colleague(w, company, "edit-breakdown")),
  );
  for (const [verb, body] of [
    ["acknowledge", {}],
    ["assign", { assigned_user_id: people[0] }],
    ["resolve", solved],
  ] as const) {
    const { version } = await shard.get<{ version: number }>("breakdowns", data.id);
    const answers = await Promise.all(
      crowd.map(({ client }) =>
        client.call<{ changedBy?: { name: string } }>(
          "POST",
          `/api/service-calls/${data.id}/${verb}`,
          { ...body, version },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses, verb).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    for (const { data: told } of answers.filter(({ status }) => status === 409))
      expect(told?.changedBy?.name, verb).toBe("Pat Person");
  }
  const events = await shard.count("breakdown_events", "breakdown_id = ?", data.id);
  expect(events).toBe(4);
}, 60_000);
