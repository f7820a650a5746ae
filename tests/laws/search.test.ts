import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { wireFields } from "#tests/support/bodies.ts";
import { type Client, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";
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

let w: World;
let twin: Twin;
let admin: Client;
let staff: Client;
const ids: Record<string, Record<string, string>> = {};

/** The field that names a record, where it is not its name. */
const naming: Record<string, string> = { "pm-checklists": "machine_name" };
const staffBody = (path: string): Record<string, unknown> =>
  path === "pm-checklists" ? { machine_type_id: twinType, lists: ["One"] } : {};
let twinType = "";
function companyBody(path: string): Record<string, unknown> {
  const { machine_type_id: _, ...body } = wireFields(path, twin.rows);
  return { ...body, ...(path === "locations" ? { parent_id: null, level: "city" } : {}) };
}

async function made(client: Client, path: string, body: Record<string, unknown>, name: string) {
  const sent = { ...body, [naming[path] ?? "name"]: name };
  const answer = await client.api(`/api/${path}`, { method: "POST", body: sent });
  const { data, message } = (await answer.json()) as { data: { id: string }; message: string };
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${message}`);
  ids[path] = { ...ids[path], [name]: data.id };
}

beforeAll(async () => {
  w = await world();
  twin = await fill(w, await addCompany(w.env, "searches", 2, 0));
  admin = await signedIn(w, twin.company, "admin");
  staff = await superAdmin(w);
  await mastersFor(w, twin.company, "Search");
  for (const name of Object.keys(typed)) {
    for (const path of Object.keys(resources)) await made(admin, path, companyBody(path), name);
    await made(staff, "machine-types", {}, name);
    twinType = ids["machine-types"]![name]!;
    for (const path of Object.keys(platformResources).filter((one) => one !== "machine-types"))
      await made(staff, path, staffBody(path), name);
  }
});

const idsOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
};

describe("a name in any script is found however it is typed", () => {
  test.each(Object.keys(resources))("in the list of %s", async (path) => {
    for (const [name, word] of searches) {
      const answer = await admin.api(`/api/${path}?q=${encodeURIComponent(word)}`);
      expect([word, d1Of(answer).read <= 400]).toEqual([word, true]);
      expect([word, (await idsOf(answer)).includes(ids[path]![name]!)]).toEqual([word, true]);
    }
  });

  test.each(Object.keys(platformResources))("in the platform's list of %s", async (path) => {
    for (const [name, word] of searches)
      expect([
        word,
        (await idsOf(await staff.api(`/api/${path}?q=${encodeURIComponent(word)}`))).includes(
          ids[path]![name]!,
        ),
      ]).toEqual([word, true]);
  });

  test("in the list of the platform's people", async () => {
    for (const name of Object.keys(typed)) {
      const id = newId();
      const email = `s${id.slice(-12)}@plumbline.test`;
      await insert(w.env.CONTROL_DB, "staff", {
        id,
        name,
        email,
        role_id: "role-super",
        status: "invited",
        created_at: 1,
        updated_at: 1,
      });
      for (const word of typed[name]!)
        expect([
          word,
          (
            await idsOf(await staff.api(`/api/super-admin/users?q=${encodeURIComponent(word)}`))
          ).includes(id),
        ]).toEqual([word, true]);
    }
  });

  test.each([...Object.keys(choosable), "machine-types"])("in the picker of %s", async (list) => {
    await twin.db
      .prepare("update users set status = 'active' where company_id = ? and status = 'invited'")
      .bind(twin.company.id)
      .run();
    for (const [name, word] of searches) {
      const answer = await admin.page(`/choices?list=${list}&q=${encodeURIComponent(word)}`);
      const labels = ((await answer.json()) as { label: string }[]).map(({ label }) => label);
      expect([
        list,
        word,
        labels.some((label) => label.includes(name)),
        d1Of(answer).read <= 400,
      ]).toEqual([list, word, true, true]);
    }
  });

  test("in the palette, of every kind", async () => {
    for (const [name, word] of searches) {
      const answer = await admin.page(`/palette?q=${encodeURIComponent(word)}`);
      const found = (await answer.json()) as { group: string; title: string }[];
      const groups = found.filter(({ title }) => title.includes(name)).map(({ group }) => group);
      expect([word, new Set(groups)]).toEqual([
        word,
        new Set(["Assets", "Stock", "Vendors", "People"]),
      ]);
    }
  });

  test("under its new name at once, and no longer under the old one", async () => {
    for (const path of Object.keys(resources)) {
      const [id] = Object.values(ids[path]!) as [string];
      const found = async (q: string) =>
        (await idsOf(await admin.api(`/api/${path}?q=${encodeURIComponent(q)}`))).includes(id);
      const row = (await (await admin.api(`/api/${path}/${id}`)).json()) as {
        data: Record<string, unknown>;
      };
      const changed = { ...companyBody(path), name: "Øresund új" };
      const answer = await admin.api(`/api/${path}/${id}`, {
        method: "PUT",
        body: path === "users" ? { ...changed, email: row.data.email } : changed,
      });
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, await found("ÚJ"), await found("Ärztelager")]).toEqual([path, true, false]);
    }
  });

  test("what is deleted leaves no search row", async () => {
    const searchRows = async (id: string) =>
      await twin.db
        .prepare("select count(*) as n from search_index where rowid = cast(? as integer)")
        .bind(searchRowId(id))
        .first<number>("n");
    // People leave, they are not deleted.
    for (const path of Object.keys(resources).filter((name) => name !== "users")) {
      await made(admin, path, companyBody(path), "Leaving");
      const id = ids[path]!.Leaving!;
      const before = await searchRows(id);
      const answer = await admin.api(`/api/${path}/${id}`, { method: "DELETE" });
      expect([path, before, answer.status, await searchRows(id)]).toEqual([path, 1, 200, 0]);
    }
  });
});
