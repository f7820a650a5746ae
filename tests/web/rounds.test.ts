import { describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { newId } from "#drizzle/columns.ts";
import { catalogue } from "#tests/support/catalogue.ts";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "wards", 0, 2);
const rows = rowsOf(w, company);
const engineer = await signedIn(w, company, "engineer");
const today = companyToday();

/** Devices of a Location of their own whose PM is due today, each with its occurrence. */
async function ward(count: number) {
  const tag = newId().slice(-8);
  const pm = await catalogue(w, `Pump ${tag}`, "Pump, 6-monthly", ["Flow [45 to 55 ml/h]"]);
  const department = await rows.add("departments", { name: `Ward ${tag}` });
  const category = await rows.add("categories", { name: `Pumps ${tag}` });
  const devices = Array.from({ length: count }, (_, at) => ({
    ...{ id: newId(), asset_code: `W-${tag}-${at}`, name: "Pump", qr_token: `${tag}${at}` },
    ...{ category_id: category, department_id: department, lifecycle: "in_service" },
    ...{ machine_type_id: pm.type, next_pm_on: today },
  }));
  await rows.add("assets", ...devices);
  return { tag, department, pm, ids: devices.map(({ id }) => id) };
}
const packageOf = async (query: string, who = engineer) => {
  const answer = await who.page(`/rounds/package?${query}`);
  return {
    status: answer.status,
    ...d1Of(answer),
    body: (await answer.json()) as RoundPackage & { message: string },
  };
};

const flow = (value: string, status: "yes" | "no" = "yes") => ({
  ...{ name: "Flow", status, remark: "", unit: "ml/h", low: "45", high: "55", value },
});
/** A report of a device, written past the app. */
const reported = (assetId: string, on: string, checks: object[] = [], checklist?: string) =>
  rows.add("service_reports", {
    ...{ asset_id: assetId, service_on: on, done_by: "Meera", service_ticket: newId() },
    ...{ pm_lists: JSON.stringify(checks), checks_yes: checks.length, pm_checklist_id: checklist },
  });

describe("a round's package", () => {
  test("has the devices that are due, what they are served by, and what was left to know", async () => {
    const { department, pm, ids: all, tag } = await ward(4);
    const [ids, later, calibrated] = [all.slice(0, 2), all[2]!, all[3]!];
    const only = (assetId: string, on: string, kind = "pm") =>
      planned(rows, { assetId, from: on, until: on, kind });
    await only(ids[0]!, today);
    await only(ids[1]!, addDays(today, 12), "electrical_safety");
    // Neither what is planned later nor what a report does not do is taken along.
    await only(ids[1]!, addDays(today, 80));
    await only(later, addDays(today, 80));
    await only(calibrated, today, "calibration");
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...{ service_ticket: "PM-260101080000", date: "2026-01-01", service_type: "pm" },
      ...{
        complaint_by: "R. Krishnan",
        remark: "Castor worn",
        pm_lists: JSON.stringify([flow("50")]),
      },
      ...{ machine_type_id: pm.type, pm_checklist_id: pm.machine },
    }))
      form.set(name, value);
    await engineer.call("POST", `/api/service-report/create/${ids[0]}`, form);
    await rows.set("assets", ids[0]!, { next_pm_on: today });
    const store = await rows.add("stores", { name: `Store ${tag}` });
    const item = await rows.add("stock_items", {
      ...{ store_id: store, name: `Filter ${tag}`, rate_minor: 100, quantity: 7 },
    });
    await rows.addUnstamped("stock_item_machine_types", {
      ...{ stock_item_id: item, machine_type_id: pm.type, machine_type_name: "Pump" },
    });

    const { body } = await packageOf(`department=${department}`);
    expect(body.devices.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const [first] = body.devices.filter(({ id }) => id === ids[0]);
    expect(first!.occurrences.map(({ dueOn, status }) => [dueOn, status])).toEqual([
      [today, "scheduled"],
    ]);
    expect(first!.last).toMatchObject({
      ...{ serviceTicket: "PM-260101080000", remark: "Castor worn" },
    });
    expect(first!.lastChecks).toEqual([
      {
        ...{ serviceOn: "2026-01-01", checklistId: pm.machine },
        checks: [{ name: "Flow", found: "50 ml/h", remark: "" }],
      },
    ]);
    const second = body.devices.find(({ id }) => id === ids[1])!;
    expect(second.occurrences.map(({ kind, planOn }) => [kind, planOn])).toEqual([
      ["electrical_safety", addDays(today, 12)],
    ]);
    expect(body.takes).toEqual({ occurrence: true, missed: true });
    expect(body.checklists).toEqual([
      {
        ...{ id: pm.machine, name: "Pump, 6-monthly", machineTypeId: pm.type },
        lists: ["Flow [45 to 55 ml/h]"],
      },
    ]);
    expect(body.items).toMatchObject([{ id: item, quantity: 7, types: [pm.type] }]);
    expect(body.person.name).toBe("engineer of wards");
  });

  test("tells what was found last time by the latest report with checks, and by that of each planned service", async () => {
    const { department, ids } = await ward(1);
    const [id] = ids as [string];
    const safety = newId();
    const scheduleId = await planned(rows, {
      ...{ assetId: id, from: addDays(today, -60), until: addDays(today, 1), every: [60, "day"] },
      kind: "electrical_safety",
    });
    await planned(rows, { assetId: id, from: today, until: today });
    const tested = await reported(id, addDays(today, -60), [flow("61", "no")], safety);
    await rows.run(
      "update due_occurrences set status = 'done', service_report_id = ?3 where company_id = ?1 and schedule_id = ?2 and due_on < ?4",
      scheduleId,
      tested,
      today,
    );
    for (const [back, value] of [
      [50, "47"],
      [40, "48"],
      [30, "49"],
    ] as const)
      await reported(id, addDays(today, -back), [flow(value)], "monthly");
    await rows.set("service_reports", await reported(id, addDays(today, -20), [flow("99")]), {
      cancelled_at: 1,
    });
    await reported(id, addDays(today, -10));
    const [device] = (await packageOf(`department=${department}`)).body.devices;
    expect(device!.last!.serviceOn).toBe(addDays(today, -10));
    expect(
      device!.lastChecks!.map(({ serviceOn, checklistId, checks }) => [
        serviceOn,
        checklistId,
        checks[0]!.found,
      ]),
    ).toEqual([
      [addDays(today, -30), "monthly", "49 ml/h"],
      [addDays(today, -60), safety, "61 ml/h, No"],
    ]);
  });

  test("by planned services that were picked has their devices, whenever they are planned", async () => {
    const { ids } = await ward(2);
    const on = addDays(today, 60);
    for (const assetId of ids) await planned(rows, { assetId, from: on, until: on });
    const due = await rows.value<string>(
      "select id from due_occurrences where company_id = ?1 and asset_id = ?2",
      ids[0],
    );
    const { body } = await packageOf(`due=${due}`);
    expect(body.devices.map((one) => [one.id, one.occurrences.map(({ id }) => id)])).toEqual([
      [ids[0], [due]],
    ]);
    expect((await packageOf(body.address.split("?")[1]!)).body.devices).toEqual(body.devices);
  });

  test("of 200 devices reads 20 rows a device at most, in three trips after the session; 201 are refused", async () => {
    const { department, ids } = await ward(200);
    const floor = await rows.add("locations", {
      ...{ level: "floor", name: "Floor 3", path: "Main / Floor 3", path_ids: "/3/", depth: 0 },
    });
    await rows.run(
      "update assets set location_id = ?3 where company_id = ?1 and department_id = ?2",
      department,
      floor,
    );
    for (const [at, id] of ids.entries()) {
      const from = addDays(today, at % 2 ? -180 : 0);
      await planned(rows, { assetId: id, from, until: today, every: [180, "day"] });
      const done = await reported(id, addDays(today, -180), [flow("50")]);
      for (const back of [90, 30]) await reported(id, addDays(today, -back));
      await rows.run(
        "update due_occurrences set status = 'done', service_report_id = ?3 where company_id = ?1 and asset_id = ?2 and due_on < ?4",
        id,
        done,
        today,
      );
    }
    await packageOf(`department=${department}`);
    const { status, body, read, trips } = await packageOf(`department=${department}`);
    expect([status, body.devices.length]).toEqual([200, 200]);
    for (const { lastChecks, floor: path } of body.devices)
      expect([lastChecks![0]!.checks[0]!.found, path]).toEqual(["50 ml/h", "Main / Floor 3"]);
    expect(read).toBeLessThanOrEqual(200 * 20);
    expect(JSON.stringify(body).length).toBeLessThan(2 * 1024 * 1024);
    expect(trips).toBeLessThanOrEqual(4);
    const [one] = ids;
    const same = await rows.get("assets", one!);
    const more = await rows.add("assets", {
      ...same,
      ...{ id: newId(), asset_code: newId(), qr_token: newId() },
    });
    await planned(rows, { assetId: more, from: today, until: today });
    const refused = await packageOf(`department=${department}`);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "More than 200 devices are due here by then. Choose an earlier day, or pick devices in All Assets.",
    ]);
    const many = await packageOf(`ids=${Array.from({ length: 201 }, () => "x").join(",")}`);
    expect(many.status).toBe(422);
  });
});

describe("a round of a large Location", () => {
  test.each([600, 1400])(
    "of %i devices costs what it takes along, and an entry of an index for 1,000 devices at most",
    async (size) => {
      const { department, ids } = await ward(size);
      const [pm, safety] = ids;
      await planned(rows, { assetId: pm!, from: today, until: today });
      await planned(rows, {
        assetId: safety!,
        from: today,
        until: today,
        kind: "electrical_safety",
      });
      await rows.run(
        "update assets set next_pm_on = ?3 where company_id = ?1 and department_id = ?2 and id <> ?4",
        department,
        addDays(today, 80),
        pm,
      );
      const counter = `assets.department:${department}`;
      await rows.run(
        "insert into counters (company_id, id, value) values (?1, ?2, ?3)",
        counter,
        size,
      );
      await packageOf(`department=${department}`);
      const { body, read } = await packageOf(`department=${department}`);
      expect(body.devices.map(({ id }) => id)).toEqual([pm, safety].sort());
      expect(body.isPartial).toBe(size > 1000);
      expect(read).toBeLessThanOrEqual(Math.min(size, 1000) + 100);
    },
  );

  test("takes a service that a certificate closes along with no device", async () => {
    const { ids } = await ward(1);
    await planned(rows, { assetId: ids[0]!, from: today, until: today, kind: "calibration" });
    const due = await rows.value<string>(
      "select id from due_occurrences where company_id = ?1 and asset_id = ?2",
      ids[0],
    );
    expect((await packageOf(`due=${due}`)).body.devices).toEqual([]);
  });
});
