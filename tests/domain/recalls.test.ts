import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn, upTo } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let places: { categoryId: string; departmentId: string };
let elsewhere: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "recalled", 2, 0);
  shard = rowsOf(w, company);
  places = await mastersFor(w, company, "Recalled");
  elsewhere = (await mastersFor(w, company, "Unseen")).departmentId;
  admin = await signedIn(w, company, "admin");
});

const device = async (columns: object, details: object = {}) => {
  const id = newId();
  await shard.add("assets", {
    ...{ id, asset_code: `R-${id.slice(-8)}`, name: "Pump", qr_token: newId() },
    ...{ category_id: places.categoryId, department_id: places.departmentId },
    ...{ make: "Hamilton Medical", model: "HAMILTON-C3", serial_no: null, lifecycle: "in_service" },
    ...columns,
  });
  await shard.add("asset_details", { id, ...details });
  return id;
};
const notice = (number: string, more: object = {}) => ({
  ...{ source: "Maker", number, name: "Battery may overheat", maker: "Hamilton Medical AG" },
  ...{ models: "HAMILTON-C*", serials: "1000 to 1999", noticed_on: "2026-11-02" },
  ...more,
});
const bring = async (number: string, more: object = {}) =>
  (await admin.call("POST", "/api/recalls", notice(number, more))).data.id;
type Line = {
  id: string;
  asset_id: string;
  status: string;
  certainty: string;
  reasons: string[];
  breakdown_id: string | null;
};
const linesOf = async (recall: string, by = admin, query = "") =>
  (await by.call<Line[]>("GET", `/api/recalls/${recall}/assets${query}`)).data;
const lineOf = async (recall: string, asset: string) =>
  (await linesOf(recall)).find(({ asset_id }) => asset_id === asset);
const counts = async (recall: string) => {
  const { open_count, device_count } = await shard.get<Record<string, number>>("recalls", recall);
  return [open_count, device_count];
};
const move = (line: Line | undefined, word: string, body: object = {}) =>
  admin.call("POST", `/api/recall-assets/${line!.id}/${word}`, body);
/** What counters say, and what there is. */
const expectCounted = async () => {
  const open = "status in ('to_decide', 'affected')";
  expect(
    (await shard.value(
      "select value from counters where company_id = ? and id = 'recalls.open'",
    )) ?? 0,
  ).toBe(await shard.count("recall_assets", open));
  const wrong = await shard.all(
    `select id from recalls where company_id = ? and (open_count <> (select count(*) from recall_assets as line
      where line.company_id = recalls.company_id and line.recall_id = recalls.id and line.${open})
      or device_count <> (select count(*) from recall_assets as line where line.company_id = recalls.company_id and line.recall_id = recalls.id))`,
  );
  expect(wrong).toEqual([]);
};

describe("a recall", () => {
  test("finds its devices, tells why, and is open until each is answered", async () => {
    const sure = await device({ serial_no: "SN 1500" });
    const exact = await device({ serial_no: "1501" });
    const unknown = await device({ serial_no: null });
    await device({ serial_no: "2500" });
    await device({ make: "Philips", serial_no: "1502" });
    const recall = await bring("FSN-1");
    await minute(w);
    const found = await linesOf(recall);
    expect(new Map(found.map((line) => [line.asset_id, line.certainty]))).toEqual(
      new Map([
        [exact, "certain"],
        [unknown, "near"],
      ]),
    );
    expect(sure).not.toBe(exact);
    expect(found.find(({ asset_id }) => asset_id === exact)?.reasons).toEqual([
      "Maker Hamilton Medical",
      "Model HAMILTON-C3 is HAMILTON-C*",
      "Serial number 1501 lies in 1000 to 1999",
    ]);
    expect(await counts(recall)).toEqual([2, 2]);
    await expectCounted();

    expect((await move(await lineOf(recall, unknown), "clear")).status).toBe(422);
    const cleared = await move(await lineOf(recall, unknown), "clear", { reason: "Made in 2020" });
    expect([cleared.status, cleared.trips, cleared.message]).toEqual([
      200,
      upTo(3),
      "Marked as not affected",
    ]);
    expect(await counts(recall)).toEqual([1, 2]);
    const called = await move(await lineOf(recall, exact), "call");
    expect([called.status, called.message]).toEqual([200, "Service call made"]);
    expect((await move(await lineOf(recall, exact), "call")).message).toBe(
      "It has a service call already",
    );
    const line = await lineOf(recall, exact);
    expect(line?.status).toBe("affected");
    const call = await shard.get<{ problem: string; cause_code: string; asset_id: string }>(
      "breakdowns",
      line!.breakdown_id!,
    );
    expect(call).toMatchObject({
      ...{ asset_id: exact, cause_code: "recall" },
      problem: "Recall Maker FSN-1: Battery may overheat",
    });
    await expectCounted();

    const resolved = await admin.call("POST", `/api/service-calls/${line!.breakdown_id}/resolve`, {
      ...{ cause_code: "recall", resolution: "Battery replaced" },
    });
    expect(resolved.status).toBe(200);
    await minute(w);
    expect((await lineOf(recall, exact))?.status).toBe("done");
    expect(await counts(recall)).toEqual([0, 2]);
    await expectCounted();
    // A call that was made by mistake leaves the device to be dealt with.
    const other = await device({ serial_no: "1777" });
    await minute(w);
    await move(await lineOf(recall, other), "call");
    const mistaken = (await lineOf(recall, other))!.breakdown_id;
    const reason = { reason: "Wrong unit" };
    await admin.call("POST", `/api/service-calls/${mistaken}/cancel`, reason);
    await minute(w);
    expect(await lineOf(recall, other)).toMatchObject({ status: "affected", breakdown_id: null });
    expect((await move(await lineOf(recall, other), "call")).message).toBe("Service call made");
    const reopened = await admin.call("POST", `/api/service-calls/${line!.breakdown_id}/reopen`, {
      reason: "Hot again",
    });
    expect(reopened.status).toBe(200);
    await minute(w);
    expect((await lineOf(recall, exact))?.status).toBe("affected");
    const { data } = await admin.call<{ events: { status: string; note: string }[] }>(
      "GET",
      `/api/recall-assets/${line!.id}`,
    );
    expect(data.events.map(({ status }) => status)).toEqual([
      "to_decide",
      "affected",
      "done",
      "affected",
    ]);
    await expectCounted();
  });

  test("of yesterday finds a device of tomorrow, and one that is changed", async () => {
    const make = "Tomorrow GmbH";
    const recall = await bring("FSN-2", {
      maker: "Tomorrow",
      models: null,
      serials: "7000 to 7999",
    });
    const other = await device({ make, serial_no: "1" });
    await minute(w);
    expect(await linesOf(recall)).toEqual([]);
    const bought = await device({ make, serial_no: "7001" });
    await shard.set("assets", other, { serial_no: "7002" });
    await minute(w);
    expect(new Set((await linesOf(recall)).map(({ asset_id }) => asset_id))).toEqual(
      new Set([bought, other]),
    );
    await shard.set("assets", other, { serial_no: "8002" });
    await shard.set("assets", bought, { lifecycle: "condemned" });
    await minute(w);
    expect((await lineOf(recall, other))?.status).toBe("not_affected");
    expect((await lineOf(recall, bought))?.status).toBe("gone");
    expect(await counts(recall)).toEqual([0, 2]);
    await shard.set("assets", other, { serial_no: "7003" });
    await shard.set("assets", bought, { lifecycle: "standby" });
    await minute(w);
    expect((await linesOf(recall)).map(({ status }) => status)).toEqual(["to_decide", "to_decide"]);
    await expectCounted();
    expect(await shard.count("recall_queue")).toBe(0);
  });

  test("that is changed is compared again, and keeps what people have answered", async () => {
    const [one, two] = [await device({ serial_no: "30" }), await device({ serial_no: "40" })];
    const three = await device({ serial_no: "60" });
    const recall = await bring("FSN-3", { serials: "30, 40, 60" });
    await minute(w);
    await move(await lineOf(recall, one), "affect");
    await move(await lineOf(recall, three), "clear", { reason: "Changed before" });
    await admin.call("PUT", `/api/recalls/${recall}`, notice("FSN-3", { serials: "50" }));
    await minute(w);
    expect([(await lineOf(recall, one))?.status, (await lineOf(recall, two))?.status]).toEqual([
      "affected",
      "not_affected",
    ]);
    await admin.call("PUT", `/api/recalls/${recall}`, notice("FSN-3", { serials: "40, 60" }));
    await minute(w);
    expect([(await lineOf(recall, two))?.status, (await lineOf(recall, three))?.status]).toEqual([
      "to_decide",
      "not_affected",
    ]);
    await expectCounted();
  });

  test("looks at many devices in parts, each once", async () => {
    const many = Array.from({ length: 900 }, (_, n) => ({ id: newId(), n }));
    await shard.add(
      "assets",
      ...many.map(({ id, n }) => ({
        ...{ id, asset_code: `MANY-${n}`, name: "Monitor", qr_token: id, make: "Manyfold Ltd" },
        ...{ category_id: places.categoryId, department_id: places.departmentId },
        ...{ model: "M1", serial_no: String(n), lifecycle: "in_service" },
      })),
    );
    await shard.add("asset_details", ...many.map(({ id }) => ({ id })));
    const recall = await bring("FSN-4", { maker: "Manyfold", models: null, serials: null });
    await minute(w);
    expect(await counts(recall)).toEqual([900, 900]);
    expect(await shard.count("recall_queue")).toBe(0);
    await expectCounted();
    const page = await admin.call<Line[]>("GET", `/api/recalls/${recall}/assets`);
    expect([page.data.length, page.read, page.trips]).toEqual([25, upTo(150), upTo(2)]);
  });
});

test("a file brings recalls in, once however often, and is undone", async () => {
  const files = importer(admin);
  const sheet = [
    ["Source", "Number", "Title", "Maker", "Models", "Serial numbers", "Notice date", "Due date"],
    ["CDSCO", "A-1", "Alarm fails", "Acme", "X1, X2*", "1 to 9", "2026-11-02", "2026-12-31"],
    ["Maker", "A-1", "Another one", "Acme", "", "", "2026-11-03", ""],
    ["Maker", "A-2", "Wrong dates", "Acme", "", "", "2026-11-03", "2026-01-01"],
  ];
  const brought = () => shard.count("recalls", "number like 'A-%' and deleted_at is null");
  const first = await files.checked("recalls", sheet);
  expect(first.progress.counts).toMatchObject({ create: 2, error: 1 });
  await files.run(first.id);
  expect(await brought()).toBe(2);
  const again = await files.checked("recalls", sheet);
  expect(again.progress.counts).toMatchObject({ same: 2, error: 1 });
  await files.undo(first.id);
  expect(await brought()).toBe(0);
});

test("who is limited to Locations sees no device of another one, and no counts", async () => {
  const [here, there] = [
    await device({ make: "Limited Inc", serial_no: "L1" }),
    await device({ make: "Limited Inc", serial_no: "L2", department_id: elsewhere }),
  ];
  const recall = await bring("FSN-5", { maker: "Limited", models: null, serials: null });
  await minute(w);
  const viewer = company.users.viewer.id;
  await shard.add("user_permissions", {
    ...{ user_id: viewer, permission: "view-breakdown", web: "allow" },
  });
  await shard.add("user_scopes", { user_id: viewer, department_id: places.departmentId });
  const limited = await signedIn(w, company, "viewer");
  expect((await linesOf(recall, limited)).map(({ asset_id }) => asset_id)).toEqual([here]);
  expect((await linesOf(recall)).map(({ asset_id }) => asset_id).sort()).toEqual(
    [here, there].sort(),
  );
  const listed = await limited.call<{ id: string }[]>("GET", "/api/recalls");
  expect(listed.data.find(({ id }) => id === recall)).toMatchObject({
    ...{ open_count: null, device_count: null },
  });
  const html = await limited.text(`/recall/${recall}`);
  expect(html).not.toContain("Assets of this recall");
  expect((await move(await lineOf(recall, there), "affect")).status).toBe(200);
  expect(
    (await limited.call("GET", `/api/recall-assets/${(await lineOf(recall, there))!.id}`)).status,
  ).toBe(404);
  expect(await limited.text(`/asset/detail/${here}`)).toContain("FSN-5");
});
