import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { newPerson } from "#tests/support/person.ts";
import { companyToday, insert, type World, world } from "#tests/support/world.ts";
import { clientOf } from "../support/client.ts";

let w: World;
let admin: Client;
let m: Awaited<ReturnType<typeof mastersFor>>;
let other: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  m = await mastersFor(w, w.companies.acme, "Commands");
  other = await mastersFor(w, w.companies.acme, "Elsewhere");
});

type Json = { message: string; errors?: Record<string, string[]>; data: Record<string, unknown> };
const json = async (answer: Response) => (await answer.json()) as Json;
const made = async (more: object = {}) =>
  String(
    (
      await json(
        await admin.api("/api/assets", {
          method: "POST",
          body: {
            name: "Ventilator",
            category_id: m.categoryId,
            department_id: m.departmentId,
            put_to_use_on: "2026-01-05",
            ...more,
          },
        }),
      )
    ).data.id,
  );
const tell = (
  id: string,
  command: string,
  body: object = {},
  by = admin,
  headers: Record<string, string> = {},
) =>
  by.api(`/api/assets/${id}/${command}`, {
    method: "POST",
    body: body as Record<string, unknown>,
    headers,
  });
const find = async (id: string) => (await json(await admin.api(`/api/assets/${id}`))).data;
const said = async (answer: Response) => {
  const { message, errors } = await json(answer);
  return [answer.status, errors ?? message];
};
const companyId = () => w.companies.acme.id;
const counter = async (name: string) =>
  (
    await m.db
      .prepare("select value from counters where company_id = ? and id = ?")
      .bind(companyId(), name)
      .first<{ value: number }>()
  )?.value ?? 0;
const own = () => ({ company_id: companyId(), id: newId(), created_at: 1, updated_at: 1 });
const reason = "Seen on the round";

describe("commands of a device", () => {
  test("a life from received to disposed, each step with who, when and why", async () => {
    const id = await made({ put_to_use_on: "" });
    expect((await find(id)).lifecycle).toBe("received");
    const steps: [string, object, object][] = [
      [
        "commission",
        { installed_on: "2026-01-10" },
        { lifecycle: "in_service", installed_on: "2026-01-10" },
      ],
      ["standby", { reason }, { lifecycle: "standby" }],
      ["resume", { reason }, { lifecycle: "in_service" }],
      ["not-located", { reason }, { not_located_since: expect.stringMatching(/^\d{4}-/) }],
      ["found", {}, { not_located_since: null }],
      ["condition", { condition: "working_limited", reason }, { condition: "working_limited" }],
      [
        "condemn",
        { condemn_reason: "unsafe", reason },
        { lifecycle: "condemned", condemn_reason: "unsafe" },
      ],
      ["reinstate", { reason }, { lifecycle: "standby", condemn_reason: null, condemned_on: null }],
      [
        "condemn",
        { condemn_reason: "surplus", condemned_on: "2026-02-01" },
        { condemned_on: "2026-02-01" },
      ],
      [
        "dispose",
        {
          disposal_mode: "sale",
          disposed_on: "2026-02-02",
          disposal_value: "1500.50",
          disposal_ref: "S-1",
        },
        { lifecycle: "disposed", disposal_value: "1500.50", disposal_ref: "S-1" },
      ],
    ];
    for (const [command, body, after] of steps) {
      const answer = await tell(id, command, body);
      expect([command, answer.status, d1Of(answer).trips]).toEqual([command, 200, 3]);
      expect([command, await find(id)]).toMatchObject([command, after]);
    }
    const { results } = await m.db
      .prepare(
        "select action, actor_name, reason, changes from activity_log where company_id = ? and asset_id = ? order by id",
      )
      .bind(companyId(), id)
      .all<{ action: string; actor_name: string; reason: string | null; changes: string }>();
    expect(results.slice(1).map(({ action }) => action)).toEqual(
      steps.map(([command]) => `${command.replace("-", "_")}.asset`),
    );
    expect(new Set(results.map((row) => row.actor_name))).toEqual(new Set(["admin of acme"]));
    expect(JSON.parse(results[2]!.changes)).toEqual([
      { field: "lifecycle", from: "in_service", to: "standby" },
    ]);
    const late: [string, object][] = [
      ["move", { department_id: other.departmentId, reason }],
      ["condition", { condition: "working", reason }],
      ["found", {}],
      ["rotate-qr", {}],
      ["reinstate", { reason }],
    ];
    for (const [command, body] of late)
      expect([command, (await tell(id, command, body)).status]).toEqual([command, 409]);
    expect(
      (
        await admin.api(`/api/assets/${id}`, {
          method: "PUT",
          body: { asset_code: "A", name: "B", category_id: m.categoryId },
        })
      ).status,
    ).toBe(409);
  });

  test("a move takes counters, search and the time line with it", async () => {
    const id = await made({ serial_no: "MV-77" });
    const places = {
      ...own(),
      level: "city",
      name: "Commands city",
      path: "Commands city",
      path_ids: "",
      depth: 1,
    };
    await insert(m.db, "locations", { ...places, path_ids: `/${places.id}/` });
    const names = [m, other].map(({ departmentId }) => `assets.department:${departmentId}`);
    const before = await Promise.all(names.map(counter));
    const answer = await tell(id, "move", {
      department_id: other.departmentId,
      location_id: places.id,
      room: "Bed 7",
      reason,
    });
    expect(await said(answer)).toEqual([200, "Asset moved to Elsewhere ward"]);
    expect(await Promise.all(names.map(counter))).toEqual([before[0]! - 1, before[1]! + 1]);
    expect(await find(id)).toMatchObject({
      department_name: "Elsewhere ward",
      location_path: "Commands city",
      room: "Bed 7",
    });
    const hits = async (department: string) =>
      (
        (await (await admin.api(`/api/assets?q=mv77&department=${department}`)).json()) as {
          data: unknown[];
        }
      ).data.length;
    expect([await hits(m.departmentId), await hits(other.departmentId)]).toEqual([0, 1]);
    const { changes } = (await m.db
      .prepare(
        "select changes from activity_log where company_id = ? and asset_id = ? and action = 'move.asset'",
      )
      .bind(companyId(), id)
      .first<{ changes: string }>())!;
    expect(JSON.parse(changes)).toContainEqual({
      field: "department",
      from: "Commands ward",
      to: "Elsewhere ward",
    });
    const again = {
      department_id: other.departmentId,
      location_id: places.id,
      room: "Bed 7",
      reason,
    };
    expect(await said(await tell(id, "move", again))).toEqual([
      422,
      { department_id: ["Choose another Location, place or room"] },
    ]);
    expect(await said(await tell(id, "move", { department_id: m.archivedId, reason }))).toEqual([
      422,
      { department_id: ["Location is archived or was deleted"] },
    ]);
    for (const unknown of [
      { department_id: newId() },
      { department_id: m.departmentId, location_id: newId() },
    ])
      expect((await tell(id, "move", { ...unknown, reason })).status).toBe(404);
  });

  test("condemning ends what was open, and is refused while the device is away", async () => {
    const id = await made();
    const breakdown = {
      ...own(),
      number: `SC-${id.slice(-6)}`,
      asset_id: id,
      department_id: m.departmentId,
      source: "web",
      reported_by_name: "N",
      reported_at: 1,
      problem: "No display",
      priority: "high",
      status: "assigned",
    };
    const schedule = {
      ...own(),
      asset_id: id,
      kind: "pm",
      title: "PM",
      interval_unit: "month",
      interval_count: 6,
      mode: "fixed",
      anchor_on: "2026-01-01",
      source: "oem",
    };
    const due = {
      ...own(),
      schedule_id: schedule.id,
      asset_id: id,
      kind: "pm",
      due_on: "2027-01-01",
    };
    const pass = {
      ...own(),
      number: `GP-${id.slice(-6)}`,
      kind: "returnable",
      purpose: "repair",
      party_name: "P",
      carrier_name: "C",
      status: "out",
    };
    const line = { ...own(), gate_pass_id: pass.id, asset_id: id, condition_out: "good" };
    await insert(m.db, "breakdowns", breakdown);
    await insert(m.db, "schedules", schedule);
    await insert(m.db, "due_occurrences", due);
    await insert(m.db, "gate_passes", pass);
    await insert(m.db, "gate_pass_lines", line);
    const out = await tell(id, "condemn", { condemn_reason: "lost" });
    expect(await said(out)).toEqual([409, "It is out on a gate pass. Return it first."]);
    await m.db
      .prepare("update gate_pass_lines set is_open = 0 where company_id = ? and id = ?")
      .bind(companyId(), line.id)
      .run();
    await m.db
      .prepare(
        "update assets set open_breakdown_count = 1, is_down = 1, next_pm_on = '2026-12-01' where company_id = ? and id = ?",
      )
      .bind(companyId(), id)
      .run();
    expect((await tell(id, "condemn", { condemn_reason: "lost" })).status).toBe(200);
    expect(await find(id)).toMatchObject({
      open_breakdown_count: 0,
      is_down: false,
      next_pm_on: null,
      lifecycle: "condemned",
    });
    const states = await m.db.batch<{ state: unknown }>(
      (
        [
          ["breakdowns", "status", breakdown.id],
          ["schedules", "is_active", schedule.id],
          ["due_occurrences", "status", due.id],
        ] as const
      ).map(([table, column, row]) =>
        m.db
          .prepare(`select ${column} as state from ${table} where company_id = ? and id = ?`)
          .bind(companyId(), row),
      ),
    );
    expect(states.map(({ results }) => results[0]!.state)).toEqual([
      "closed_condemned",
      0,
      "cancelled",
    ]);
    const closed = await m.db
      .prepare(
        "select count(*) as n from activity_log where company_id = ? and asset_id = ? and action = 'close_condemned.breakdown'",
      )
      .bind(companyId(), id)
      .first<{ n: number }>();
    expect(closed!.n).toBe(1);
  });

  test("what is not valid is told by field", async () => {
    const id = await made();
    const cases: [string, object, Record<string, string[]>][] = [
      ["standby", {}, { reason: ["Reason is required"] }],
      ["standby", { reason, colour: "red" }, { colour: ["colour is not a field of this form"] }],
      ["condemn", { condemn_reason: "bored" }, { condemn_reason: ["Choose why it is condemned"] }],
      ["condemn", { condemn_reason: "other" }, { reason: ["Say why"] }],
      [
        "condemn",
        { condemn_reason: "lost", condemned_on: "2999-01-01" },
        { condemned_on: ["The date cannot be in the future"] },
      ],
      [
        "condition",
        { condition: "working", reason },
        { condition: ["It is in this condition already"] },
      ],
      [
        "not-located",
        { not_located_since: "2999-01-01" },
        { not_located_since: ["The date cannot be in the future"] },
      ],
    ];
    for (const [command, body, errors] of cases)
      expect([command, ...(await said(await tell(id, command, body)))]).toEqual([
        command,
        422,
        errors,
      ]);
    expect((await tell(id, "explode", {})).status).toBe(404);
    const received = await made({ put_to_use_on: "", purchase_on: "2026-02-01" });
    expect(await said(await tell(received, "commission", { installed_on: "2026-01-01" }))).toEqual([
      422,
      { installed_on: ["Installed cannot be before the purchase date"] },
    ]);
  });

  test("who may: edit, approve, and Admins alone take back", async () => {
    const id = await made();
    const enter = async (...permissions: string[]) =>
      clientOf(
        w,
        w.companies.acme.host,
        (await newPerson(w, w.companies.acme, { permissions })).email,
      );
    const [editor, approver] = [
      await enter("view-asset", "edit-asset"),
      await enter("view-asset", "approve-asset"),
    ];
    expect((await tell(id, "condemn", { condemn_reason: "lost" }, editor)).status).toBe(403);
    expect((await tell(id, "standby", { reason }, approver)).status).toBe(403);
    expect((await tell(id, "standby", { reason }, editor)).status).toBe(200);
    expect((await tell(id, "condemn", { condemn_reason: "lost" }, approver)).status).toBe(200);
    expect((await tell(id, "reinstate", { reason }, approver)).status).toBe(403);
    const stranger = await signedIn(w, w.companies.globex, "admin");
    expect((await tell(id, "reinstate", { reason }, stranger)).status).toBe(404);
    expect((await tell(id, "reinstate", { reason })).status).toBe(200);
  });

  test("two people at once: one is first, the other is told; one key is one command", async () => {
    const id = await made();
    const both = await Promise.all(
      Array.from({ length: 5 }, () => tell(id, "standby", { reason })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const one = await made();
    const version = (await find(one)).version;
    expect((await tell(one, "standby", { reason, version })).status).toBe(200);
    const late = await tell(one, "resume", { reason, version });
    expect([late.status, await json(late)]).toMatchObject([
      409,
      { message: "Someone else changed this record", data: { lifecycle: "standby" } },
    ]);
    const key = { "Idempotency-Key": newId() };
    const [first, second] = [
      await tell(one, "resume", { reason }, admin, key),
      await tell(one, "resume", { reason }, admin, key),
    ];
    expect([first.status, await json(first)]).toEqual([second.status, await json(second)]);
  });

  test("a new QR code is another one", async () => {
    const id = await made();
    const token = async () =>
      (await m.db
        .prepare("select qr_token as t from assets where company_id = ? and id = ?")
        .bind(companyId(), id)
        .first<{ t: string }>())!.t;
    const before = await token();
    expect((await tell(id, "rotate-qr")).status).toBe(200);
    expect(await token()).toMatch(/^[0-9a-f]{32}$/);
    expect(await token()).not.toBe(before);
    const { changes } = (await m.db
      .prepare(
        "select changes from activity_log where company_id = ? and asset_id = ? and action = 'rotate_qr.asset'",
      )
      .bind(companyId(), id)
      .first<{ changes: string }>())!;
    expect(changes).toBe("[]");
  });
});

/** The machine of the data model, said once more. */
const machine: Record<string, Record<string, string>> = {
  received: { commission: "in_service", condemn: "condemned" },
  in_service: { standby: "standby", condemn: "condemned" },
  standby: { resume: "in_service", condemn: "condemned" },
  condemned: { reinstate: "standby", dispose: "disposed" },
  disposed: {},
};
const bodies: Record<string, object> = {
  commission: { installed_on: "2026-01-10" },
  standby: { reason },
  resume: { reason },
  condemn: { condemn_reason: "obsolete" },
  reinstate: { reason },
  dispose: { disposal_mode: "scrap", disposal_value: "0" },
};

test("any sequence of commands keeps to the machine", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(bodies)), { minLength: 3, maxLength: 9 }),
      async (commands) => {
        const id = await made({ put_to_use_on: "" });
        let state = "received";
        let version = 1;
        for (const command of commands) {
          const next = machine[state]![command];
          const answer = await tell(id, command, {
            ...bodies[command],
            ...(command === "dispose" ? { disposed_on: companyToday() } : {}),
          });
          expect([state, command, answer.status]).toEqual([state, command, next ? 200 : 409]);
          if (next) version++;
          state = next ?? state;
          expect(await find(id)).toMatchObject({ lifecycle: state, version });
        }
      },
    ),
    { numRuns: 12 },
  );
});
