import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import type { CallFigures } from "#worker/domain/service-calls/figures.ts";

const HOUR = 3_600_000;
let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
let devices: { id: string; asset_code: string; name: string }[];
let ward: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "callfigures", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
  ({ rows: devices } = await manyAssets(w, company, 12));
  ward = await shard.add("departments", { name: "Ward of figures" });
});

const reported = async (at: number, equipment_down = "no") => {
  const body = { asset_id: devices[at]!.id, problem: "Alarm does not stop", equipment_down };
  const { data } = await admin.call("POST", "/api/service-calls", body);
  return data.id;
};
const move = (id: string, verb: string, body: object) =>
  admin.call("POST", `/api/service-calls/${id}/${verb}`, body);
const list = async (query = "", by = admin) => {
  const answer = await by.page(`/asset-breakdowns${query}`);
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  const sums = /<dl class="list-sums".*?<\/dl>/s.exec(html)?.[0] ?? "";
  return {
    html,
    sums: sums
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
    ...d1Of(answer),
  };
};

const figures = async (by = admin) => {
  const answer = await by.page("/asset-breakdowns/figures");
  return { told: (await answer.json()) as CallFigures | null, ...d1Of(answer) };
};

test("the figures over the list follow the calls, and are gone where the list is narrowed", async () => {
  const now = Date.now();
  const team = await shard.add("teams", { name: "Critical care" });
  const me = await shard.value<string>(
    "select id from users where company_id = ? and type = 'admin'",
  );
  await shard.add("team_members", { team_id: team, user_id: me! });
  const [late, down, mine] = [await reported(0), await reported(1, "yes"), await reported(2)];
  await shard.set("breakdowns", late, { clock_by: now - HOUR });
  await move(mine, "assign", { assigned_team_id: team });
  expect((await list()).sums).toBe("Open 3 Equipment down – Not assigned – Late –");
  expect((await figures()).told).toEqual({
    ...{ down: 1, unassigned: 2, late: 1, isCut: false },
    median: null,
  });
  expect((await list("?tab=mine")).html).toMatch(/My teams<span class="count">1</);

  // One that was answered late is late as well, for the figures and for both sides of the filter.
  const answered = { first_response_at: now, sla_respond_by: now - HOUR };
  await shard.set("breakdowns", down, answered);
  expect((await figures()).told).toMatchObject({ late: 2 });
  const listed = async (query: string) => {
    const { html } = await list(query);
    return [late, down, mine].map((id) => html.includes(`/asset-breakdown/${id}`));
  };
  expect(await listed("?late=yes")).toEqual([true, true, false]);
  expect(await listed("?late=no")).toEqual([false, false, true]);
  await shard.set("breakdowns", down, { first_response_at: null });

  for (const [at, respond, resolve] of [
    [3, 10, 60],
    [4, 20, 120],
    [5, 90, 600],
  ] as const) {
    const id = await reported(at);
    await move(id, "resolve", { cause_code: "battery", resolution: "Battery replaced" });
    const from = now - 24 * HOUR;
    const after = (minutes: number) => from + minutes * 60_000;
    await shard.set("breakdowns", id, {
      ...{ reported_at: from, first_response_at: after(respond), resolved_at: after(resolve) },
      sla_paused_ms: resolve === 120 ? HOUR / 2 : 0,
    });
  }
  expect((await figures()).told?.median).toEqual({
    ...{ of: 3, respond: "20 min", resolve: "1 h 30 min" },
  });
  expect((await list("?down=yes")).sums).toBe("");
  expect((await list("?down=yes&sort=priority")).sums).toBe(
    "Calls 1 Equipment down 1 Not assigned 1 Late 0",
  );
  await move(down, "cancel", { reason: "Reported by mistake" });
  expect((await figures()).told?.down).toBe(0);
});

test("of many open calls the most urgent are looked at; a limited person is told none", async () => {
  const { department_id } = await shard.get<{ department_id: string }>("assets", devices[0]!.id);
  const at = Date.now() - HOUR;
  const many = Array.from({ length: 120 }, (_, n) => ({
    ...{ id: newId(), number: `SC-many-${n}`, asset_id: devices[6]!.id, department_id },
    ...{ source: "web", reported_by_name: "Nurse", reported_at: at, problem: "No display" },
    ...{ priority: "low", status: n < 60 ? "new" : "closed", clock_by: n < 60 ? at + n : null },
    ...(n < 60
      ? { first_response_at: null, resolved_at: null, closed_at: null }
      : { first_response_at: at, resolved_at: at, closed_at: at }),
  }));
  await shard.add("breakdowns", ...many);
  await list();
  expect((await list()).read).toBeLessThanOrEqual(150);
  const { told, read, trips } = await figures();
  expect(told).toMatchObject({ late: 50, isCut: true, median: { of: 20 } });
  expect(read).toBeLessThanOrEqual(200);
  expect(trips).toBe(1);
  const limited = await colleague(w, company, "view-breakdown", "view-asset");
  await shard.add("user_scopes", { user_id: limited.id, department_id: ward });
  expect((await list("", limited.client)).sums).toBe("");
  expect((await figures(limited.client)).told).toBeNull();
});

test("the chip of a filter says the record that the address names, on the list and the board", async () => {
  const vendor = await shard.add("vendors", { name: "Draeger India", phone: "44", is_service: 1 });
  for (const view of ["", "&view=board"]) {
    const { html } = await list(`?location=${ward}&vendor=${vendor}${view}`);
    expect(html).toContain("Location: <b>Ward of figures</b>");
    expect(html).toContain("Vendor: <b>Draeger India</b>");
  }
});

test("a backup is reserved by a transfer that is filled in", async () => {
  const call = await reported(7);
  const { department_id } = await shard.get<{ department_id: string }>("assets", devices[7]!.id);
  const [spare, { number }] = [
    devices[8]!,
    await shard.get<{ number: string }>("breakdowns", call),
  ];
  const path = `/asset-transfer/create?assets=${spare.id}&standsIn=`;
  const html = await admin.text(path + call);
  expect(html).toContain(`Stands in for ${devices[7]!.asset_code}`);
  expect(html).toContain(`service call ${number}`);
  expect(html).toContain(`value="${department_id}"`);
  expect(html).toMatch(
    /name="kind"[^>]*checked=""[^>]*value="temporary"|value="temporary"[^>]*checked=""/,
  );
  expect(await admin.text(path + newId())).not.toContain("Stands in for");
});

test("the API adds a photo to a call with what it shows", async () => {
  const call = await reported(9);
  const send = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return admin.api(`/api/service-calls/${call}/photos`, { method: "POST", body: form });
  };
  const photo = new File([PNG], "housing.png", { type: "image/png" });
  expect((await send({ note: "The cracked housing" })).status).toBe(422);
  expect((await send({ photo })).status).toBe(422);
  expect((await send({ note: "The cracked housing", photo })).status).toBe(200);
  const { data } = await admin.call<{ events: { note: string; media_ids: string[] }[] }>(
    "GET",
    `/api/service-calls/${call}`,
  );
  const [id] = data.events.at(-1)!.media_ids;
  expect(data.events.at(-1)!.note).toBe("The cracked housing");
  expect((await shard.get("media", id!)).file_name).toBe("housing.png");
});

test("the dashboard leads to the call", async () => {
  const call = await reported(10);
  expect(await admin.text("/dashboard")).toContain(`href="/asset-breakdown/${call}"`);
});
