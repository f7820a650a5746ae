import { setTimeout as after } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { newId } from "#drizzle/columns.ts";
import type { Client } from "#tests/support/client.ts";
import { chosen, expectCarriedOut } from "#tests/support/model.ts";
import { type PassBench, passBench } from "#tests/support/passes.ts";
import { world } from "#tests/support/world.ts";

const DEVICES = 3;
let b: PassBench;
let wards: string[];
/** Approves and receives what the Admin asks for and sends. */
let other: Client;
/** Sees the devices of the first ward alone. */
let limited: Client;

beforeAll(async () => {
  const w = await world();
  b = await passBench(w, "movemodel", 1);
  wards = [b.ward, await b.made("/api/departments", { name: "Theatre movemodel" })];
  const transfers = ["view", "edit", "approve"].map((verb) => `${verb}-asset-transfer`);
  other = (await b.person("Uma Other", "view-asset", ...transfers)).client;
  const person = await b.person(
    "Lee Limited",
    ...["view-asset", "edit-asset", "view-breakdown", "view-gate-pass", "edit-gate-pass"],
  );
  await b.shard.add("user_scopes", { user_id: person.id, department_id: wards[0] });
  limited = person.client;
});

type Transfer = { id: string; device: number; status: string; isLent: boolean; from: number };
type Pass = { id: string; device: number; status: string; call: Call | null };
type Call = { id: string; device: number; status: string; hold: string | null; isDown: boolean };
type Device = { id: string; ward: number; isLiving: boolean };
type Model = { devices: Device[]; transfers: Transfer[]; passes: Pass[]; calls: Call[] };
type Step = { verb: string; on: number; choice: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    verb: fc.constantFrom(
      ...["relocate", "condemn", "reinstate", "see", "touch"],
      ...["ask", "ask", "approve", "approve", "dispatch", "dispatch", "receive", "receive"],
      ...["give-back", "cancel"],
      ...["make", "make", "allow", "allow", "out", "out", "back", "back", "write-off", "drop"],
      ...["report", "report", "start", "hold", "resume", "resolve"],
    ),
    on: fc.nat(9),
    choice: fc.nat(7),
  }),
  { minLength: 20, maxLength: 45, size: "max" },
);

const isHeld = ({ status, isLent }: Transfer) =>
  ["requested", "approved", "dispatched"].includes(status) || (isLent && status === "received");
const isListed = ({ status }: Pass) => ["pending_approval", "approved", "out"].includes(status);
const isWorkedOn = ({ status }: Call) => (workedOn as readonly string[]).includes(status);
const of = <T extends { device: number }>(all: readonly T[], device: number) =>
  all.filter((one) => one.device === device);
const inTransfer = ({ transfers }: Model, device: number) => of(transfers, device).find(isHeld);
const onPass = ({ passes }: Model, device: number) => of(passes, device).find(isListed);
const isAway = (model: Model, device: number) =>
  inTransfer(model, device) !== undefined || onPass(model, device)?.status === "out";

/** A command: what is sent, whether the model lets it through, and what becomes of the model. */
type Command = {
  send: () => Promise<{ status: number; message?: string; data?: { id: string } }>;
  isPossible: boolean;
  after: (id: string) => void;
};

/** What is done to a device itself, or begun about it. */
function onDevice(model: Model, { verb, on, choice }: Step): Command | null {
  const device = on % DEVICES;
  const it = model.devices[device]!;
  const admin = (path: string, body: object) => () => b.admin.call("POST", path, body);
  const to = choice % 2;
  switch (verb) {
    case "relocate":
      return {
        send: admin(`/api/assets/${it.id}/move`, {
          ...{ department_id: wards[to], room: newId().slice(-6), reason: "Model" },
        }),
        isPossible: !isAway(model, device),
        after: () => Object.assign(it, { ward: to }),
      };
    case "condemn":
      return {
        send: admin(`/api/assets/${it.id}/condemn`, { condemn_reason: "obsolete", reason: "Old" }),
        isPossible: it.isLiving && !isAway(model, device) && !onPass(model, device),
        after: () => {
          it.isLiving = false;
          for (const call of of(model.calls, device))
            if (isWorkedOn(call) || call.status === "resolved")
              Object.assign(call, { status: "closed_condemned", hold: null });
        },
      };
    case "reinstate":
      return {
        send: admin(`/api/assets/${it.id}/reinstate`, { reason: "Needed" }),
        isPossible: !it.isLiving,
        after: () => Object.assign(it, { isLiving: true }),
      };
    case "ask": {
      const isLent = choice > 3;
      return {
        send: admin("/api/asset-transfers", {
          ...{ kind: isLent ? "temporary" : "permanent", to_department_id: wards[to] },
          ...(isLent ? { due_back_on: "2099-01-01" } : {}),
          ...{ reason: "Model", lines: [{ asset_id: it.id, condition_out: "good" }] },
        }),
        isPossible: it.isLiving && !isAway(model, device) && it.ward !== to,
        after: (id) =>
          model.transfers.push({ id, device, status: "requested", isLent, from: it.ward }),
      };
    }
    case "make": {
      const call = choice > 2 ? (of(model.calls, device).find(isWorkedOn) ?? null) : null;
      return {
        send: () =>
          b.pass(
            [{ asset_id: it.id }],
            call ? { purpose: "repair", breakdown_id: call.id } : {},
            b.admin,
          ),
        isPossible: !onPass(model, device) && !inTransfer(model, device),
        after: (id) => model.passes.push({ id, device, status: "pending_approval", call }),
      };
    }
    case "report": {
      const isDown = choice % 2 === 1;
      return {
        send: admin("/api/service-calls", {
          ...{ asset_id: it.id, problem: "It beeps", equipment_down: isDown ? "yes" : "no" },
        }),
        isPossible: it.isLiving,
        after: (id) => model.calls.push({ id, device, status: "new", hold: null, isDown }),
      };
    }
    // A person of the first ward changes what stands there, and nothing else.
    case "touch":
      return {
        send: () =>
          limited.call("POST", `/api/assets/${it.id}/move`, {
            ...{ department_id: wards[0], room: newId().slice(-6), reason: "Model" },
          }),
        isPossible: it.ward === 0 && !isAway(model, device),
        after: () => undefined,
      };
    default:
      return null;
  }
}

function onTransfer(model: Model, step: Step): Command | null {
  const { verb, choice } = step;
  const moves: Record<string, [from: string[], to: string, by: Client]> = {
    approve: [["requested"], "approved", other],
    dispatch: [["approved"], "dispatched", b.admin],
    receive: [["dispatched"], choice > 5 ? "received_with_discrepancy" : "received", other],
    "give-back": [["received"], "returned", other],
    cancel: [["requested", "approved"], "cancelled", b.admin],
  };
  const found = moves[verb];
  if (!found) return null;
  const [from, to, by] = found;
  const it = chosen(model.transfers, from, step);
  if (!it) return null;
  const device = model.devices[it.device]!;
  const path = `/api/asset-transfers/${it.id}`;
  const lineOf = async () =>
    String(
      await b.shard.value<string>(
        "select id from asset_transfer_lines where company_id = ?1 and transfer_id = ?2",
        it.id,
      ),
    );
  const isRefused = to === "received_with_discrepancy";
  return {
    send: async () => {
      const id = await lineOf();
      const lines = {
        receive: [
          {
            ...{ id, decision: isRefused ? "rejected" : "accepted", condition_in: "good" },
            discrepancy: isRefused ? "Wrong one" : null,
          },
        ],
        "give-back": [{ id, condition_back: "good" }],
      }[verb as "receive"];
      return by.call("POST", `${path}/${verb}`, lines ? { lines } : { reason: "Model" });
    },
    isPossible: from.includes(it.status) && (verb !== "give-back" || it.isLent),
    after: () => {
      if (to === "received") device.ward = 1 - it.from;
      if (to === "returned") device.ward = it.from;
      it.status = to;
    },
  };
}

function onPassOf(model: Model, step: Step): Command | null {
  const { verb } = step;
  const moves: Record<string, [word: string, from: string[], to: string, by: Client]> = {
    allow: ["approve", ["pending_approval"], "approved", b.approver.client],
    out: ["out", ["approved"], "out", b.guard.client],
    back: ["return", ["out"], "returned", b.guard.client],
    "write-off": ["write-off", ["out"], "written_off", b.admin],
    drop: ["cancel", ["pending_approval", "approved"], "cancelled", b.admin],
  };
  const found = moves[verb];
  if (!found) return null;
  const [word, from, to, by] = found;
  const it = chosen(model.passes, from, step);
  if (!it) return null;
  return {
    send: async () => {
      const [line] = await b.lines(it.id);
      return b.move(
        by,
        it.id,
        word,
        word === "return"
          ? { lines: [{ id: line!.id, qty: 1, condition_in: "good" }] }
          : { reason: "Model" },
      );
    },
    isPossible: from.includes(it.status) && (verb !== "out" || !inTransfer(model, it.device)),
    after: () => {
      it.status = to;
      if (verb === "out" && it.call && isWorkedOn(it.call))
        Object.assign(it.call, { status: "on_hold", hold: "sent_out" });
      if (verb === "back" && it.call?.hold === "sent_out")
        Object.assign(it.call, { status: "in_progress", hold: null });
    },
  };
}

function onCall(model: Model, step: Step): Command | null {
  const { verb } = step;
  const moves: Record<string, [from: readonly string[], to: string, body: object]> = {
    start: [["new", "acknowledged", "assigned"], "in_progress", {}],
    hold: [["assigned", "in_progress"], "on_hold", { hold_reason: "awaiting_part" }],
    resume: [["on_hold"], "in_progress", {}],
    resolve: [workedOn, "resolved", { cause_code: "battery", resolution: "Replaced" }],
  };
  const found = moves[verb];
  if (!found) return null;
  const [from, to, body] = found;
  const it = chosen(model.calls, from, step);
  if (!it) return null;
  return {
    send: () => b.admin.call("POST", `/api/service-calls/${it.id}/${verb}`, body),
    isPossible: from.includes(it.status),
    after: () => Object.assign(it, { status: to, hold: verb === "hold" ? "awaiting_part" : null }),
  };
}

/** A limited person reads a device, its calls and its passes as long as it stands in their ward. */
async function seen(model: Model, { on }: Step) {
  const device = on % DEVICES;
  const paths = [
    `/api/assets/${model.devices[device]!.id}`,
    ...of(model.calls, device).map(({ id }) => `/api/service-calls/${id}`),
    ...of(model.passes, device).map(({ id }) => `/api/gate-passes/${id}`),
  ];
  for (const path of paths) {
    const { status } = await limited.call("GET", path);
    expect([path, status]).toEqual([path, model.devices[device]!.ward === 0 ? 200 : 404]);
  }
}

/** What is read of a device to see that the model holds. */
const standing = `select a.department_id as ward, a.lifecycle, a.open_transfer_id as transfer, a.open_gate_pass_id as pass,
    a.open_breakdown_count as calls, a.is_down as isDown,
    (select count(*) from asset_transfer_lines l where l.company_id = a.company_id and l.asset_id = a.id and l.is_open = 1) as transfers,
    (select count(*) from gate_pass_lines l where l.company_id = a.company_id and l.asset_id = a.id and l.is_open = 1) as passes,
    (select json_group_array(json_array(d.started_at, d.ended_at)) from (select * from asset_downtimes d
      where d.company_id = a.company_id and d.asset_id = a.id and d.cancelled_at is null order by d.started_at) d) as down
  from assets a join json_each(?2) e on e.value = a.id where a.company_id = ?1 order by e.key`;
type Standing = Record<string, number | string | null> & { down: string; lifecycle: string };

/** Everything that holds after any command. */
async function lawful(model: Model) {
  const ids = JSON.stringify(model.devices.map(({ id }) => id));
  const rows = await b.shard.all<Standing>(standing, ids);
  for (const [at, { down, lifecycle, ...row }] of rows.entries()) {
    const [transfer, pass] = [inTransfer(model, at), onPass(model, at)];
    const open = of(model.calls, at).filter(isWorkedOn);
    const isDown = Number(open.some((call) => call.isDown));
    expect(row).toEqual({
      ...{ ward: wards[model.devices[at]!.ward], transfer: transfer?.id ?? null },
      pass: pass?.status === "out" ? pass.id : null,
      ...{ calls: open.length, isDown, transfers: transfer ? 1 : 0, passes: pass ? 1 : 0 },
    });
    expect(lifecycle === "condemned").toBe(!model.devices[at]!.isLiving);
    const stretches = JSON.parse(down) as [number, number | null][];
    expect(stretches.filter(([, end]) => end === null).length).toBe(isDown);
    for (const [n, [start]] of stretches.entries())
      expect(start).toBeGreaterThanOrEqual(stretches[n - 1]?.[1] ?? 0);
  }
  const calls = await b.shard.all(
    `select b.status, b.hold_reason as hold from breakdowns b join json_each(?2) e on e.value = b.id where b.company_id = ?1 order by e.key`,
    JSON.stringify(model.calls.map(({ id }) => id)),
  );
  expect(calls).toEqual(model.calls.map(({ status, hold }) => ({ status, hold })));
}

/** The counters of all documents say what counting finds. */
async function countersAddUp() {
  const counted = {
    "transfers.open": [
      "asset_transfers",
      "id in (select transfer_id from asset_transfer_lines where company_id = ?1 and is_open = 1)",
    ],
    "passes.out": ["gate_passes", "status in ('out', 'partially_returned')"],
    "passes.to_approve": ["gate_passes", "status = 'pending_approval'"],
    "calls.open": ["breakdowns", `status in (${workedOn.map((one) => `'${one}'`).join(", ")})`],
    "calls.total": ["breakdowns", "1"],
    [`assets.department:${wards[0]}`]: ["assets", "department_id = ?2"],
  } as Record<string, [table: string, where: string]>;
  for (const [name, [table, where]] of Object.entries(counted))
    expect([name, await b.shard.counter(name)]).toEqual([
      name,
      await b.shard.count(table, where, ...(where.includes("?2") ? [wards[0]] : [])),
    ]);
}

test("transfers, passes, calls, moves and condemnation leave a device in one place, held by one thing", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      const ids = await Promise.all(Array.from({ length: DEVICES }, () => b.device()));
      const model: Model = {
        devices: ids.map((id) => ({ id, ward: 0, isLiving: true })),
        ...{ transfers: [], passes: [], calls: [] },
      };
      for (const step of asked) {
        if (step.verb === "see") await seen(model, step);
        const command = [onDevice, onTransfer, onPassOf, onCall]
          .map((one) => one(model, step))
          .find((one) => one !== null);
        if (!command) continue;
        const { status, message, data } = await command.send();
        expectCarriedOut(command.isPossible, status, `${step.verb} ${step.on} ${message}`);
        if (command.isPossible) command.after(data?.id ?? "");
        await lawful(model);
      }
      await countersAddUp();
    }),
    { numRuns: 16, endOnFailure: true },
  );
}, 300_000);

test("a device that leaves on a pass and is put into a transfer at once does one of both", async () => {
  const raced = async (_: unknown, late: number) => {
    const device = await b.device();
    const { data } = await b.pass([{ asset_id: device }]);
    await b.move(b.approver.client, data.id, "approve");
    const answers = await Promise.all([
      after(late % 2 ? 0 : 3 * late).then(() => b.move(b.guard.client, data.id, "out")),
      after(late % 2 ? 3 * late : 0).then(() =>
        b.admin.call("POST", "/api/asset-transfers", {
          ...{ kind: "permanent", to_department_id: wards[1], reason: "Model" },
          lines: [{ asset_id: device, condition_out: "good" }],
        }),
      ),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status < 300).length).toBe(1);
    for (const { status, message } of answers.filter((one) => one.status > 299))
      expect([status, message]).toEqual([
        409,
        expect.stringMatching(/ is (already in transfer|out on) /),
      ]);
    const { open_transfer_id, open_gate_pass_id } = await b.shard.get("assets", device);
    expect([open_transfer_id, open_gate_pass_id].filter(Boolean).length).toBe(1);
  };
  await Promise.all(Array.from({ length: 16 }, raced));
}, 60_000);
