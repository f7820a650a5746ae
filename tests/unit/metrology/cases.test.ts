import { describe, expect, test } from "vitest";
import { type Case, caseKinds, replay } from "#app/shared/metrology/replay.ts";
import file from "../../data/uncertainty-cases.json" with { type: "json" };

type Published = Case & {
  id: string;
  expected: Record<string, number>;
  tol: Record<string, number>;
  computed: Record<string, unknown>;
  rows?: readonly Record<string, unknown>[];
};
const cases = file.cases as unknown as Published[];

/** Of table G.2: the cell that is misprinted in the guide itself. */
const isMisprint = ({ dof, p }: Record<string, unknown>) => dof === 35 && p === 0.9;
const lastDigit = ({ dof }: Record<string, unknown>) =>
  dof === 100 || dof === "inf" ? 0.001 : 0.01;

/** How the rows of each kind of table answer. */
const ofRows: Record<
  string,
  (asked: Record<string, unknown>, got: Record<string, unknown>) => void
> = {
  t_table(asked, got) {
    if (isMisprint(asked)) return;
    const off = Math.abs(Number(got.k) - Number(asked.k));
    expect(off).toBeLessThanOrEqual(lastDigit(asked) / 2 + 1e-12);
  },
  dof_reliability: (asked, got) => expect(got.dof).toBeCloseTo(Number(asked.dof), 9),
  rounding(asked, got) {
    expect(got.u_rounded).toBe(asked.u_rounded);
    if (asked.value_rounded !== undefined) expect(got.value_rounded).toBe(asked.value_rounded);
  },
  decision: (asked, got) => expect(got.result).toBe(asked.result),
  ilac_g8: (asked, got) => expect(Number(got.pfa)).toBeLessThan(Number(asked.pfa_below)),
  method6: (_, got) => expect(Number(got.acceptance_factor)).toBeLessThanOrEqual(1),
};

test("every kind of case is known", () => {
  expect(caseKinds.toSorted()).toEqual(Object.keys(file.about.kinds).toSorted());
});

describe.each(cases)("$id", (one) => {
  const got = replay(one) as Record<string, number> & { rows?: Record<string, unknown>[] };

  const published = Object.entries(one.expected).filter(([name]) => name in got);
  if (published.length > 0)
    test("agrees with what was published", () => {
      for (const [name, value] of published)
        expect(Math.abs(got[name]! - value), name).toBeLessThanOrEqual(one.tol[name] ?? 0);
    });

  const { rows } = one;
  if (rows)
    test("agrees with each row", () => {
      expect(got.rows).toHaveLength(rows.length);
      for (const [at, row] of rows.entries()) ofRows[one.kind]!(row, got.rows![at]!);
    });

  // The reference figures of this one do not cut the degrees of freedom as the note asks.
  const others = one.id === "gum-g4.1-three-inputs" ? ["k", "U"] : [];
  const reference = Object.entries(one.computed).filter(
    ([name, value]) =>
      typeof value === "number" && typeof got[name] === "number" && !others.includes(name),
  );
  if (reference.length > 0 && one.kind !== "montecarlo")
    test("agrees with the reference figures at full precision", () => {
      for (const [name, value] of reference)
        expect(Math.abs(got[name]! - Number(value)), name).toBeLessThanOrEqual(
          1e-9 * Math.abs(Number(value)) + 1e-15,
        );
    });
});
