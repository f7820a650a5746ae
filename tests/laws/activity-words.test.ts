import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { actionText, isWorded } from "#app/shared/activity-words.ts";
import { kindText } from "#app/shared/kind-words.ts";
import { labelOf } from "#worker/domain/activity/labels.ts";
import type { AnyEntity } from "#worker/domain/entity/entity.ts";
import { flows, flowsByHand, platformFlows, resources } from "#worker/domain/index.ts";

/** Every source of the Worker, to find what it writes into the log. */
const sources = Object.values(
  import.meta.glob<string>("/worker/**/*.ts", { query: "?raw", import: "default", eager: true }),
);
const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word!))),
];

/** Words for people: no name of a column, no id, and it begins like a sentence. */
function expectWords(text: string, about: string) {
  expect(text, about).toMatch(/^[A-Z]/);
  expect(text, about).not.toMatch(/[a-z][A-Z]|_|\b[Ii]d\b|\b[Mm]inor\b|[0-9a-f]{8}-[0-9a-f]{4}/);
}

const entities = Object.values(resources);
const machines = [flows, flowsByHand, platformFlows].flatMap((all) => Object.values(all));
const fieldsOf = ({ input }: AnyEntity) =>
  Object.keys((input as { shape?: object }).shape ?? {}).filter((field) => field !== "specJson");
/** What every row has, and what no entry of the log may hold. */
const unlogged = /^(id|companyId|version|(created|updated|deleted|archived)(At|By)|qrToken)$/;

describe("every field of a form is logged under what people call it", () => {
  test.each(entities.map((entity) => [entity.name, entity] as const))("%s", (name, entity) => {
    for (const field of fieldsOf(entity)) {
      expectWords(labelOf(name, field), `${name}.${field}`);
      const reference = entity.references?.[field as never] as { label: string } | undefined;
      if (reference) expect(labelOf(name, field)).toBe(reference.label);
    }
  });
});

describe("every column that a move may change is logged under what people call it", () => {
  test.each(machines.map((machine) => [machine.name, machine] as const))(
    "%s",
    (name, { table }) => {
      for (const column of Object.keys(getTableColumns(table as SQLiteTable)))
        if (!unlogged.test(column)) expectWords(labelOf(name, column), `${name}.${column}`);
    },
  );
});

test("every field that is named by hand is logged in words", () => {
  const fields = found(/\bfield: "([^"]+)"/g);
  expect(fields.length).toBeGreaterThan(15);
  for (const field of fields) expectWords(labelOf("", field), field);
});

test("rights, own fields and parts are called by their names", () => {
  expect(labelOf("user", "edit-stock (web)")).toBe("Edit Stocks (web)");
  expect(labelOf("asset", "spec:Tube hours")).toBe("Tube hours");
  expect(labelOf("service_report", "part Breathing system filter, HEPA")).toBe(
    "Part Breathing system filter, HEPA",
  );
});

test("every action has its sentence", () => {
  const verbs = ["create", "update", "delete", "archive", "restore", "merge"];
  const actions = [
    ...entities.flatMap(({ name }) => verbs.map((verb) => [`${verb}.${name}`, name] as const)),
    ...machines.flatMap(({ name, rules }) =>
      Object.entries(rules.moves as Record<string, { page?: unknown }>).flatMap(([move, rule]) =>
        rule.page ? [] : [[`${move.replaceAll("-", "_")}.${name}`, name] as const],
      ),
    ),
    ...[
      ...found(/\baction: [^"]*"([a-z_]+\.[a-z_]+)"/g),
      ...found(/recorded\(\s*"\w+",\s*"([a-z_.]+)"/g),
    ].map((action) => [action, action.split(".")[1]!] as const),
  ];
  expect(actions.length).toBeGreaterThan(90);
  expect(actions.filter(([action]) => !isWorded(action)).map(([action]) => action)).toEqual([]);
  for (const [action, entityKind] of actions) {
    expectWords(actionText({ action, entityKind }), action);
    expectWords(kindText(entityKind), entityKind);
  }
});
