import { expect, test } from "vitest";
import { chainOf } from "#worker/domain/traceability/chain.ts";
import { usesOf } from "#worker/domain/traceability/of-calibrator.ts";

const standard = { calibratorNo: "A", name: "Analyser", serialNo: null, role: "analyser" };
const paper = {
  certificateNo: "K",
  dueOn: null,
  route: "in_house",
  issuedBy: "Ourselves",
} as const;
const row = (report: string, calibratorId: string, source: string | null) => ({
  ...{ ...standard, ...paper, report, calibratorId, source, sourceNo: source },
  ...{ accreditationBody: null, accreditationNo: null },
});
const edge = (from: string, to: string) => ({
  ...{ from, to, calibratorNo: to, name: to, report: `${from}${to}`, certificateNo: "C" },
});

test("a chain that goes round ends where it comes back", () => {
  const chain = chainOf([row("one", "a", "two"), row("two", "b", "one")], "one", "1");
  const second = chain.standards[0]!.source!;
  expect([second.id, second.standards[0]!.calibratorId]).toEqual(["two", "b"]);
  expect(second.standards[0]!.source).toEqual({ id: "one", certificateNo: "one", standards: [] });
});

test("standards that were calibrated with one another are told once each on the way", () => {
  const uses = usesOf([edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("a", "b")], "a");
  expect(uses).toEqual([
    {
      ...{ calibratorId: "b", calibratorNo: "b", name: "b" },
      certificates: [{ id: "ab", certificateNo: "C" }],
      uses: [expect.objectContaining({ calibratorId: "c", uses: [] })],
    },
  ]);
});
