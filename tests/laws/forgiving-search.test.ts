import { describe, expect, test } from "vitest";
import { wireFields } from "#tests/support/bodies.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { vocabulary } from "#worker/permissions.ts";

const w = await world();
const twin = await fill(w, await addCompany(w.env, "forgives", 2, 0));
const admin = await signedIn(w, twin.company, "admin");
const other = await fill(w, await addCompany(w.env, "neighbour", 2, 0));
const neighbour = await signedIn(w, other.company, "admin");
await mastersFor(w, twin.company, "Forgiving");
await mastersFor(w, other.company, "Forgiving");

async function added(client: Client, path: string, fields: Record<string, unknown>) {
  const rows = client === admin ? twin.rows : other.rows;
  const { machine_type_id: _, ...rest } = wireFields(path, rows);
  const { status, data, message } = await client.call("POST", `/api/${path}`, {
    ...rest,
    ...fields,
  });
  if (status !== 201) throw new Error(`${path}: ${status} ${message}`);
  return data.id as string;
}
/** What the list of devices finds, and how many rows it read for that. */
async function search(client: Client, q: string, more = "") {
  const answer = await client.call<{ id: string }[]>(
    "GET",
    `/api/assets?q=${encodeURIComponent(q)}${more}`,
  );
  expect(answer.status, q).toBe(200);
  const { meant } = answer as unknown as { meant: string | null };
  return { found: answer.data.map(({ id }) => id), read: answer.read, trips: answer.trips, meant };
}

const devices = {
  ventilator: { name: "Critical-care Ventilator", make: "Hamilton", model: "Galileo" },
  workstation: { name: "Anaesthesia workstation", make: "Dräger", model: "Fabius" },
  radiography: { name: "Mobile X-ray unit", make: "Siemens Healthineers", model: "Mobilett" },
  recorder: { name: "12-channel Electrocardiograph", make: "Schiller", model: "Cardiovit" },
  pump: { name: "Volumetric pump", make: "Ørsted Łódź", model: "Infusomat" },
};
const icu = await added(admin, "departments", { name: "ICU west" });
const ids: Record<string, string> = {};
for (const [key, device] of Object.entries(devices))
  ids[key] = await added(admin, "assets", {
    ...device,
    asset_code: `AST-0003${Object.keys(ids).length}`,
    ...(key === "pump" ? { department_id: icu } : {}),
  });

const mistakes: Record<string, (word: string, at: number) => string> = {
  "left out": (word, at) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word, at) => word.slice(0, at + 1) + word.slice(at),
  swapped: (word, at) =>
    word.slice(0, at) + (word[at + 1] ?? "") + word.slice(at, at + 1) + word.slice(at + 2),
};

describe("a device is found by every word of its name, make and model", () => {
  test.each(Object.entries(mistakes))("with a letter %s", async (_, mistake) => {
    for (const [key, texts] of Object.entries(devices))
      for (const word of Object.values(texts)
        .join(" ")
        .match(/\p{L}{4,}/gu)!)
        for (const at of [0, 1, Math.floor(word.length / 2), word.length - 1]) {
          const q = mistake(word, at);
          const { found, read, trips } = await search(admin, q);
          expect(found, q).toContain(ids[key]);
          expect(read, q).toBeLessThanOrEqual(300);
          expect(trips, q).toBeLessThanOrEqual(3);
        }
  });

  test.each([
    ["ventlator", "ventilator"],
    ["hamliton", "ventilator"],
    ["xray", "radiography"],
    ["x-ray", "radiography"],
    ["x ray", "radiography"],
    ["ecg", "recorder"],
    ["EKG", "recorder"],
    ["draeger", "workstation"],
    ["drager", "workstation"],
    ["dräger", "workstation"],
    ["orsted", "pump"],
    ["lodz", "pump"],
    ["ast33", "recorder"],
    ["ast 33", "recorder"],
    ["33", "recorder"],
    ["pump icu", "pump"],
    ["icu pmup", "pump"],
    ["station", "workstation"],
  ])("%s", async (q, key) => {
    expect((await search(admin, q)).found).toContain(ids[key]);
  });

  test("and by what was typed alone where that is asked for", async () => {
    expect(await search(admin, "ventlator")).toMatchObject({ meant: "ventilator" });
    expect(await search(admin, "ventilator")).toMatchObject({ meant: null, trips: upTo(2) });
    expect(await search(admin, "ventlator", "&typed=1")).toMatchObject({ meant: null, found: [] });
  });

  test("in the ids of all, the palette and the picker", async () => {
    const all = await admin.call<string[]>("GET", "/api/assets/ids?q=ventlator");
    expect(all.data).toEqual([ids.ventilator]);
    const palette = await admin.page("/palette?q=ventlator");
    expect(d1Of(palette).read).toBeLessThanOrEqual(300);
    expect(await palette.json()).toMatchObject([
      { href: `/asset/detail/${ids.ventilator}`, meant: "ventilator" },
    ]);
    const exact = (await (await admin.page("/palette?q=ast-33")).json()) as { href: string }[];
    expect(exact[0]!.href).toBe(`/asset/detail/${ids.recorder}`);
  });
});

test("a Location that is renamed, and a category by what it is also called, find their devices at once", async () => {
  const fields = { ...wireFields("departments", twin.rows), name: "Burns unit" };
  expect((await admin.call("PUT", `/api/departments/${icu}`, fields)).status).toBe(200);
  expect((await search(admin, "burns")).found).toEqual([ids.pump]);
  expect((await search(admin, "pump icu")).found).toEqual([]);
  const category = await added(admin, "categories", {
    name: "Fluids",
    synonyms: "drips, giving set",
  });
  const id = await added(admin, "assets", {
    ...{ name: "Alaris", category_id: category, sub_category_id: null },
  });
  expect((await search(admin, "drips")).found).toEqual([id]);
  expect((await search(admin, "giving set alaris")).found).toEqual([id]);
});

describe("a word is never told to who may see no device with it", () => {
  test("of another company", async () => {
    await added(neighbour, "assets", { name: "Zymograph" });
    expect(await search(neighbour, "zymogarph")).toMatchObject({ meant: "zymograph" });
    expect(await search(admin, "zymogarph")).toMatchObject({ meant: null, found: [] });
  });

  test("of another Location", async () => {
    const ward = await added(admin, "departments", { name: "Own ward" });
    const own = await added(admin, "assets", { name: "Autoclave", department_id: ward });
    const { id, client } = await colleague(w, twin.company, ...vocabulary.keys());
    await rowsOf(w, twin.company).add("user_scopes", { user_id: id, department_id: ward });
    expect(await search(client, "autoclvae")).toMatchObject({ meant: "autoclave", found: [own] });
    expect(await search(admin, "galielo")).toMatchObject({ meant: "galileo" });
    expect(await search(client, "galielo")).toMatchObject({ meant: null, found: [] });
    expect(await (await client.page("/palette?q=galielo")).json()).toEqual([]);
  });
});
