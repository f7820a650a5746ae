import { describe, expect, test } from "vitest";
import { evaluatedCheck, evaluatedChecks } from "#app/shared/measuring/checks.ts";
import { asFoundConformity, conformityOf, worstOf } from "#app/shared/measuring/conformity.ts";
import { evaluatedEnvironment } from "#app/shared/measuring/environment.ts";
import { evaluated } from "#app/shared/measuring/evaluated.ts";
import type { GateCode, GateInput } from "#app/shared/measuring/gate-types.ts";
import { gatesOf } from "#app/shared/measuring/gates.ts";
import { linesOf } from "#app/shared/measuring/lines.ts";
import { type Measured, noAnswer } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup, StandardRange, UsedStandard } from "#app/shared/measuring/setup.ts";
import { standardAt } from "#app/shared/measuring/standard-at.ts";
import { decimal } from "#app/shared/metrology/decimal.ts";
import { certifiedContent, passing } from "#tests/support/certifying.ts";

const range = (more: Partial<StandardRange> = {}): StandardRange => ({
  ...{ id: "r", parameter: "Energy", quantity: "energy", unit: "J", resolution: "0.1" },
  ...{ rangeLo: "1", rangeHi: "400", uKind: "pct_reading", uAbs: null, uPct: "1", uK: "2" },
  ...{ uEquation: null, correction: "none", correctionEquation: null, points: [] },
  ...{ specAbs: null, specPct: null, driftKind: "none", driftValue: null, historyDrift: null },
  ...more,
});
const time = range({ id: "t", quantity: "time", unit: "s", rangeLo: "0.1", rangeHi: "60" });
const standard = (more: Partial<UsedStandard> = {}): UsedStandard => ({
  ...{ calibratorId: "c", certificateId: "k", role: "defibrillator_analyser" },
  ...{ calibratorNo: "DA-02", name: "Analyser", serialNo: "1", status: "in_service" },
  certificate: {
    ...{ certificateNo: "K-1", issuedBy: "NMI", accreditationBody: null, accreditationNo: null },
    ...{ route: "accredited_lab", calibratedOn: "2026-01-01", dueOn: "2027-01-01" },
    ...{ validFrom: "2026-01-02", validUntil: null, status: "accepted" },
  },
  heldDuring: false,
  ranges: [range(), time],
  ...more,
});
/** The standard by a certificate that another one replaced on a day. */
function supersededOn(validUntil: string): UsedStandard {
  const one = standard();
  return { ...one, certificate: { ...one.certificate!, status: "superseded", validUntil } };
}
const ON = "2026-07-01";
const setup = (more: Partial<MeasuringSetup> = {}): MeasuringSetup => ({
  content: certifiedContent,
  device: { parameters: [], electricalClass: "I", appliedPart: "CF", supply: "battery" },
  standards: [standard()],
  rules: [
    {
      ...{ id: "g", code: "GUARD-U", name: "Guard band U", kind: "guard_U", guardFactor: null },
      ...{ riskLimit: null, certificateText: "w = U", minTur: null },
    },
  ],
  ...{ ruleId: "g", scope: null, place: "permanent", limits: [], on: ON },
  ...more,
});
const measured = passing as unknown as Measured;

const gated = (more: {
  setup?: Partial<MeasuringSetup>;
  measured?: Partial<Measured>;
  head?: Partial<GateInput["head"]>;
  machine?: Partial<GateInput["machine"]>;
  agreed?: GateInput["agreed"];
  whyNotSign?: string;
  conceded?: GateCode[];
}) => {
  const own = setup(more.setup);
  const typed = { ...measured, ...more.measured };
  return gatesOf({
    ...{ setup: own, measured: typed, lines: evaluated(own, typed) },
    checks: evaluatedChecks(own, typed),
    environment: evaluatedEnvironment(own.content, typed),
    head: {
      ...{ accredited: false, schemeNo: null, adjustment: "none", asFoundMissing: null },
      ...{ deviations: null, showDue: false, calStartOn: ON, calEndOn: ON },
      ...more.head,
    },
    machine: {
      ...{ manufacturer: "Zoll", model: "R", serialNo: "1", customerTag: null, hasOwner: true },
      ...{ electricalClass: "I", appliedPart: "CF", supply: "battery" },
      ...more.machine,
    },
    agreed: more.agreed === undefined ? { rule: true, interval: false } : more.agreed,
    conceded: more.conceded ?? [],
    whyNotSign: more.whyNotSign ?? null,
  });
};
const open = (more: Parameters<typeof gated>[0]) =>
  gated(more).flatMap(({ code, ok }) => (ok ? [] : [code]));
const line = (reference: string[]) => ({ indication: [], reference, imported: [] });

describe("gates", () => {
  test("hold for a measurement that lacks nothing", () => expect(open({})).toEqual([]));

  test.each<[GateCode, Parameters<typeof gated>[0]]>([
    ["G1", { machine: { serialNo: null } }],
    ["G1", { machine: { supply: "detachable_cord", appliedPart: null } }],
    ["G2", { setup: { standards: [standard({ status: "quarantined" })] } }],
    ["G2", { setup: { standards: [standard({ heldDuring: true })] } }],
    ["G2", { head: { calEndOn: "2027-01-02" } }],
    ["G2", { setup: { standards: [supersededOn("2026-06-30")] } }],
    ["G5", { measured: { environment: [{ first: "22", last: "31" }] } }],
    ["G5", { measured: { environment: [] } }],
    ["G6", { measured: { checks: {} } }],
    ["G6", { measured: { as_found: { ...measured.as_found, c360: line(["6.8", "6.9"]) } } }],
    ["G6", { head: { adjustment: "adjusted" } }],
    ["G6", { measured: { notMeasured: { e50: "Broken" } } }],
    ["G8", { agreed: { rule: false, interval: false } }],
    ["G9", { whyNotSign: "This signature is suspended" }],
    ["G10", { setup: { rules: setup().rules.map((one) => ({ ...one, minTur: "100" })) } }],
    ["G11", { head: { schemeNo: "ULR-1" } }],
    ["G11", { head: { accredited: true }, setup: { scope: [] } }],
    ["G12", { head: { showDue: true } }],
  ])("%s stands open alone for %j", (code, more) => expect(open(more)).toEqual([code]));

  test("a certificate that another one replaced later still counts for its days", () =>
    expect(open({ setup: { standards: [supersededOn(ON)] } })).toEqual([]));
  test("without a standard nothing is in date, in range or has U", () =>
    expect(open({ setup: { standards: [] } })).toEqual(["G2", "G3", "G7"]));
  test("a point beyond the standard's range is reckoned and told", () => {
    const standards = [standard({ ranges: [range({ rangeHi: "100" }), time] })];
    expect(open({ setup: { standards } })).toEqual(["G3"]);
    expect(open({ setup: { standards }, conceded: ["G3"] })).toEqual([]);
  });
  test("in house is no route for an accredited certificate", () => {
    const inHouse = standard();
    const certificate = { ...inHouse.certificate!, route: "in_house" as const };
    const scope = [
      {
        ...{ parameter: "Delivered energy", unit: "J" as const, rangeLo: "1", rangeHi: "400" },
        ...{ cmcAbs: null, cmcPct: "5", place: "permanent" as const, validFrom: "2020-01-01" },
        validUntil: null,
      },
    ];
    const more = { standards: [standard({ certificate })], scope };
    expect(open({ setup: more, head: { accredited: true } })).toEqual(["G4"]);
  });
  test("an accredited certificate takes no concession", () => {
    const standards = [standard({ ranges: [range({ rangeHi: "100" }), time] })];
    const more = { setup: { standards }, conceded: ["G3" as const] };
    expect(open({ ...more, head: { accredited: true } })).toContain("G3");
  });
  test("no other gate than those of standards is conceded", () =>
    expect(open({ whyNotSign: "No", conceded: ["G9"] })).toEqual(["G9"]));
});

describe("a standard at a value", () => {
  const asked = { role: null, unit: "J" as const, on: ON };
  const at = (standards: UsedStandard[], value: string, more: object = {}) => {
    const found = standardAt(standards, { ...asked, value: decimal(value), ...more });
    if ("problem" in found) throw new Error(found.problem);
    return found;
  };
  test("is that of the narrowest range that holds it", () => {
    const narrow = range({ id: "narrow", rangeLo: "100", rangeHi: "300", uPct: "0.5" });
    const both = [standard({ ranges: [range(), narrow] })];
    expect(at(both, "200").rangeId).toBe("narrow");
    expect(at(both, "50").rangeId).toBe("r");
    expect(at(both, "200").names["range.u"]).toBe(1);
  });
  test("is told in the unit of the point; differences leave offsets out", () => {
    const kelvin = range({
      ...{ quantity: "temperature", unit: "K", rangeLo: "273.15", rangeHi: "373.15" },
      ...{ uKind: "abs", uAbs: "0.1", uPct: null, resolution: "0.01" },
    });
    const found = at([standard({ ranges: [kelvin] })], "37", { unit: "degC" });
    expect(found).toMatchObject({ isBeyond: false, resolution: "0.01", correction: "0" });
    expect(found.names["range.u"]).toBe(0.1);
  });
  test("drifts with the years since its calibration", () => {
    const drifting = range({ driftKind: "per_year_abs", driftValue: "2" });
    expect(at([standard({ ranges: [drifting] })], "200").names["range.drift"]).toBeCloseTo(
      0.991,
      3,
    );
    const seen = range({ driftKind: "from_history", historyDrift: 0.6 });
    expect(at([standard({ ranges: [seen] })], "200").names["range.drift"]).toBe(0.6);
  });
  test("of another role or quantity says nothing", () => {
    const value = decimal("200");
    expect(standardAt([standard()], { ...asked, role: "other", value })).toHaveProperty("problem");
    expect(standardAt([standard()], { ...asked, unit: "V", value })).toHaveProperty("problem");
  });
});

describe("lines", () => {
  const parameter = (sequence: "up_down" | "up_down_up" | "single") => ({
    ...certifiedContent.parameters[0]!,
    sequence,
  });
  test("go up and come down backwards, each under a key of its own", () => {
    const keys = (sequence: "up_down" | "up_down_up" | "single") =>
      linesOf(parameter(sequence), null).map(({ key }) => key);
    expect(keys("single")).toEqual(["e50", "e200"]);
    expect(keys("up_down")).toEqual(["e50", "e200", "e200.down", "e50.down"]);
    expect(new Set(keys("up_down_up")).size).toBe(6);
  });
});

describe("conformity", () => {
  test("is that of the worst; what states nothing does not count", () => {
    expect(worstOf(["pass", "conditional_pass", "not_stated"])).toBe("conditional_pass");
    expect(worstOf(["pass", "fail", "conditional_fail"])).toBe("fail");
    expect(worstOf([])).toBe("not_stated");
  });
  test("of an adjusted parameter counts as it was left, of others as it was found", () => {
    const typed: Measured = {
      ...measured,
      as_found: { ...measured.as_found, e50: line(["30", "30.1", "30"]) },
      as_left: { e50: line(["49.7", "49.9", "49.6"]), e200: line(["198", "199", "198"]) },
      adjusted: ["energy"],
    };
    const lines = evaluated(setup(), typed);
    expect(conformityOf(lines, [], typed.adjusted, "as_left")).toBe("pass");
    expect(asFoundConformity(lines, typed.adjusted)).toBe("fail");
    expect(asFoundConformity(evaluated(setup(), measured), [])).toBeNull();
  });
});

describe("an electrical check", () => {
  const check = {
    ...{ key: "leak", group: "electrical" as const, name: "Leakage", mandatory: true },
    ...{ quantity: "equipment_leakage", condition: null },
  };
  const limit = {
    ...{ id: "l", standard: "iec 62353", edition: null, equipmentClass: "I", appliedPart: null },
    ...{ method: "direct", condition: null, quantity: "equipment_leakage", unit: "uA" },
    ...{ op: "le" as const, limit: "500", verify: false },
  };
  const safety = { standard: "IEC 62353", edition: null, method: "direct" };
  const own = setup({ content: { ...certifiedContent, safety }, limits: [limit] });
  const verdict = (value: string, answer: "na" | null = null) =>
    evaluatedCheck(own, check, { ...noAnswer, value, answer }).verdict;
  test("is held against the limit of its device", () => {
    expect(verdict("499.9")).toBe("pass");
    expect(verdict("500")).toBe("pass");
    expect(verdict("500.1")).toBe("fail");
  });
  test("without a number is never a pass", () => {
    for (const typed of ["", " ", "-", "1,5", "NaN"]) expect(verdict(typed)).toBe("invalid");
    expect(verdict("", "na")).toBe("invalid");
  });
  test("without a limit gives no verdict", () => {
    const without = setup({ content: { ...certifiedContent, safety }, limits: [] });
    expect(evaluatedCheck(without, check, { ...noAnswer, value: "12" }).verdict).toBe("not_stated");
  });
});
