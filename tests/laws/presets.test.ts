import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { livingRows } from "#tests/support/living-rows.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { plain } from "#worker/domain/imports/columns.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";
import { columnHeaded, presets, recognised } from "#worker/domain/imports/presets/index.ts";
import { programs } from "#worker/domain/imports/presets/programs.ts";
import { sampleRows } from "#worker/domain/imports/presets/sample.ts";

const all = Object.values(presets);

describe.each(all)("$name", (preset) => {
  const { columns, notes, keyFields } = kinds[preset.kind]!;
  const fieldOf = (name: string) => columns.find((column) => column.name === name);

  test("places every column in a field that is there, in the notes, or says why it stays", () => {
    for (const { heading, field, out, isKept } of preset.columns) {
      if (field) expect([heading, fieldOf(field)?.name]).toEqual([heading, field]);
      const isTold = Boolean(field) || Boolean(out) || notes !== undefined;
      expect([heading, isTold]).toEqual([heading, true]);
      expect([heading, Boolean(field && out), Boolean(isKept && !notes)]).toEqual([
        ...[heading, false, false],
      ]);
    }
  });

  test("reads only cells that are neither found by the database nor what rows are known by", () => {
    const read = preset.columns.flatMap((column) => (column.read ? (column.field ?? "") : []));
    for (const field of read)
      expect([
        field,
        fieldOf(field)?.master,
        keyFields.includes(field) && !fieldOf(field)?.as,
      ]).toEqual([field, undefined, false]);
  });

  test("calls no two columns alike, and fills and gives only what is there", () => {
    const names = preset.columns.map(({ heading }) => plain(heading));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const [field, { heading }] of Object.entries(preset.otherwise ?? {}))
      expect([field, fieldOf(field)?.name, columnHeaded(preset, heading)?.heading]).toEqual([
        ...[field, field, heading],
      ]);
    for (const field of Object.keys(preset.given ?? {})) expect(fieldOf(field)?.name).toBe(field);
    expect(programs.map(({ name }) => name)).toContain(preset.program);
  });

  test("is known by its own sample, in any order of columns, and by no list of ours", () => {
    const [header = []] = sampleRows(preset);
    expect(recognised(header)?.name).toBe(preset.name);
    expect(recognised([...header].reverse())?.name).toBe(preset.name);
    for (const kind of Object.values(kinds))
      expect([kind.name, recognised(kind.columns.map(({ label }) => label))]).toEqual([
        ...[kind.name, null],
      ]);
  });
});

test("what a program's database is asked stands in the guide, and answers what its preset knows", () => {
  const guide = readFileSync("docs/moving-in.md", "utf8");
  for (const { name, query } of programs.filter((program) => program.query)) {
    expect(guide).toContain(query);
    const headings = [...query!.split("\nFROM ")[0]!.matchAll(/(\w+)(?=,|$)/g)].map(
      ([word]) => word,
    );
    const [preset] = all.filter(({ program }) => program === name);
    expect(headings.filter((heading) => !columnHeaded(preset!, heading))).toEqual([]);
  }
});

describe("a sample", () => {
  let shard: Rows;
  let imports: ReturnType<typeof importer>;
  beforeAll(async () => {
    const w = await world();
    const { globex } = w.companies;
    shard = rowsOf(w, globex);
    imports = importer(await signedIn(w, globex, "admin"));
  });

  /** What was done on devices needs the devices. */
  async function devicesOf({ sample }: (typeof all)[number]) {
    const codes = [...new Set(sample.map((row) => row["Asset Tag"]!))];
    const head = ["Asset code", "Name", "Category", "Location"];
    const rows = codes.map((code) => [code, "Device", "Law category", "Law ward"]);
    await imports.bringIn("assets", [head, ...rows], { missing: ["category", "department"] });
  }

  test.each(all)(
    "of $name comes in without an error as the dry run said, again changes nothing, and undoing leaves all as it was",
    async (preset) => {
      if (preset.kind === "past-services") await devicesOf(preset);
      const before = await livingRows(shard);
      const rows = sampleRows(preset);
      const open = async () => {
        const { data, message } = await imports.upload(preset.kind, csvOf(rows));
        expect(message).toBe(`${preset.sample.length} rows read`);
        const found = await imports.find(data.id);
        expect(found).toMatchObject({ preset: preset.name, looks_like: preset.name });
        const mapped = await imports.map(data.id, { missing: found.options.missing });
        expect([mapped.status, mapped.errors]).toEqual([200, undefined]);
        return { id: data.id, counts: (await imports.check(data.id)).counts };
      };
      const first = await open();
      const errors = (await imports.rows(first.id, "?show=error")).data;
      expect(errors.map(({ row_no, wrong }) => [row_no, wrong])).toEqual([]);
      const added = preset.sample.length;
      expect(first.counts).toEqual({ create: added });
      expect((await imports.run(first.id)).counts).toEqual({ create: added, created: added });
      expect((await open()).counts).toEqual({ same: preset.sample.length });
      await imports.undo(first.id);
      expect(await livingRows(shard)).toEqual(before);
    },
  );
});
