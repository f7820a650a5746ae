import { afterAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { minute } from "#tests/support/clock.ts";
import { planned } from "#tests/support/due.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, openWorld } from "#tests/support/world.ts";

// A world of its own: in the shared one, every other company's year would be planned too.
const w = await openWorld();
afterAll(() => w.server.close());

test.each([
  {
    ...{ name: "spring", zone: "Europe/Berlin", change: "2027-03-28" },
    ...{
      before: "2027-03-27T05:00:00Z",
      early: "2027-03-28T03:59:00Z",
      six: "2027-03-28T04:00:00Z",
    },
    next: "2027-03-29T04:00:00Z",
  },
  {
    ...{ name: "autumn", zone: "America/New_York", change: "2027-11-07" },
    ...{
      before: "2027-11-06T10:00:00Z",
      early: "2027-11-07T10:59:00Z",
      six: "2027-11-07T11:00:00Z",
    },
    next: "2027-11-08T11:00:00Z",
  },
])("on the day the clocks change in $zone, reminders come at six there, once", async (at) => {
  const company = await addCompany(w.env, `zone-${at.name}`, 2, 1);
  const shard = rowsOf(w, company);
  await shard.setProfile({ time_zone: at.zone });
  const { asset } = await bench(w, company, []);
  const told = async () =>
    (
      await shard.all<{ title: string }>(
        "select title from notifications where company_id = ? and user_id = ? and kind = 'due.coming' order by id",
        company.users.admin.id,
      )
    ).map(({ title }) => title.split(":")[0]);
  for (const days of [7, 8]) {
    const on = addDays(at.change, days);
    await planned(shard, {
      assetId: asset,
      from: on,
      until: on,
      kind: days === 7 ? "pm" : "calibration",
    });
  }
  await minute(w, at.before);
  expect(await told()).toEqual([]);
  await minute(w, at.early);
  expect(await told(), "before six").toEqual([]);
  await minute(w, at.six);
  await minute(w, at.six);
  expect(await told()).toEqual(["PM due in 7 days"]);
  await minute(w, at.next);
  expect(await told()).toEqual(["PM due in 7 days", "Calibration due in 7 days"]);
});
