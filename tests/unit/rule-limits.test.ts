import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  limitsAt,
  ruleText,
  type StoredRule,
  shownTurs,
} from "#app/shared/calibration/rule-limits.ts";
import { smallestU, smallestUText } from "#app/shared/calibration/smallest-u.ts";
import { method6Factor, ruleKinds } from "#app/shared/metrology/decision.ts";
import { isGstin } from "#worker/domain/entity/tax-ids.ts";

const rule = (kind: StoredRule["kind"], more: Partial<StoredRule> = {}): StoredRule => ({
  ...{ kind, guardFactor: null, riskLimit: null },
  ...more,
});
const passes = (stored: StoredRule, tur: number) => limitsAt(stored, tur)?.pass ?? null;

describe("the acceptance limits of a rule", () => {
  test("are those of its formula", () => {
    for (const tur of shownTurs) {
      expect(passes(rule("simple"), tur)).toBeCloseTo(1, 9);
      expect(passes(rule("guard_U"), tur)).toBeCloseTo(1 - 1 / tur, 9);
      expect(passes(rule("guard_rU", { guardFactor: "0.83" }), tur)).toBeCloseTo(1 - 0.83 / tur, 9);
      expect(passes(rule("tur_rss"), tur)).toBeCloseTo(Math.sqrt(1 - 1 / tur ** 2), 9);
      const method6 = 1 - Math.max(0, method6Factor(tur)) / tur;
      expect(passes(rule("z540_method6"), tur)).toBeCloseTo(method6, 9);
    }
    // The risk of not conforming is 2.5 % at 1.96 standard uncertainties inside the limit.
    const risk = rule("specific_risk", { riskLimit: "0.025" });
    expect(passes(risk, 10)).toBeCloseTo(1 - 1.959964 / 20, 5);
  });

  test("lie farther out, the better the measurement", () => {
    const kinds = ruleKinds.filter((kind) => kind !== "none");
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.integer({ min: 15, max: 200 }),
        fc.integer({ min: 0, max: 100 }),
        (kind, tur, more) => {
          const stored = rule(kind, { guardFactor: "1", riskLimit: "0.025" });
          const [worse, better] = [passes(stored, tur / 10), passes(stored, (tur + more) / 10)];
          expect(better ?? 0).toBeGreaterThanOrEqual((worse ?? 0) - 1e-9);
        },
      ),
    );
  });

  test("of four outcomes end in three places", () => {
    const { pass, conditionalPass, conditionalFail } = limitsAt(rule("guard_U_nonbinary"), 4)!;
    expect([pass, conditionalPass, conditionalFail].map((one) => one?.toFixed(4))).toEqual([
      ...["0.7500", "1.0000", "1.2500"],
    ]);
  });

  test("are none where nothing is stated, and where nothing passes", () => {
    expect(limitsAt(rule("none"), 4)).toBeNull();
    expect(passes(rule("guard_U"), 0.5)).toBeNull();
  });

  test("are told in words for every kind", () => {
    for (const kind of ruleKinds) expect(ruleText(rule(kind)).length).toBeGreaterThan(10);
  });
});

test("the smallest uncertainty is reckoned by the engine at a value", () => {
  const figures = { cmcAbs: "0.5", cmcPct: "1.2" };
  expect(smallestU(figures, "200")).toBe("2.9");
  expect(smallestU(figures, "-200")).toBe("2.9");
  expect(smallestU(figures, "1,5")).toBeNull();
  expect(smallestUText(figures, "J")).toBe("0.5 J + 1.2 % of the value");
  expect(smallestUText({ cmcAbs: null, cmcPct: "2" }, "J")).toBe("2 % of the value");
});

test("a GSTIN is one with its check character alone", () => {
  expect(isGstin("27AAPFU0939F1ZV")).toBe(true);
  expect(isGstin("27aapfu 0939f1zv")).toBe(true);
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const right = [...letters].filter((letter) => isGstin(`27AAPFU0939F1Z${letter}`));
  expect(right).toEqual(["V"]);
});
