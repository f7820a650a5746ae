import { expect, test } from "vitest";
import { devices, morningOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();

test("a date that is made late joins the month that runs, and none that is closed", async () => {
  const rows = rowsOf(w, await addCompany(w.env, "closedmonths", 2, 2));
  const { ids } = await devices(rows, ["high"]);
  const due = (on: string) => planned(rows, { assetId: ids[0]!, from: on, until: on });
  const frozen = () =>
    rows.all("select due_on from due_closings where company_id = ? order by due_on");
  await due("2026-01-10");
  await morningOf(rows, "2026-02-03");
  expect(await frozen()).toEqual([{ due_on: "2026-01-10" }]);
  await due("2026-01-20");
  await due("2026-02-01");
  await morningOf(rows, "2026-02-04");
  expect(await frozen()).toEqual([{ due_on: "2026-01-10" }, { due_on: "2026-02-01" }]);
});
