import { expect, test } from "vitest";
import type { ImpactShift } from "#app/shared/measuring/impact.ts";
import { weighing } from "#worker/domain/impact/weighing.ts";

const parameter = (key: string, unit: string) => [
  ...([key, key, unit, "analyser", "set_duc_read_std"] as const),
  [[`${key}1`, null, null, null]],
];
const version = {
  id: "v1",
  parameters: JSON.stringify([parameter("energy", "J"), parameter("time", "s")]),
};
const certificate = (id: string, measured: "energy" | "time") => ({
  ...{ id, decisionRuleId: "simple", versionId: "v1", depth: 1 },
  roles: JSON.stringify(["analyser"]),
  results: JSON.stringify([[measured, `${measured}1`, "50", "1", "2", "45", "55", "pass"]]),
});
const rule = { id: "simple", kind: "simple" as const, guardFactor: null, riskLimit: null };
const shift: ImpactShift = { parameter: "Energy", unit: "J", lo: "1", hi: "400", shift: "8" };

test("a certificate of which no point lies in a range that shifted is a line beside those that change", () => {
  const weigh = weighing([version], [rule], [shift]);
  const lines = [certificate("one", "energy"), certificate("other", "time")].map(weigh);
  expect(lines[0]).toMatchObject({ verdict: "pass", shiftedVerdict: "fail", isChanged: true });
  expect(lines[1]).toEqual({ isChanged: false });
});
