import { expect, test } from "vitest";
import { addMonths } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of } from "#tests/support/client.ts";
import { eachKnowledge } from "#tests/support/large-hospital.ts";
import { colleague } from "#tests/support/person.ts";
import { companyDb, rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, TIME_ZONE, world } from "#tests/support/world.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";

const [DEPARTMENTS, CATEGORIES, DEVICES] = [40, 30, 800];
/** A page reads its own rows, and of several Locations a row of each; their list is looked through in every statement. */
const [MOST, MOST_OF_SEVERAL] = [300, 500];

test("a person limited to Locations reads few rows, and of too many of them is asked to choose", async () => {
  const w = await world();
  const company = await addCompany(w.env, "wide", 2, 2);
  const rows = rowsOf(w, company);
  const some = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({ id: newId(), name: `${name} ${n}` }));
  const [wards, kinds] = [some(DEPARTMENTS, "Ward"), some(CATEGORIES, "Kind")];
  await rows.add("departments", ...wards);
  await rows.add("categories", ...kinds);
  const devices = some(DEVICES, "Device").map((device, n) => ({
    ...{ ...device, asset_code: `W-${n}`, qr_token: device.id, lifecycle: "in_service" },
    ...{ criticality: ["life_support", "high", "medium", "low"][n % 4], condition: "working" },
    ...{ category_id: kinds[n % CATEGORIES]!.id, department_id: wards[n % DEPARTMENTS]!.id },
    put_to_use_on: "2019-01-01",
  }));
  await rows.add("assets", ...devices);
  await rows.add("asset_details", ...devices.map(({ id }) => ({ id })));
  const month = companyToday().slice(0, 7);
  for (let back = 0; back < 40; back += 1)
    await rows.addUnstamped(
      "due_months",
      ...[...wards.map(({ id }) => ["department", id]), ["all", ""]].map(([dimension, value]) => ({
        id: newId(),
        ...{ month: addMonths(`${month}-01`, -back).slice(0, 7), dimension, value },
        counts: JSON.stringify({ "pm:high:on_time": 1 }),
      })),
    );
  await keepStatistics(companyDb(rows), { timeZone: TIME_ZONE, now: Date.now() });
  const seen = ["view-asset", "view-breakdown", "view-vendor", "view-stock", "export-asset"];
  const people: { places: number; client: Client }[] = [];
  for (const places of [1, 3, 6, 12, 24, 40]) {
    const { id, client } = await colleague(w, company, ...seen);
    for (const ward of wards.slice(0, places))
      await rows.add("user_scopes", { user_id: id, department_id: ward.id });
    people.push({ places, client });
  }
  const dear: string[] = [];
  await eachKnowledge(rows.db, async (known) => {
    for (const { places, client } of people) {
      await client.page("/profile.data");
      for (const search of [
        ...["", "period=month", "period=quarter&compare=none", "period=custom&from=2024-01"],
        ...["criticality=high", `department=${wards[0]!.id}`],
      ]) {
        const page = await client.page(`/statics.data?${search}`);
        expect(page.status).toBe(200);
        const { read } = d1Of(page);
        const text = await page.text();
        const isTold = text.includes("Assets by lifecycle");
        const isOne = places === 1 || (places <= 12 && search.startsWith("department"));
        const most = isOne ? MOST : MOST_OF_SEVERAL;
        if (read > most) dear.push(`${places} Locations, ${search}, ${known}: ${read}`);
        if ((places <= 6 && !search.includes("custom")) || search.startsWith("department"))
          expect(isTold, search).toBe(true);
      }
    }
  });
  expect(dear).toEqual([]);
}, 120_000);
