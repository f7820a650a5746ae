import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluatedChecks } from "#app/shared/measuring/checks.ts";
import { parametersOf } from "#app/shared/measuring/evaluated.ts";
import { contentOf, draftOf, likelyDraft } from "#app/shared/measuring/instrument-draft.ts";
import { figureText } from "#app/shared/measuring/instrument-figures.ts";
import { likelyHead, tableOf } from "#app/shared/measuring/instrument-file.ts";
import type { MapContent, MapRule, MapTarget } from "#app/shared/measuring/instrument-map.ts";
import { instrumentRows } from "#app/shared/measuring/instrument-read.ts";
import { likelyBetween, timesOf } from "#app/shared/measuring/instrument-room.ts";
import { type Into, proposalOf, withTaken } from "#app/shared/measuring/instrument-taken.ts";
import {
  importedOn,
  type Measured,
  measuredChanges,
  nothingMeasured,
} from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { withCheck, withEnvironment, withReading } from "#app/shared/measuring/typing.ts";
import type { SafetyLimit } from "#app/shared/metrology/safety-limits.ts";
import { energies, esa615, loggedContent, logger, rigel } from "#tests/support/instrument-files.ts";

const limit = (quantity: string, unit: string): SafetyLimit =>
  ({
    ...{ id: quantity, standard: "iec 62353", edition: null, quantity, equipmentClass: null },
    ...{ appliedPart: null, method: null, condition: null, op: "le", limit: "500", unit },
    source: null,
  }) as SafetyLimit;
const setup: MeasuringSetup = {
  content: loggedContent,
  device: { parameters: [], electricalClass: "I", appliedPart: "CF", supply: "mains" },
  ...{ standards: [], rules: [], ruleId: null, scope: null, place: "permanent" },
  limits: [
    limit("earth_resistance", "ohm"),
    limit("equipment_leakage", "uA"),
    limit("applied_part_leakage", "uA"),
    limit("insulation_resistance", "Mohm"),
  ],
  on: "2026-11-24",
};
const into = (measured: Measured = nothingMeasured, more: Partial<Into> = {}): Into => ({
  parameters: parametersOf(setup),
  checks: evaluatedChecks(setup, measured),
  conditions: loggedContent.environment,
  ...{ measured, dataset: "as_found", between: { from: "", to: "9999" } },
  ...more,
});
const tableIn = (text: string) => {
  const rows = instrumentRows(new TextEncoder().encode(text));
  return tableOf(rows, likelyHead(rows));
};
const map = (rules: MapRule[], more: Partial<MapContent> = {}): MapContent => ({
  ...{ heads: ["x"], decimal: "point", time: null, days: "day_first", rules },
  ...more,
});
const ofTest = (test: string, condition: string, name: string): MapRule => ({
  when: [
    { column: "test", equals: test },
    { column: "Condition", equals: condition },
  ],
  ...{ column: "Value", unit: { in: "column", column: "Unit" }, to: { as: "check", name } },
});
const shortOf = ({ name, value }: { name: string; value: string }) => [name, value];
const leftOf = ({ name, why }: { name: string; why: string }) => [name, why];

describe("a safety analyser", () => {
  const analyser = map([
    ofTest("PROTECTIVE EARTH RESISTANCE", "", "protective earth  resistance"),
    ofTest("Equipment Leakage", "Normal", "leak"),
    ofTest("Equipment Leakage", "Reversed, no earth", "Equipment leakage, reversed"),
    ofTest("Applied Part Leakage", "All", "Applied part leakage"),
    ofTest("Insulation Resistance", "Mains", "Insulation resistance"),
    ofTest("Applied Part Leakage", "All", "Patient leakage"),
  ]);
  const found = proposalOf(tableIn(esa615), analyser, into());
  test("brings figures to checks by their names, converted to the unit of their limit", () => {
    expect(found.takes.map(shortOf)).toEqual([
      ["Protective earth resistance", "0.118"],
      ["Equipment leakage", "61.4"],
      ["Equipment leakage, reversed", "71.4"],
    ]);
    expect(found.takes.map(({ cell }) => cell)).toEqual([null, null, "0.0714"]);
  });
  test("leaves what is no number, and tells what the procedure and the map do not have", () => {
    expect(found.left.map(leftOf)).toEqual([
      ["Applied part leakage", "It is not a number"],
      ["Insulation resistance", "It is not a number"],
    ]);
    expect(found.absent).toEqual(["Patient leakage"]);
    expect(found.unmapped).toEqual(["Visual Inspection"]);
  });
  test("marks what it brought as imported until it is typed over, and the record tells so", () => {
    const typed = withCheck(nothingMeasured, "leak", { value: "60", remark: "Warm" });
    const after = withTaken(typed, proposalOf(tableIn(esa615), analyser, into(typed)).takes);
    expect(after.checks.leak).toEqual({
      ...{ answer: null, value: "61.4", remark: "Warm", imported: true },
    });
    expect(measuredChanges(typed, after)).toContainEqual({
      ...{ at: "check:leak:value", from: "60", to: "61.4", source: "import" },
    });
    const remarked = withCheck(after, "leak", { remark: "Cold" });
    expect(remarked.checks.leak!.imported).toBe(true);
    const corrected = withCheck(remarked, "leak", { value: "62" });
    expect(corrected.checks.leak).not.toHaveProperty("imported");
  });
  test("has decimal commas and units behind the values where the map says so", () => {
    const commas = map(
      ["Schutzleiterwiderstand", "Geräteableitstrom", "Patientenableitstrom"].map((equals, at) => ({
        when: [{ column: "Prüfung", equals }],
        ...{ column: "Messwert", unit: { in: "value" } },
        to: { as: "check", name: ["earth", "leak", "applied"][at]! },
      })),
      { decimal: "comma" },
    );
    const { takes, left } = proposalOf(tableIn(rigel), commas, into());
    expect(takes.map(shortOf)).toEqual([
      ["Protective earth resistance", "0.1180"],
      ["Equipment leakage", "61.4"],
    ]);
    expect(left.map(leftOf)).toEqual([["Applied part leakage", "It is not a number"]]);
    const points = proposalOf(tableIn(rigel), { ...commas, decimal: "point" }, into());
    expect(points.takes).toEqual([]);
    expect(points.left[0]!.why).toBe(
      "It is not a number: the map of this file says a decimal point",
    );
  });
  test("that holds two figures for a check leaves it to the person", () => {
    const twice =
      "Test,Condition,Value,Unit\nA,,1,uA\nA,,2,uA\nB,,3,uA\nB,,3,uA\nC,,1,V\nD,,1,\nE,,1,fl\n";
    const rules = [
      ...[ofTest("A", "", "leak"), ofTest("B", "", "leak_rev"), ofTest("C", "", "applied")],
      ...[ofTest("D", "", "earth"), ofTest("E", "", "insulation"), ofTest("A", "", "housing")],
    ];
    const { takes, left } = proposalOf(tableIn(twice), map(rules), into());
    expect(takes.map(shortOf)).toEqual([["Equipment leakage, reversed", "3"]]);
    expect(left.map(leftOf)).toEqual([
      ["Equipment leakage", "Row 3 holds another figure for it"],
      ["Applied part leakage", "It is in V, which is no unit for current"],
      ["Protective earth resistance", "It has no unit"],
      ["Insulation resistance", "The unit fl is not known"],
      ["Housing", "It asks for an answer, not for a figure"],
    ]);
  });
});

describe("readings", () => {
  const to: MapTarget = {
    ...{ as: "reading", parameter: "Delivered energy", side: "reference", at: "Set point" },
  };
  const reading = map([
    { when: [], column: "Reading", unit: { in: "column", column: "Unit" }, to },
  ]);
  test("go to the points of their set points in their order, as text as it stands", () => {
    const found = proposalOf(tableIn(energies), reading, into());
    expect(found.takes.map(shortOf)).toEqual([
      ["Delivered energy, 50 J, reading 1", "49.70"],
      ["Delivered energy, 50 J, reading 2", "49.90"],
      ["Delivered energy, 50 J, reading 3", "49.6"],
      ["Delivered energy, 200 J, reading 1", "198.2"],
      ["Delivered energy, 200 J, reading 2", "0.1991e3"],
    ]);
    expect(found.left.map(leftOf)).toEqual([
      ["Delivered energy, 200 J, reading 3", "It is not a number"],
      ["Delivered energy", "The point at 200 has no more readings"],
      ["Delivered energy", "The procedure has no point at 360"],
    ]);
    const after = withTaken(nothingMeasured, found.takes);
    expect(importedOn(after.as_found.e200!, "reference")).toEqual([0, 1]);
    expect(importedOn(after.as_found.e200!, "indication")).toEqual([]);
    expect(proposalOf(tableIn(energies), reading, into(after))).toMatchObject({
      ...{ takes: [], same: 5 },
    });
  });
  test("go to the set after an adjustment where the person says so; a point that is left out stays so", () => {
    const adjusted: Measured = {
      ...{ ...nothingMeasured, adjusted: ["energy"], notMeasured: { e50: "No time" } },
    };
    const found = proposalOf(tableIn(energies), reading, into(adjusted, { dataset: "as_left" }));
    expect(found.takes.map(({ place }) => place)).toEqual(
      [0, 1].map((at) => ({
        ...{ of: "reading", dataset: "as_left", line: "e200", side: "reference", at },
      })),
    );
    expect(found.left[0]).toMatchObject({
      ...{ name: "Delivered energy, 50 J, as left, reading 1", why: "The point is left out" },
    });
  });
  test("of a side that is not read are not taken", () => {
    const other = map([{ ...reading.rules[0]!, to: { ...to, side: "indication" } as MapTarget }]);
    expect(proposalOf(tableIn(energies), other, into()).left[0]!.why).toContain(
      "Read device and standard",
    );
    const both = { ...nothingMeasured, bothSides: ["energy"] };
    expect(proposalOf(tableIn(energies), other, into(both)).takes).toHaveLength(5);
  });
  test("of a column that the file does not have are told", () => {
    const { takes, left } = proposalOf(tableIn("a,b\n1,2\n"), reading, into());
    expect(takes).toEqual([]);
    expect(left.map(leftOf)).toEqual(
      ["Reading", "Unit", "Set point"].map((name) => [name, "The file has no such column"]),
    );
  });
});

describe("a data logger", () => {
  const table = tableIn(logger());
  const names = {
    checks: [],
    parameters: [],
    room: ["Temperature", "Relative humidity", "Pressure"],
  };
  const draft = likelyDraft(table, "data_logger", names);
  const content = contentOf(draft, table, null);
  test("is mapped by the names of its columns", () => {
    expect(content).toMatchObject({ time: "Date/Time", heads: table.columns });
    expect(content.rules.map(({ column, unit, to }) => [column, unit, to])).toEqual([
      ...[["Temperature (°C)", { in: "map", code: "degC" }, quantity("Temperature")]],
      ...[["Humidity (%RH)", { in: "map", code: "%RH" }, quantity("Relative humidity")]],
      ...[["Pressure (hPa)", { in: "map", code: "mbar" }, quantity("Pressure")]],
    ]);
  });
  test("brings the lowest and the highest, or the first and the last, of the day of the work", () => {
    const between = likelyBetween(timesOf(table, content), setup.on);
    expect(between).toEqual({ from: "2026-11-24T00:00", to: "2026-11-24T23:59" });
    const { takes } = proposalOf(table, content, into(nothingMeasured, { between }));
    const day = table.rows.slice(1440, 2880).map(({ cells }) => cells);
    const degrees = day.map((cells) => cells[1]!).sort((a, b) => Number(a) - Number(b));
    expect(takes.map(shortOf)).toEqual([
      ["Temperature, lowest", degrees[0]],
      ["Temperature, highest", degrees.at(-1)],
      ["Relative humidity, start", day[0]![2]],
      ["Relative humidity, end", day.at(-1)![2]],
      ["Pressure, start", "101.32"],
      ["Pressure, end", "101.32"],
    ]);
    const after = withTaken(nothingMeasured, takes);
    expect(after.environment[0]!.imported).toEqual(["first", "last"]);
    const typed = withEnvironment(after, 0, "last", "24");
    expect(typed.environment[0]).toMatchObject({ last: "24", imported: ["first"] });
    expect(measuredChanges(after, typed).map(({ source }) => source)).toEqual(["manual"]);
  });
  test("whose days are read otherwise has times that are not known", () => {
    const other = { ...content, days: "month_first" } as const;
    expect(timesOf(table, other)).toBeNull();
    const { takes, left } = proposalOf(table, other, into());
    expect(takes).toEqual([]);
    expect(left[0]!.why).toBe("10000 rows have no time that is known");
  });
});
const quantity = (name: string) => ({ as: "environment", quantity: name });

test("a map goes back to its draft, and what another file of it has stays when it is changed", () => {
  const table = tableIn(esa615);
  const names = { checks: ["Protective earth resistance"], parameters: [], room: [] };
  const first = likelyDraft(table, "safety_analyser", names);
  expect(first).toMatchObject({ known: ["Test", ""], main: "Value", unit: "column:Unit" });
  const draft = {
    ...first,
    known: ["Test", "Condition"] as const,
    rows: { "equipment leakage\u0001normal": "Equipment leakage" },
  };
  const content = contentOf(draft, table, null);
  expect(content.rules).toEqual([
    {
      ...ofTest("Equipment Leakage", "Normal", "Equipment leakage"),
      when: [
        { column: "Test", equals: "Equipment Leakage" },
        { column: "Condition", equals: "Normal" },
      ],
    },
  ]);
  expect(draftOf("safety_analyser", content, table)).toEqual(draft);
  const other = tableIn("Test,Condition,Value,Unit,Limit,Status\nTouch current,NC,3,uA,,\n");
  const changed = contentOf(
    { ...draftOf("safety_analyser", content, other), rows: { "touch current\u0001nc": "Touch" } },
    ...([other, content] as const),
  );
  expect(changed.rules.map(({ to }) => to)).toEqual([
    { as: "check", name: "Equipment leakage" },
    { as: "check", name: "Touch" },
  ]);
});

const cell = fc.oneof(
  fc.stringMatching(/^[-+]?\d{1,5}(\.\d{1,4})?$/),
  fc.constantFrom("", "OL", "1,5", "=1+1", "1e3", "٣", "0x10", "Infinity", "NaN"),
);
test("what is taken is the text of its cell, and nothing else changes", () => {
  const rowOf = fc.tuple(fc.constantFrom("50", "200", "50.0", "360", "x"), cell, cell);
  fc.assert(
    fc.property(fc.array(rowOf, { maxLength: 12 }), fc.boolean(), (lines, isTyped) => {
      const rows = lines.map((cells, at) => ({ rowNo: at + 2, cells }));
      const table = { columns: ["Set", "One", "Two"], rows, preamble: [] };
      const rules = ["One", "Two"].map(
        (column): MapRule => ({
          ...{ when: [], column, unit: null },
          to: { as: "reading", parameter: "energy", side: "reference", at: "Set" },
        }),
      );
      const place = { dataset: "as_found", line: "e50", side: "reference", at: 0 } as const;
      const begun = withCheck(nothingMeasured, "leak", { value: "7" });
      const before = isTyped ? withReading(begun, place, "1.5") : begun;
      const { takes } = proposalOf(table, map(rules), into(before));
      const after = withTaken(before, takes);
      for (const { rowNo, value, cell: beside } of takes) {
        expect(rows.find((row) => row.rowNo === rowNo)!.cells.slice(1)).toContain(value);
        expect([beside, figureText(value, "point")]).toEqual([null, value]);
      }
      const changes = measuredChanges(before, after).map(({ at, to, source }) => [at, to, source]);
      const taken = takes.map(({ place: to, value }) => {
        const at = to.of === "reading" ? `as_found:${to.line}:${to.side}:${to.at + 1}` : "";
        return [at, value, "import"];
      });
      expect(changes.sort()).toEqual(taken.sort());
      expect({ ...after, as_found: {} }).toEqual({ ...before, as_found: {} });
    }),
  );
});
