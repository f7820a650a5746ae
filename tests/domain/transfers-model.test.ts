import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { chosen, expectCarriedOut } from "#tests/support/model.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

const DEVICES = 4;
const MOST_STEPS = 40;

let w: World;
let company: Company;
let shard: Rows;
let wards: string[];
let categoryId: string;
/** Two people who may do everything with transfers, so that one approves and receives what the other asks for and sends. */
let people: Client[];
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "transfers", 2, 0);
  shard = rowsOf(w, company);
  const masters = await mastersFor(w, company, "Transfers");
  categoryId = masters.categoryId;
  wards = [
    masters.departmentId,
    await shard.add("departments", { name: "Ward B" }),
    await shard.add("departments", { name: "Ward C" }),
  ];
  const rights = ["view", "create", "edit", "approve", "delete"].map(
    (verb) => `${verb}-asset-transfer`,
  );
  const another = await colleague(w, company, "view-asset", "edit-asset", ...rights);
  people = [await signedIn(w, company, "admin"), another.client];
}, 60_000);

type Status =
  | "draft"
  | "requested"
  | "approved"
  | "rejected"
  | "dispatched"
  | "received"
  | "received_with_discrepancy"
  | "returned"
  | "cancelled";
type Line = { device: number; from: number; status: "pending" | "accepted" | "rejected" };
type Transfer = {
  id: string;
  isLent: boolean;
  to: number;
  status: Status;
  lines: Line[];
  by: number;
  sentBy: number | null;
  /** Nothing of it was accepted. */
  isEmpty: boolean;
};
type Model = { devices: string[]; places: number[]; holds: (number | null)[]; all: Transfer[] };

const open = (one: Transfer) =>
  ["draft", "requested", "approved", "dispatched"].includes(one.status) ||
  (one.isLent && one.status.startsWith("received") && !one.isEmpty);

/** What a command does to the model; null where it must be refused. */
type Step =
  | { do: "create"; by: number; devices: number[]; to: number; isLent: boolean; isDraft: boolean }
  | {
      do: "submit" | "approve" | "reject" | "dispatch" | "cancel" | "give-back";
      by: number;
      on: number;
      choice: number;
    }
  | { do: "receive"; by: number; on: number; choice: number; rejects: number; damages: number }
  | { do: "next"; on: number; rejects: number; damages: number }
  | { do: "move"; device: number; to: number };

const person = fc.integer({ min: 0, max: 1 });
const ward = fc.integer({ min: 0, max: 2 });
const steps = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("create" as const),
        by: person,
        devices: fc.uniqueArray(fc.integer({ min: 0, max: DEVICES - 1 }), {
          minLength: 1,
          maxLength: 3,
        }),
        to: ward,
        isLent: fc.nat(3).map((one) => one > 0),
        isDraft: fc.nat(3).map((one) => one === 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom(
          "submit" as const,
          "approve" as const,
          "approve" as const,
          "dispatch" as const,
          "dispatch" as const,
          "reject" as const,
          "cancel" as const,
          "give-back" as const,
          "give-back" as const,
        ),
        by: person,
        on: fc.nat({ max: 9 }),
        choice: fc.nat({ max: 7 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("receive" as const),
        by: person,
        on: fc.nat({ max: 9 }),
        choice: fc.nat({ max: 7 }),
        rejects: fc.nat({ max: 7 }),
        damages: fc.nat({ max: 7 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("move" as const),
        device: fc.integer({ min: 0, max: DEVICES - 1 }),
        to: ward,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant("next" as const),
        on: fc.nat({ max: 9 }),
        rejects: fc.nat({ max: 7 }),
        damages: fc.nat({ max: 7 }),
      }),
    },
  ),
  { minLength: 15, maxLength: MOST_STEPS, size: "max" },
);

const due = "2099-01-01";

async function create(model: Model, step: Extract<Step, { do: "create" }>) {
  const [first] = step.devices;
  const from = model.places[first!]!;
  const isPossible = step.devices.every(
    (device) => model.holds[device] === null && model.places[device] === from && step.to !== from,
  );
  const { status, data } = await people[step.by]!.call<{ id: string }>(
    "POST",
    "/api/asset-transfers",
    {
      kind: step.isLent ? "temporary" : "permanent",
      ...(step.isLent ? { due_back_on: due } : {}),
      to_department_id: wards[step.to],
      ...(step.isDraft ? { is_draft: true } : {}),
      reason: "Model",
      lines: step.devices.map((device) => ({
        asset_id: model.devices[device],
        condition_out: "good",
      })),
    },
  );
  expectCarriedOut(isPossible, status, "create");
  if (!isPossible) return;
  const at = model.all.push({
    id: data.id,
    isLent: step.isLent,
    to: step.to,
    status: step.isDraft ? "draft" : "requested",
    lines: step.devices.map((device) => ({ device, from, status: "pending" as const })),
    by: step.by,
    sentBy: null,
    isEmpty: false,
  });
  for (const device of step.devices) model.holds[device] = at - 1;
}

const lineIds = (id: string) =>
  shard.all<{ id: string; asset_id: string; status: string }>(
    "select id, asset_id, status from asset_transfer_lines where company_id = ?1 and transfer_id = ?2",
    id,
  );

/** Takes a transfer that goes on one step further, by somebody who may. */
async function goOn(model: Model, { on, rejects, damages }: Extract<Step, { do: "next" }>) {
  const going = model.all.filter(open);
  const one = going[on % Math.max(1, going.length)];
  if (!one) return;
  const next = {
    ...{ draft: "submit", requested: "approve", approved: "dispatch", dispatched: "receive" },
    ...{ received: "give-back", received_with_discrepancy: "give-back" },
  }[one.status as "draft"] as "receive";
  const parted = { approve: one.by, receive: one.sentBy }[next as string];
  const by = typeof parted === "number" ? 1 - parted : on % 2;
  await decide(model, { do: next, by, on: 0, choice: 0, rejects, damages }, one);
}

type Decision = Exclude<Step, { do: "create" | "move" | "next" }>;
async function decide(model: Model, step: Decision, named?: Transfer) {
  const from = {
    submit: ["draft"],
    approve: ["requested"],
    reject: ["requested"],
    dispatch: ["approved"],
    cancel: ["draft", "requested", "approved"],
    receive: ["dispatched"],
    "give-back": ["received", "received_with_discrepancy"],
  }[step.do];
  const one = named ?? chosen(model.all, from, step);
  if (!one) return;
  const place = model.all.indexOf(one);
  const release = () => {
    for (const { device } of one.lines)
      if (model.holds[device] === place) model.holds[device] = null;
  };
  const rows = await lineIds(one.id);
  const idOf = (device: number) => rows.find((row) => row.asset_id === model.devices[device])!.id;
  const bit = (bits: number, n: number) => ((bits >> n) & 1) === 1;
  const isRejected = (n: number) => step.do === "receive" && bit(step.rejects, n);
  const isDamaged = (n: number) => step.do === "receive" && bit(step.damages, n);
  const body =
    step.do === "receive"
      ? {
          lines: one.lines.map(({ device }, n) => ({
            id: idOf(device),
            decision: isRejected(n) ? "rejected" : "accepted",
            condition_in: isDamaged(n) ? "damaged" : "good",
            discrepancy: isRejected(n) ? "Wrong one" : null,
          })),
        }
      : step.do === "give-back"
        ? {
            lines: one.lines
              .filter((line) => line.status === "accepted")
              .map(({ device }) => ({ id: idOf(device), condition_back: "fair" })),
          }
        : { reason: "Model" };
  const isOther = {
    ...{ approve: one.by !== step.by, reject: one.by !== step.by },
    ...{ receive: one.sentBy !== step.by, "give-back": one.isLent && !one.isEmpty },
  }[step.do as string];
  const possible = from.includes(one.status) && isOther !== false;
  const { status } = await people[step.by]!.call(
    "POST",
    `/api/asset-transfers/${one.id}/${step.do}`,
    body,
  );
  expectCarriedOut(possible, status, `${step.do} from ${one.status}`);
  if (!possible) return;
  // Whoever asks for what another has drawn up is who asked.
  if (step.do === "submit") Object.assign(one, { status: "requested", by: step.by });
  if (step.do === "approve") one.status = "approved";
  if (step.do === "dispatch") Object.assign(one, { status: "dispatched", sentBy: step.by });
  if (step.do === "reject" || step.do === "cancel") {
    one.status = step.do === "reject" ? "rejected" : "cancelled";
    release();
  }
  if (step.do === "receive") {
    const some = one.lines.map((line, n) => {
      line.status = isRejected(n) ? "rejected" : "accepted";
      if (line.status === "accepted") model.places[line.device] = one.to;
      if (line.status === "rejected" || !one.isLent) model.holds[line.device] = null;
      return line.status;
    });
    const differs = one.lines.some((_, n) => isRejected(n) || isDamaged(n));
    one.status = differs ? "received_with_discrepancy" : "received";
    one.isEmpty = !some.includes("accepted");
  }
  if (step.do === "give-back") {
    for (const { device, from, status: line } of one.lines)
      if (line === "accepted") model.places[device] = from;
    one.status = "returned";
    release();
  }
}

async function move(model: Model, step: Extract<Step, { do: "move" }>) {
  const isPossible = model.holds[step.device] === null && model.places[step.device] !== step.to;
  const { status } = await people[0]!.call(
    "POST",
    `/api/assets/${model.devices[step.device]}/move`,
    { department_id: wards[step.to], reason: "Model" },
  );
  expectCarriedOut(isPossible, status, "move");
  if (isPossible) model.places[step.device] = step.to;
}

/** Everything that must hold after any command. */
async function lawful(model: Model) {
  const ids = JSON.stringify(model.devices);
  const devices = await shard.all<Record<string, string | null>>(
    "select id, department_id, open_transfer_id, location_id from assets where company_id = ?1 and id in (select value from json_each(?2))",
    ids,
  );
  for (const [at, id] of model.devices.entries()) {
    const row = devices.find((one) => one.id === id)!;
    const held = model.holds[at];
    expect(row.department_id, "place").toBe(wards[model.places[at]!]);
    expect(row.open_transfer_id, "cache").toBe(held == null ? null : model.all[held]!.id);
  }
  const openLines = await shard.all<{ asset_id: string; n: number; transfer_id: string }>(
    "select asset_id, transfer_id, count(*) as n from asset_transfer_lines where company_id = ?1 and is_open = 1 group by asset_id",
  );
  for (const { asset_id, n, transfer_id } of openLines) {
    expect(n, "one open transfer a device").toBe(1);
    const at = model.devices.indexOf(asset_id);
    if (at >= 0) expect(transfer_id).toBe(model.all[model.holds[at]!]!.id);
  }
  const states = await shard.all<{ id: string; status: string; returned_at: number | null }>(
    "select id, status, returned_at from asset_transfers where company_id = ?1",
  );
  for (const one of model.all) {
    const { status, returned_at } = states.find(({ id }) => id === one.id)!;
    const isBack = one.status === "returned" || (one.isLent && one.isEmpty);
    expect([status, returned_at !== null]).toEqual([one.status, isBack]);
  }
  expect(
    await shard.count(
      "asset_transfer_lines",
      "is_open = 1 and asset_id in (select value from json_each(?2))",
      ids,
    ),
  ).toBe(model.holds.filter((held) => held !== null).length);
  const ofOpen = model.all.filter(open).flatMap(({ lines }) => lines);
  expect(ofOpen.filter(({ status }) => status !== "rejected").length).toBe(
    model.holds.filter((held) => held !== null).length,
  );
  await countersAddUp();
}

/** The counters say what counting finds. */
async function countersAddUp() {
  const rows = await shard.all<{ id: string; value: number }>(
    "select id, value from counters where company_id = ?1 and (id like 'transfers.%' or id like 'assets.department:%')",
  );
  const counter = (name: string) => rows.find(({ id }) => id === name)?.value ?? 0;
  const transfers = await shard.all<Record<string, string | null>>(
    "select * from asset_transfers where company_id = ?1",
  );
  const isOpen = (row: Record<string, string | null>) =>
    ["draft", "requested", "approved", "dispatched"].includes(row.status!) ||
    (row.status!.startsWith("received") && row.kind === "temporary" && row.returned_at === null);
  expect(counter("transfers.total")).toBe(transfers.length);
  expect(counter("transfers.open")).toBe(transfers.filter(isOpen).length);
  for (const status of ["draft", "requested", "approved", "dispatched", "received", "returned"])
    expect(counter(`transfers.${status}`), status).toBe(
      transfers.filter((row) => row.status === status).length,
    );
  for (const { id, value } of rows) {
    const [, state, who] = /^transfers\.(\w+):(.+)$/.exec(id) ?? [];
    if (!who) continue;
    const part = state === "requested" ? "requested_by" : "dispatched_by";
    const own = transfers.filter((row) => row.status === state && row[part] === who);
    expect(value, id).toBe(own.length);
  }
  for (const id of wards)
    expect(counter(`assets.department:${id}`), "assets of a Location").toBe(
      await shard.count("assets", "department_id = ?2 and deleted_at is null", id),
    );
}

let made = 0;
async function begin(): Promise<Model> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async () => {
      const { data } = await people[0]!.call<{ id: string }>("POST", "/api/assets", {
        asset_code: `TM-${++made}`,
        name: `Pump ${made}`,
        category_id: categoryId,
        department_id: wards[0],
        ownership: "owned",
        criticality: "high",
        lifecycle: "in_service",
      });
      return data.id;
    }),
  );
  return {
    devices,
    places: devices.map(() => 0),
    holds: devices.map(() => null),
    all: [],
  };
}

test("devices, transfers, caches and counters stay as a plain model says, whatever people do", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const model = await begin();
      for (const [at, step] of (sequence as Step[]).entries()) {
        if (step.do === "create") await create(model, step);
        else if (step.do === "move") await move(model, step);
        else if (step.do === "next") await goOn(model, step);
        else await decide(model, step);
        if (at % 5 === 0) await lawful(model);
      }
      await lawful(model);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 300_000);

test("twenty people approve, receive and give back at once: one wins each, the others read who", async () => {
  const rights = ["view", "create", "edit", "approve"].map((verb) => `${verb}-asset-transfer`);
  const crowd = await Promise.all(
    Array.from({ length: 20 }, async () => (await colleague(w, company, ...rights)).client),
  );
  const model = await begin();
  await create(model, {
    do: "create",
    by: 0,
    devices: [0, 1],
    to: 1,
    isLent: true,
    isDraft: false,
  });
  const { id } = model.all[0]!;
  const rows = await lineIds(id);
  const all = async (move: string, body: object) => {
    const answers = await Promise.all(
      crowd.map((one) => one.call("POST", `/api/asset-transfers/${id}/${move}`, body)),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length], move).toEqual([1, 19]);
    for (const { data } of lost)
      expect((data as { changedBy?: { name: string } }).changedBy?.name).toBe("Pat Person");
  };
  await all("approve", {});
  await people[0]!.call("POST", `/api/asset-transfers/${id}/dispatch`, {});
  await all("receive", {
    lines: rows.map((row) => ({ id: row.id, decision: "accepted", condition_in: "good" })),
  });
  await all("give-back", { lines: rows.map((row) => ({ id: row.id, condition_back: "good" })) });
  expect(
    await shard.count("assets", "open_transfer_id = ?2", id),
    "nothing is held by a transfer that is over",
  ).toBe(0);
  await countersAddUp();
}, 120_000);
