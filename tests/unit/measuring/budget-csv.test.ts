import { expect, test } from "vitest";
import { budgetCsv } from "#app/shared/measuring/budget-csv.ts";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";

const line = (name: string, u: string) => ({
  ...{ symbol: "s", name, source: "type_a", distribution: "normal", dof: null },
  ...{ u, sensitivity: "-1", share: "1" },
});
const evaluated = {
  parameter: { unit: "J" },
  result: {
    budget: [line("Scatter, of three", "0.0881917103688197"), line("=cmd()", "1e-7")],
    ...{ u_c: "1.05", nu_eff: null, p: "0.9545", k: "2", u_raw: "2.1", cmc: null },
    ...{ u_reported: "2.1", value_reported: "-198.7" },
  },
} as unknown as EvaluatedLine;

test("a budget is a table whose figures stay figures, and whose names are no formulas", () => {
  const rows = budgetCsv(evaluated).split("\r\n");
  expect(rows.slice(0, 3)).toEqual([
    "\uFEFFComponent,Symbol,Distribution,u,c,ν,Share of variance,Unit",
    '"Scatter, of three",s,normal,0.0881917103688197,-1,∞,1,J',
    "'=cmd(),s,normal,1e-7,-1,∞,1,J",
  ]);
  expect(rows).toContain("Effective degrees of freedom,,,∞,,,,");
  expect(rows).toContain("Value as reported,,,-198.7,,,,J");
  expect(rows.join("\n")).not.toContain("CMC");
});
