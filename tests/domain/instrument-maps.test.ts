import { describe, expect, test } from "vitest";
import type { InstrumentMap, MapContent } from "#app/shared/measuring/instrument-map.ts";
import { begin, laboratoryOf, passing, save } from "#tests/support/certifying.ts";
import type { Client } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { addCompany, world } from "#tests/support/world.ts";

const w = await world();
const company = await addCompany(w.env, "instrument-maps", 1, 1);
const lab = await laboratoryOf(w, company, 1);
const bench = lab.people[0]!;
const reader = await colleague(w, company, "view-certificate-report");
const other = await laboratoryOf(w, await addCompany(w.env, "other-maps", 1, 1), 1);

const content: MapContent = {
  ...{ heads: ["Test", "Value", "Unit"], decimal: "comma", time: null, days: "day_first" },
  rules: [
    {
      when: [{ column: "Test", equals: "Earth" }],
      ...{ column: "Value", unit: { in: "column", column: "Unit" } },
      to: { as: "check", name: "Protective earth" },
    },
    {
      ...{ when: [], column: "Value", unit: { in: "map", code: "J" } },
      to: { as: "reading", parameter: "Energy", side: "reference", at: "Set" },
    },
  ],
};
const map = (more: object = {}) => ({
  ...{ name: `Analyser ${Math.random()}`, instrument: "Fluke ESA615", kind: "safety_analyser" },
  ...{ content, ...more },
});
const post = (body: object) => bench.client.call("POST", "/api/instrument-maps", body);
const knownTo = async ({ client }: typeof bench) =>
  (await (await client.page("/instrument-map/known")).json()) as InstrumentMap[];

describe("a map of files of a hospital without the laboratory", () => {
  const path = "/inhouse-calibration/maps";
  const form = (more: object = {}) => ({
    ...map(more),
    content: JSON.stringify(content),
    intent: "create",
  });
  const rights = ["view-inhouse-calibration", "edit-inhouse-calibration"] as const;
  const told = async ({ client }: { client: Client }) =>
    (await (await client.page(path)).json()) as InstrumentMap[];

  test("is made and corrected by who measures in house, and by nobody else", async () => {
    const clinic = await addCompany(w.env, "maps-of-clinic", 0, 1);
    const nurse = await colleague(w, clinic, ...rights);
    const viewer = await colleague(w, clinic, "view-inhouse-calibration");
    const made = await nurse.client.form(path, form({ name: "Ward analyser" }));
    expect([made.status, (await made.json()) as object]).toEqual([
      201,
      expect.objectContaining({ message: "Instrument map added" }),
    ]);
    const [known] = await told(nurse);
    expect(known).toMatchObject({ name: "Ward analyser", content });
    const changed = { name: "Analyser of the wards", intent: "update", id: known!.id };
    const again = await nurse.client.form(path, { ...form(changed), ...changed, version: "1" });
    expect(again.status).toBe(200);
    expect((await told(nurse)).map(({ name }) => name)).toEqual(["Analyser of the wards"]);
    expect((await viewer.client.form(path, form())).status).toBe(403);
    expect((await viewer.client.page(path)).status).toBe(403);
    expect((await nurse.client.page("/instrument-maps")).status).toBe(403);
    const elsewhere = await told(await colleague(w, company, ...rights));
    expect(elsewhere.map(({ name }) => name)).not.toContain("Analyser of the wards");
  });

  test("is one of the company's: the bench of its laboratory recognises by it too", async () => {
    const both = await laboratoryOf(w, await addCompany(w.env, "maps-of-both", 2, 1), 1);
    const nurse = await colleague(w, both.company, ...rights);
    expect((await nurse.client.form(path, form({ name: "Of a ward" }))).status).toBe(201);
    expect((await knownTo(both.people[0]!)).map(({ name }) => name)).toContain("Of a ward");
  });
});

describe("a map of files", () => {
  test("is made on the bench, recognises from then on, and is renamed, archived and deleted", async () => {
    const body = map();
    const { status, data } = await post(body);
    expect(status).toBe(201);
    expect(await knownTo(bench)).toContainEqual({ ...body, id: data.id, version: 1 });
    const path = `/api/instrument-maps/${data.id}`;
    const renamed = { ...body, name: "ESA615 of the bench", content: JSON.stringify(content) };
    expect((await bench.client.call("PUT", path, { ...renamed, version: 1 })).status).toBe(200);
    expect((await bench.client.call("PUT", path, { ...renamed, version: 1 })).status).toBe(409);
    expect(await knownTo(bench)).toContainEqual({ ...renamed, content, id: data.id, version: 2 });
    await bench.client.call("POST", `${path}/archive`);
    expect((await knownTo(bench)).map(({ id }) => id)).not.toContain(data.id);
    await bench.client.call("POST", `${path}/restore`);
    expect((await knownTo(bench)).map(({ id }) => id)).toContain(data.id);
    expect((await bench.client.call("DELETE", path)).status).toBe(200);
    expect((await knownTo(bench)).map(({ id }) => id)).not.toContain(data.id);
  });

  test("is of its company alone, and made by who may write certificates", async () => {
    const { data } = await post(map());
    expect(await knownTo(other.people[0]!)).toEqual([]);
    expect(
      (await other.people[0]!.client.call("GET", `/api/instrument-maps/${data.id}`)).status,
    ).not.toBe(200);
    expect((await reader.client.call("GET", `/api/instrument-maps/${data.id}`)).status).toBe(200);
    expect((await reader.client.call("POST", "/api/instrument-maps", map())).status).toBe(403);
    expect((await reader.client.call("DELETE", `/api/instrument-maps/${data.id}`)).status).toBe(
      403,
    );
    expect((await reader.client.page("/instrument-map/known")).status).toBe(403);
  });

  const rule = content.rules[0]!;
  test.each([
    ["no rule", { rules: [] }],
    ["no column it is known by", { heads: [] }],
    ["too many rules", { rules: Array(201).fill(rule) }],
    ["a rule of four columns", { rules: [{ ...rule, when: Array(4).fill(rule.when[0]) }] }],
    ["a unit that is not known", { rules: [{ ...rule, unit: { in: "map", code: "fl" } }] }],
    ["a target that is not known", { rules: [{ ...rule, to: { as: "page", name: "x" } }] }],
    ["more than is asked", { extra: 1 }],
    ["a name that is too long", { rules: [{ ...rule, column: "x".repeat(121) }] }],
  ])("with %s is refused", async (_, more) => {
    const { status, errors } = await post(map({ content: { ...content, ...more } }));
    expect(status).toBe(422);
    expect(Object.keys(errors!).every((field) => /^content|^extra$/.test(field))).toBe(true);
  });
  test.each(["", "{", "[]", "null", '"x"'])("that is %s is refused", async (text) => {
    expect((await post(map({ content: text }))).status).toBe(422);
  });
});

describe("what a draft keeps of a file", () => {
  type Change = { at: string; source: string };
  const changesOf = async (id: string) => {
    const set = (await lab.shard.get("certificate_reports", id)).measurement_set_id;
    const rows = await lab.shard.all<{ changes: string }>(
      `select changes from measurement_changes where company_id = ? and measurement_set_id = '${set}' order by id`,
    );
    return rows.flatMap(({ changes }) => JSON.parse(changes) as Change[]);
  };
  test("is each side of a reading, each check and each reading of the room that was imported", async () => {
    const { id } = await begin(lab, bench);
    const line = passing.as_found.e50;
    const measured = {
      ...passing,
      as_found: {
        ...passing.as_found,
        e50: { ...line, indication: ["50"], imported: { indication: [], reference: [0, 2] } },
        // As drafts of before have it: of both sides in one.
        e200: { ...passing.as_found.e200, imported: [1] },
      },
      checks: { housing: { ...passing.checks.housing, value: "1", imported: true } },
      environment: [{ first: "22.1", last: "22.6", imported: ["last"] }],
    };
    const { status, errors } = await save(bench, id, { measured });
    expect([status, errors]).toEqual([200, undefined]);
    const imported = (await changesOf(id)).filter(({ source }) => source === "import");
    expect(imported.map(({ at }) => at).sort()).toEqual([
      ...["as_found:e200:reference:2", "as_found:e50:reference:1", "as_found:e50:reference:3"],
      ...["check:housing:value", "environment:0:last"],
    ]);
  });
  test.each([
    [
      "a side that is not known",
      { as_found: { e50: { ...passing.as_found.e50, imported: { both: [1] } } } },
    ],
    [
      "a reading of the room that is not known",
      { environment: [{ first: "1", last: "2", imported: ["middle"] }] },
    ],
    [
      "a mark that is none",
      { checks: { housing: { ...passing.checks.housing, imported: "yes" } } },
    ],
  ])("is not %s", async (_, more) => {
    const { id } = await begin(lab, bench);
    expect((await save(bench, id, { measured: { ...passing, ...more } })).status).toBe(422);
  });
});
