import { expect, test } from "vitest";
import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

// At any hour it is another day in one of them than it is in UTC.
const zones = ["Pacific/Auckland", "Pacific/Pago_Pago"] as const;

test.each(zones)("what is due is counted from the day it is in %s", async (zone) => {
  const w = await world();
  const company = await addCompany(w.env, `days-${zone.slice(-4).toLowerCase()}`, 2, 0);
  const shard = rowsOf(w, company);
  await shard.setProfile({ time_zone: zone });
  const admin = await signedIn(w, company, "admin");
  const today = dayIn(zone);
  const added = async (path: string, body: object): Promise<string> => {
    const { status, errors, data } = await admin.call("POST", path, body);
    expect([status, errors]).toEqual([201, undefined]);
    return data.id;
  };
  const days = { late: -1, today: 0, last: 30, after: 31 };
  const dates = Object.entries(days).map(([name, ahead]) => [name, addDays(today, ahead)] as const);
  const numbers = async (path: string) =>
    (await admin.call<{ name: string }[]>("GET", path)).data.map(({ name }) => name).sort();
  const fileOf = async (path: string) => (await (await admin.page(path)).text()).split("\r\n");
  const inFile = async (path: string) => {
    const lines = (await fileOf(path)).slice(1).join("\n");
    return Object.keys(days)
      .filter((name) => lines.includes(`${name},`))
      .sort();
  };

  const consumer = await added("/api/consumers", { name: "Clinic" });
  const model = await added("/api/machine-models", { manufacturer: "Zoll", model: "R" });
  for (const [name, day] of dates) {
    const id = await added("/api/calibrators", { name, kind: "analyser", serial_no: name });
    await shard.set("calibrators", id, { due_on: day, order_on: day, next_check_on: day });
    const machine = await added("/api/machines", {
      ...{ name, owner: "consumer", consumer_id: consumer, machine_model_id: model },
      ...{ serial_no: name },
    });
    await shard.set("machines", machine, { next_due_on: day, order_on: day });
  }
  for (const [filter, path] of [
    ["due=expired", "calibrators"],
    ["check=expired", "calibrators"],
    ["due=overdue", "machines"],
  ])
    expect([filter, await numbers(`/api/${path}?${filter}`)]).toEqual([filter, ["late"]]);
  const within = ["last", "late", "today"];
  for (const [filter, path] of [
    ["due=30", "calibrators"],
    ["check=30", "calibrators"],
    ["due=30", "machines"],
  ]) {
    expect(await numbers(`/api/${path}?${filter}`)).toEqual(within);
    expect(
      await inFile(`/${path === "machines" ? path : "calibrations"}/export.csv?${filter}`),
    ).toEqual(within);
  }

  const every = { check_every_value: 1, check_every_unit: "month" };
  const checked = await added("/api/calibrators", {
    ...{ name: "Checked", kind: "analyser", serial_no: "checked", ...every },
  });
  expect(await shard.get("calibrators", checked)).toMatchObject({
    next_check_on: addMonths(today, 1),
  });
});
