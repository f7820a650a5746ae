import { describe, expect, test } from "vitest";
import type { Choice } from "#app/shared/list.ts";
import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { fresh, wireFields } from "#tests/support/bodies.ts";
import { type Client, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, insert, world } from "#tests/support/world.ts";
import { platformResources, resources } from "#worker/domain/index.ts";
import { choosable } from "#worker/domain/lists/choices.ts";

/** Names as hospitals have them, and how people type them. */
const typed: Record<string, string[]> = {
  Ärztelager: ["Ärztelager", "ärztelager", "ÄRZTE", "arzte", "A\u0308rzte"],
  "PIÑA Ñandú": ["piña", "PINA", "ñandu"],
  "İstanbul ward": ["İstanbul", "istanbul", "ISTANBUL"],
  "Θάλαμος Άλφα": ["θάλαμος", "ΘΆΛΑΜΟΣ", "θάλαμος άλ"],
  "वार्ड कक्ष": ["वार्ड", "कक्ष"],
};
const searches = Object.entries(typed).flatMap(([name, words]) =>
  words.map((word) => [name, word] as const),
);

const w = await world();
const twin = await fill(w, await addCompany(w.env, "searches", 2, 0));
const admin = await signedIn(w, twin.company, "admin");
const staff = await superAdmin(w);
await mastersFor(w, twin.company, "Search");

/** The fields of a record besides its name. */
function fieldsOf(path: string): Record<string, unknown> {
  const { machine_type_id: _, ...fields } = wireFields(path, twin.rows);
  return { ...fields, ...(path === "locations" ? { parent_id: null, level: "city" } : {}) };
}
/** The field by which people know a record, where that is not its name. */
const namings: Record<string, string> = {
  "pm-checklists": "machine_name",
  helps: "question",
  "app-sliders": "title",
  contracts: "number",
  "machine-models": "model",
  "contract-reviews": "scope",
  "cmc-entries": "parameter",
  "safety-limits": "standard",
};
/** What a record of the platform needs besides its name. */
const ofPlatform: Record<string, () => Record<string, unknown>> = {
  "pm-checklists": () => ({ lists: ["One"] }),
  plans: () => ({
    ...{ code: fresh(), service_type: 0, currency: "INR", price_monthly: "1", price_yearly: "1" },
    ...{ trial_days: 0, valid_from: "2026-01-01" },
  }),
  helps: () => ({ answer: "Yes", audience: "public", service_types: [0] }),
  "app-sliders": () => ({ alt: "A pump", placement: "app" }),
  testimonials: () => ({ quote: "Good" }),
};
/** The platform's lists by names. Codes of coupons are of plain letters and digits. */
const platformLists = Object.keys(platformResources).filter((path) => path !== "coupons");
/** The ids of the records of each list, by their names. */
const ids: Record<string, Record<string, string>> = {};
async function add(client: Client, path: string, fields: Record<string, unknown>, name: string) {
  const naming = namings[path] ?? "name";
  const sent = { ...fields, [naming]: name };
  const { status, data, message } = await client.call("POST", `/api/${path}`, sent);
  if (status !== 201) throw new Error(`${path}: ${status} ${message}`);
  ids[path] = { ...ids[path], [name]: data.id };
  return data.id;
}
const contract = {
  ...{ kind: "amc", vendor_id: twin.rows.vendors!.id },
  ...{ start_on: "2026-01-01", end_on: "2026-12-31" },
};
for (const name of Object.keys(typed)) {
  for (const path of Object.keys(resources)) await add(admin, path, fieldsOf(path), name);
  await add(admin, "contracts", contract, name);
  const machine_type_id = await add(staff, "machine-types", {}, name);
  for (const path of platformLists.filter((path) => path !== "machine-types")) {
    const type = path === "pm-checklists" ? { machine_type_id } : {};
    await add(staff, path, { ...type, ...ofPlatform[path]?.() }, name);
  }
}

/** The ids that a list finds for a word, and how many rows it read for that. */
async function search(client: Client, path: string, word: string) {
  const { status, data, read } = await client.call<{ id: string }[]>(
    "GET",
    `/api/${path}?q=${encodeURIComponent(word)}`,
  );
  expect(status, word).toBe(200);
  return { read, found: data.map(({ id }) => id) };
}

describe("a name in any script is found however it is typed", () => {
  test.each(Object.keys(resources))("in the list of %s", async (path) => {
    for (const [name, word] of searches) {
      const { read, found } = await search(admin, path, word);
      expect(read, word).toBeLessThanOrEqual(400);
      expect(found, word).toContain(ids[path]![name]);
    }
  });

  test.each(Object.keys(resources))(
    "by the middle of a word and by a misspelt one, in the list of %s",
    async (path) => {
      for (const word of ["ztelager", "Ärztelaeger", "ärtzelager"]) {
        const { read, found } = await search(admin, path, word);
        expect(read, word).toBeLessThanOrEqual(2_400);
        expect(found, word).toContain(ids[path]!.Ärztelager);
      }
    },
  );

  test.each(platformLists)("in the platform's list of %s", async (path) => {
    for (const [name, word] of searches)
      expect((await search(staff, path, word)).found, word).toContain(ids[path]![name]);
  });

  test("in the list of the platform's people", async () => {
    for (const name of Object.keys(typed)) {
      const id = newId();
      const email = `s${id.slice(-12)}@plumbline.test`;
      await insert(w.env.CONTROL_DB, "staff", {
        ...{ id, name, email, role_id: "role-super", status: "invited" },
        ...{ created_at: 1, updated_at: 1 },
      });
      for (const word of typed[name]!)
        expect((await search(staff, "super-admin/users", word)).found, word).toContain(id);
    }
  });

  test.each([...Object.keys(choosable), "machine-types"])("in the picker of %s", async (list) => {
    await rowsOf(w, twin.company).run(
      "update users set status = 'active' where company_id = ? and status = 'invited'",
    );
    for (const [name, word] of searches) {
      const answer = await admin.page(`/choices?list=${list}&q=${encodeURIComponent(word)}`);
      const shown = ((await answer.json()) as Choice[]).flatMap(({ label, hint }) => [label, hint]);
      expect(shown.join("\n"), `${list} ${word}`).toContain(name);
      expect(d1Of(answer).read, word).toBeLessThanOrEqual(400);
    }
    const nearly = await admin.page(`/choices?list=${list}&q=ztelager`);
    expect(await nearly.text()).toContain("Ärztelager");
  });

  test("in the palette, of every kind", async () => {
    for (const [name, word] of searches) {
      const answer = await admin.page(`/palette?q=${encodeURIComponent(word)}`);
      const found = (await answer.json()) as { group: string; title: string }[];
      const groups = found.filter(({ title }) => title.includes(name)).map(({ group }) => group);
      expect(new Set(groups), word).toEqual(
        new Set([
          ...["Assets", "Calibrators", "Consumers", "Device templates", "Machines"],
          ...["People", "Procedures", "Recalls", "Stock", "Vendors"],
        ]),
      );
    }
  });

  test.each(Object.keys(resources))("under its new name at once: %s", async (path) => {
    const [id] = Object.values(ids[path]!) as [string];
    const { email, user_id } = (await admin.call("GET", `/api/${path}/${id}`)).data;
    const { status } = await admin.call("PUT", `/api/${path}/${id}`, {
      ...fieldsOf(path),
      ...(path === "users" ? { email } : {}),
      ...(path === "signatures" ? { user_id } : {}),
      [namings[path] ?? "name"]: "Øresund új",
    });
    expect(status).toBe(200);
    expect((await search(admin, path, "ÚJ")).found).toContain(id);
    expect((await search(admin, path, "Ärztelager")).found).not.toContain(id);
  });

  // People leave, they are not deleted.
  const deletable = Object.keys(resources).filter((path) => path !== "users");
  test.each(deletable)("and no more once it is deleted: %s", async (path) => {
    const id = await add(admin, path, fieldsOf(path), "Leaving");
    const inIndex = () =>
      twin.db
        .prepare("select count(*) as n from search_index where rowid = cast(? as integer)")
        .bind(searchRowId(id))
        .first<number>("n");
    expect(await inIndex()).toBe(1);
    expect((await admin.call("DELETE", `/api/${path}/${id}`)).status).toBe(200);
    expect(await inIndex()).toBe(0);
  });
});
