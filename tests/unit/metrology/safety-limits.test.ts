import { describe, expect, test } from "vitest";
import {
  ambiguousRows,
  type SafetyLimit,
  type SafetyQuestion,
  safetyLimitFor,
} from "#app/shared/metrology/safety-limits.ts";
import templates from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

describe("limits of electrical safety", () => {
  const rows = templates.electrical_safety.map(
    (row, n): SafetyLimit => ({
      id: String(n),
      standard: row.standard,
      edition: row.edition,
      equipmentClass: row.equipment_class,
      appliedPart: row.applied_part,
      method: row.method,
      condition: row.condition,
      quantity: row.quantity,
      unit: row.unit,
      op: row.op as "le" | "ge",
      limit: row.limit,
      verify: row.verify,
    }),
  );
  const asked: SafetyQuestion = {
    ...{
      standard: "IEC 62353",
      edition: "2014",
      method: "direct",
      equipmentClass: "I",
      appliedPart: "CF",
    },
    ...{ supply: "detachable_cord", quantity: "equipment_leakage", condition: null },
  };
  const limit = (change: Partial<SafetyQuestion>) => {
    const answer = safetyLimitFor(rows, { ...asked, ...change });
    return answer.kind === "limit" ? answer.row.limit : answer.kind;
  };

  test.each<[Partial<SafetyQuestion>, string]>([
    [{}, "500"],
    [{ method: "alternative" }, "1000"],
    [{ equipmentClass: "II" }, "100"],
    [{ equipmentClass: "II", method: "alternative" }, "500"],
    [{ quantity: "applied_part_leakage" }, "50"],
    [{ quantity: "applied_part_leakage", appliedPart: "BF" }, "5000"],
    [{ quantity: "applied_part_leakage", appliedPart: "B" }, "none"],
    [{ quantity: "protective_earth_resistance" }, "0.3"],
    [{ quantity: "protective_earth_resistance", supply: "fixed_cord" }, "0.2"],
    [{ quantity: "protective_earth_resistance", condition: "detachable cord alone" }, "0.1"],
    [{ quantity: "protective_earth_resistance", supply: "battery" }, "not_applicable"],
    [{ quantity: "protective_earth_resistance", equipmentClass: "II" }, "not_applicable"],
    [{ quantity: "protective_earth_resistance", equipmentClass: "IP" }, "not_applicable"],
    [{ standard: "IEC 60601-1", edition: "2", quantity: "earth_leakage", condition: "NC" }, "500"],
    [
      { standard: "IEC 60601-1", edition: "3", quantity: "earth_leakage", condition: "SFC" },
      "10000",
    ],
    [
      { standard: "IEC 60601-1", edition: null, quantity: "earth_leakage", condition: "NC" },
      "none",
    ],
    [
      { standard: "IEC 60601-1", edition: "3", quantity: "patient_leakage_ac", condition: "SFC" },
      "50",
    ],
    [{ standard: "IEC 99999" }, "none"],
  ])("%j: %s", (change, expected) => {
    expect(limit(change)).toBe(expected);
  });

  test("the table of the file decides every device, and two equally good rows are a mistake", () => {
    expect(ambiguousRows(rows)).toEqual([]);
    const twice = [...rows, { ...rows[0]!, id: "twice", limit: "400" }];
    expect(ambiguousRows(twice).map(([one, other]) => [one.id, other.id])).toEqual([
      ["0", "twice"],
    ]);
    expect(safetyLimitFor(twice, asked)).toMatchObject({ kind: "ambiguous" });
    const nearer = [...rows, { ...rows[0]!, id: "nearer", appliedPart: "CF", limit: "400" }];
    expect(safetyLimitFor(nearer, asked)).toMatchObject({ kind: "limit", row: { limit: "400" } });
    expect(ambiguousRows(nearer)).toEqual([]);
    // Each says one thing that the other leaves open, so a device may be both.
    const open = { ...rows[0]!, edition: null, appliedPart: null, condition: null };
    const byClass = { ...open, id: "class", equipmentClass: "I", method: null };
    const byMethod = { ...open, id: "method", equipmentClass: null, method: "direct" };
    expect(ambiguousRows([byClass, byMethod])).toEqual([[byClass, byMethod]]);
  });
});
