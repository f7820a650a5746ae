import { expect, test } from "vitest";
import { contentFromTemplate } from "#app/shared/calibration/content-from-template.ts";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import { builtIn } from "#worker/domain/calibration/built-in.ts";
import { certifiedRanges, courseOf } from "../../scripts/seed/laboratory/figures.ts";
import { revised, written } from "../../scripts/seed/laboratory/method.ts";
import { ownKinds } from "../../scripts/seed/laboratory/own-devices.ts";
import {
  calibratorRows,
  checkRows,
  cmcRows,
  consumerRows,
  modelRows,
  procedureRows,
  signatureRows,
} from "../../scripts/seed/laboratory/tables.ts";
import { Random } from "../../scripts/seed/random.ts";

const { templates } = await builtIn();
const templateOf = (key: string) => templates.find((one) => one.key === key)!;
const writtenOf = (row: ReturnType<typeof procedureRows>[number]) =>
  written(contentFromTemplate(templateOf(row.template)), row);
const held = (rows: ReturnType<typeof calibratorRows>) =>
  new Set(rows.flatMap(({ roles }) => roles));

test("the tables of the demo's laboratory hold what they promise", () => {
  expect(modelRows()).toHaveLength(30);
  expect(calibratorRows()).toHaveLength(15);
  expect(calibratorRows("hospital-calibrators")).toHaveLength(5);
  expect(consumerRows()).toHaveLength(12);
  expect(consumerRows().reduce((sum, { machines }) => sum + machines, 0)).toBe(120);
  expect(cmcRows().length).toBeGreaterThan(10);
  expect(signatureRows()).toHaveLength(8);
  for (const { template } of [...modelRows(), ...procedureRows()])
    expect(templateOf(template), template).toBeDefined();
});

test("there is a model for each kind of device of a consumer, and a consumer for each model", () => {
  const kinds = new Set(consumerRows().flatMap((row) => row.kinds));
  const modelled = new Set(modelRows().map(({ template }) => template));
  expect([...kinds].filter((kind) => !modelled.has(kind))).toEqual([]);
  expect([...modelled].filter((kind) => !kinds.has(kind))).toEqual([]);
});

test("every standard that a procedure asks for is among the calibrators", () => {
  const roles = held(calibratorRows());
  const own = held(calibratorRows("hospital-calibrators"));
  for (const row of procedureRows()) {
    const asked = writtenOf(row).roles.map(({ role }) => role);
    expect(
      asked.filter((role) => !roles.has(role)),
      row.code,
    ).toEqual([]);
    if (ownKinds.includes(row.template))
      expect(
        asked.filter((role) => !own.has(role)),
        row.code,
      ).toEqual([]);
  }
});

test("each line of the scope is about a parameter of a procedure of its discipline", () => {
  const parameters = procedureRows().flatMap((row) =>
    writtenOf(row).parameters.map(({ name, unit }) => `${row.discipline}: ${name}, ${unit}`),
  );
  for (const { discipline, parameter, unit } of cmcRows())
    expect(parameters).toContain(`${discipline}: ${parameter}, ${unit}`);
});

test("a procedure lacks nothing when its author leaves it, nor when it is revised", () => {
  for (const row of procedureRows().filter(({ template }) => template !== "balance")) {
    const content = writtenOf(row);
    for (const said of [content, revised(content), revised(revised(content))]) {
      const version = { methodReference: row.code, decisionRuleId: null, content: said };
      expect(procedureGaps(version, []), row.code).toEqual([]);
    }
  }
});

test("each calibrator is checked, with one that is there, at a point within a range of it", () => {
  const all = [...calibratorRows(), ...calibratorRows("hospital-calibrators")];
  const numbers = new Set(all.map(({ own }) => own.calibratorNo));
  const checked = new Set(checkRows().map(({ calibrator }) => calibrator));
  expect([...numbers].filter((number) => !checked.has(number!))).toEqual([]);
  for (const { calibrator, parameter, nominal, unit, standard } of checkRows()) {
    const row = all.find(({ own }) => own.calibratorNo === calibrator)!;
    const range = row.ranges.find((one) => one.parameter === parameter && one.unit === unit)!;
    expect(range, `${calibrator} ${parameter}`).toBeDefined();
    expect(Number(nominal)).toBeGreaterThanOrEqual(Number(range.lo));
    expect(Number(nominal)).toBeLessThanOrEqual(Number(range.hi));
    expect(standard === "" || numbers.has(standard), standard).toBe(true);
  }
});

test("points of certificates are within their specification, and the same each time", () => {
  for (const { own, ranges } of calibratorRows()) {
    const made = () => {
      const random = new Random(own.calibratorNo!);
      const course = courseOf(ranges, 5, new Set([2]), random);
      return course.map((_, nth) => certifiedRanges(ranges, course, nth, random));
    };
    expect(made()).toEqual(made());
    for (const { points, specPct, specAbs, resolution } of made().flat())
      for (const { nominal, reference, indicated, u } of points) {
        const off = Math.abs(Number(indicated) - Number(reference));
        const most = (Number(specPct) * Number(nominal)) / 100 + Number(specAbs);
        expect(off, `${own.calibratorNo} ${nominal}`).toBeLessThanOrEqual(
          most + Number(resolution) / 2,
        );
        expect(Number(u)).toBeGreaterThan(0);
      }
  }
});
