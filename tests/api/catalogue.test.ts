import { beforeAll, expect, test } from "vitest";
import { newCatalogueVersion } from "#tests/support/catalogue.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
const stamps = { created_at: 1, updated_at: 1 };
beforeAll(async () => {
  w = await world();
  const control = w.env.CONTROL_DB;
  const types = [
    { id: "ct-vent", name: "Catalogue ventilator", archived_at: null },
    { id: "ct-old", name: "Catalogue retired", archived_at: 1 },
  ];
  await insert(control, "machine_types", ...types.map((type) => ({ ...type, ...stamps })));
  const list = { machine_type_id: "ct-vent", lists: '["Power","Alarm"]', ...stamps };
  const lists = [
    { id: "cl-1", machine_name: "Servo-i", archived_at: null },
    { id: "cl-2", machine_name: "Archived one", archived_at: 1 },
  ];
  await insert(control, "pm_checklists", ...lists.map((named) => ({ ...list, ...named })));
  await newCatalogueVersion(w);
});

test("companies read machine types and checklists under the specification's names", async () => {
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  type Named = { id: string; name: string };
  const types = async () =>
    (await engineer.call<Named[]>("GET", "/api/machine_types/get")).data.filter(({ id }) =>
      id.startsWith("ct-"),
    );
  // The Worker trusts what it has just read for another test for some seconds.
  await expect
    .poll(types, { timeout: 8000 })
    .toEqual([{ id: "ct-vent", name: "Catalogue ventilator" }]);
  const lists = await engineer.api("/api/pm_list/ct-vent");
  expect(await lists.json()).toEqual({
    success: true,
    message: "",
    data: [{ id: "cl-1", machine_name: "Servo-i", lists: ["Power", "Alarm"] }],
  });
});

test("a warm catalogue costs no trip of its own", async () => {
  const viewer = await signedIn(w, w.companies.globex, "viewer");
  await viewer.call("GET", "/api/pm_list/ct-vent");
  expect((await viewer.call("GET", "/api/pm_list/ct-vent")).trips).toBe(1);
});

test("staff are not a company: their token reads no catalogue call", async () => {
  const staff = await superAdmin(w);
  expect((await staff.api("/api/machine_types/get")).status).toBe(401);
});
