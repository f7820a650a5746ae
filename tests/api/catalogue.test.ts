import { beforeAll, expect, test } from "vitest";
import { d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
const stamps = { created_at: 1, updated_at: 1 };
beforeAll(async () => {
  w = await world();
  const control = w.env.CONTROL_DB;
  await insert(control, "machine_types", {
    id: "ct-vent",
    name: "Catalogue ventilator",
    ...stamps,
  });
  await insert(control, "machine_types", {
    id: "ct-old",
    name: "Catalogue retired",
    archived_at: 1,
    ...stamps,
  });
  const list = { machine_type_id: "ct-vent", lists: '["Power","Alarm"]', ...stamps };
  await insert(control, "pm_checklists", { id: "cl-1", machine_name: "Servo-i", ...list });
  await insert(control, "pm_checklists", {
    id: "cl-2",
    machine_name: "Archived one",
    archived_at: 1,
    ...list,
  });
  await control
    .prepare(
      "insert into catalogue_versions (name, version) values ('catalogue', 1) on conflict (name) do update set version = version + 1",
    )
    .run();
});

test("companies read machine types and checklists under the specification's names", async () => {
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  const types = (await (await engineer.api("/api/machine_types/get")).json()) as {
    success: boolean;
    data: { id: string; name: string }[];
  };
  expect(types.success).toBe(true);
  expect(types.data.find((type) => type.id === "ct-vent")).toEqual({
    id: "ct-vent",
    name: "Catalogue ventilator",
  });
  expect(types.data.some((type) => type.id === "ct-old")).toBe(false);
  const lists = await engineer.api("/api/pm_list/ct-vent");
  expect(await lists.json()).toEqual({
    success: true,
    message: "",
    data: [{ id: "cl-1", machine_name: "Servo-i", lists: ["Power", "Alarm"] }],
  });
});

test("a warm catalogue costs no trip of its own", async () => {
  const viewer = await signedIn(w, w.companies.globex, "viewer");
  await viewer.api("/api/pm_list/ct-vent");
  expect(d1Of(await viewer.api("/api/pm_list/ct-vent")).trips).toBe(1);
});

test("staff are not a company: their token reads no catalogue call", async () => {
  const staff = await superAdmin(w);
  expect((await staff.api("/api/machine_types/get")).status).toBe(401);
});
