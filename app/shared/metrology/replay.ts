/** Runs a published case through the engine. Cases are those of `uncertainty-cases.json`, whose `about` says what each kind takes and answers. */

import { type Correlation, combined, type Input } from "./budget.ts";
import { type Coverage, coverageFactor } from "./coverage.ts";
import { decimal } from "./decimal.ts";
import {
  acceptanceFactors,
  decide,
  METHOD6_NONE_FROM,
  method6Factor,
  type RuleKind,
} from "./decision.ts";
import { printedProbability, studentQuantile } from "./distributions.ts";
import { rootOfSquares } from "./elementary.ts";
import { expressionOf } from "./expression.ts";
import { activity, type Counting } from "./h4.ts";
import { fittedDrift, testedInterval, timeToLimit, timeToUncertainty } from "./intervals.ts";
import { drawn, type Spec } from "./monte-carlo.ts";
import { fittedLine, type Line, predicted, readBack } from "./regression.ts";
import {
  capability,
  conformance,
  globalRisks,
  processDeviation,
  riskAtLimit,
  tails,
} from "./risk.ts";
import { type Rounding, rounded } from "./rounding.ts";
import { betweenDays, deviationOfS, smallNFactor, typeA, typeADigitized } from "./type-a.ts";
import { dofOfReliability, evaluated } from "./type-b.ts";

/** A case as its file holds it; which fields there are goes by the kind. */
export type Case = { kind: string } & Record<string, unknown>;
type Answer = Record<string, unknown>;
type Row = Record<string, unknown>;

const numbers = (value: unknown) => value as readonly number[];
const number = (value: unknown) => value as number;
/** What is absent or null stands for infinite. */
const dofOf = (value: unknown): number =>
  value === null || value === undefined || value === "inf" ? Infinity : number(value);
const rowsOf = (one: Case, answer: (row: Row) => Answer): Answer => ({
  rows: (one.rows as readonly Row[]).map((row) => ({ ...row, ...answer(row) })),
});
const limitsOf = ({ LL, UL }: Row) => ({
  lower: (LL ?? null) as number | null,
  upper: (UL ?? null) as number | null,
});

function budget(one: Case): Answer {
  const inputs = one.inputs as readonly (Input & { sensitivity?: number })[];
  const model = typeof one.model === "string" ? one.model : null;
  const expression =
    model === null
      ? null
      : expressionOf(
          model,
          inputs.map(({ name }) => name),
        );
  const correlations = (one.correlations ?? []) as readonly Correlation[];
  const result = combined(inputs, expression, correlations);
  const coverage = (one.coverage ?? { mode: "p", p: 0.9545 }) as Coverage;
  const { k } = coverageFactor(coverage, result.dofEff);
  return {
    ...{ value: result.value, u_c: result.uC, dof_eff: result.dofEff, k, U: k * result.uC },
    contributions: Object.fromEntries(
      result.lines.map(({ name, contribution }) => [name, contribution]),
    ),
  };
}

function ofReadings(one: Case): Answer {
  const { mean, s, u, dof } = typeA(numbers(one.readings));
  const k = one.p === undefined || one.p === null ? null : studentQuantile(number(one.p), dof);
  return { mean, s, u, dof, ...(k === null || u === null ? {} : { k, U: k * u }) };
}

const lineFields = (line: Line): Answer => ({
  ...{ intercept: line.intercept, slope: line.slope, r: line.r, s: line.s, ssr: line.ssr },
  ...{ u_intercept: line.uIntercept, u_slope: line.uSlope, dof: line.dof },
});
function regression(one: Case): Answer {
  const uY = one.u_y as readonly number[] | undefined;
  const line = fittedLine(numbers(one.x), numbers(one.y), { x0: number(one.x0 ?? 0), uY });
  const at = one.predict_at === undefined ? null : predicted(line, number(one.predict_at));
  return { ...lineFields(line), ...(at && { predicted: at.value, u_predicted: at.u }) };
}

function inverse(one: Case): Answer {
  const { line, x, u } = readBack(numbers(one.x), numbers(one.y), numbers(one.y_new));
  return { ...lineFields(line), x0: x, u_x0: u, dof: line.dof };
}

/** Voltages are told in V, what follows of them in µV. */
const MICRO = 1e6;
function anova(one: Case): Answer {
  const days = numbers(one.day_means).map((mean, at) => ({
    mean,
    s: numbers(one.day_stdevs)[at]!,
  }));
  const found = betweenDays(days, number(one.n_per_day));
  // Means in V have their standard deviations in µV.
  const isMixed = one.unit === "V";
  return {
    grand_mean: found.mean,
    ...ofAnova(
      isMixed
        ? betweenDays(
            days.map(({ mean, s }) => ({ mean: mean * MICRO, s })),
            number(one.n_per_day),
          )
        : found,
    ),
  };
}
const ofAnova = (found: ReturnType<typeof betweenDays>): Answer => ({
  ...{ s_of_day_means: found.sOfMeans, s_a: found.sA, s_b: found.sB, s_between: found.between },
  ...{ u_mean: found.u, F: found.f, dof_a: found.dofA, dof_b: found.dofB },
});

function secondOrder(one: Case): Answer {
  const { u_first, lS, u_dalpha, u_theta, u_alphaS, u_dtheta } = one as unknown as Record<
    string,
    number
  >;
  return {
    u_c: rootOfSquares([u_first!, lS! * u_dalpha! * u_theta!, lS! * u_alphaS! * u_dtheta!]),
  };
}

const decision = (one: Case): Answer =>
  rowsOf(one, (row) => {
    const { verdict, guard, pc } = decide({
      ...limitsOf(row),
      ...{ y: number(row.y), U: number(row.U), k: number(row.k ?? 2) },
      rule: { kind: row.rule as RuleKind, ...(row.r === undefined ? {} : { r: number(row.r) }) },
    });
    return { result: verdict, guard_band: guard, prob_nonconforming: pc === null ? null : 1 - pc };
  });

function pfa(one: Case): Answer {
  const limit = number(one.tolerance ?? 1);
  const process = (one.sigma_process as number | null) ?? processDeviation(limit, number(one.itp));
  const risks = globalRisks(
    limit,
    limit - number(one.guardband ?? 0),
    process,
    process / number(one.sigma_ratio),
  );
  return {
    pfa_pct: 100 * risks.falseAccept,
    cpfa_pct: 100 * risks.falseAcceptOfAccepted,
    pfr_pct: 100 * risks.falseReject,
  };
}

function deaver(one: Case): Answer {
  const limit = number(one.SL);
  const risks = globalRisks(limit, limit * number(one.GB), 1, 1 / number(one.TUR));
  return { pfa: risks.falseAccept, pfr: risks.falseReject };
}

function intervalA3(one: Case): Answer {
  const history = one.passfail as readonly number[] | undefined;
  const passed = history ? history.filter(Boolean).length : number(one.intol);
  const found = testedInterval(passed, history?.length ?? number(one.n), {
    ...{ interval: number(one.interval), target: number(one.target) },
    confidence: number(one.conf),
  });
  return {
    ...{ interval: found.proposed, rejection: found.rejection, observed: found.observed },
    ...{ R_low: found.low, R_high: found.high },
  };
}

function intervalVariables(one: Case): Answer {
  const times = numbers(one.dt);
  const drift = fittedDrift(times, numbers(one.deltas));
  const longest = Math.max(...times);
  const u0 = number(one.u0);
  const limits = {
    ...{ start: number(one.y0), u0, ...limitsOf(one) },
    confidence: number(one.conf),
  };
  return {
    ...{ b1: drift.b1, b2: drift.b2, syx: drift.s },
    interval_u: timeToUncertainty(drift, u0, number(one.utarget), longest),
    interval_rel: timeToLimit(drift, limits, longest),
    interval_rel_upper_only: timeToLimit(drift, { ...limits, isOneSided: true }, longest),
  };
}

function h4(one: Case): Answer {
  const { byMeans, byRatios, r, standard, sample, ratios } = activity(one as unknown as Counting);
  return {
    ...{ A1: byMeans.value, u1: byMeans.uC, A2: byRatios.value, u2: byRatios.uC, r },
    ...{ RS: standard.mean, Rx: sample.mean, R: ratios.mean, u_R: ratios.u },
  };
}

function method6(one: Case): Answer {
  const factors = (row: Row) => {
    const tur = number(row.TUR);
    const m = method6Factor(tur);
    return { M: m, acceptance_factor: 1 - Math.max(0, m) / tur };
  };
  return { ...rowsOf(one, factors), zero_crossing: METHOD6_NONE_FROM };
}

const kinds: Readonly<Record<string, (one: Case) => Answer>> = {
  budget,
  type_a: ofReadings,
  type_a_digitized: (one) => typeADigitized(numbers(one.readings), number(one.resolution)),
  type_b: (one) => ({ u: evaluated((one.inputs as readonly Input[])[0]!).u }),
  t_table: (one) =>
    rowsOf(one, ({ dof, p }) => ({
      k: studentQuantile(printedProbability(number(p)), dofOf(dof)),
    })),
  sd_of_sd: (one) => rowsOf(one, ({ n }) => ({ pct: 100 * deviationOfS(number(n)) })),
  small_n_factor: (one) => rowsOf(one, ({ n }) => ({ h: smallNFactor(number(n)) })),
  dof_reliability: (one) => rowsOf(one, ({ pct }) => ({ dof: dofOfReliability(number(pct)) })),
  rounding: (one) =>
    rowsOf(one, ({ u, value, digits, mode }) => {
      const shown = rounded(decimal((value ?? 0) as number), decimal(u as number), {
        digits,
        mode,
      } as Rounding);
      return { u_rounded: shown.u, ...(value === undefined ? {} : { value_rounded: shown.value }) };
    }),
  regression_ols: regression,
  regression_wls: regression,
  inverse_regression: inverse,
  anova,
  h4,
  second_order: secondOrder,
  decision,
  ilac_g8: (one) => rowsOf(one, ({ r }) => ({ pfa: riskAtLimit(number(r)) })),
  method6,
  guardband_methods: ({ TUR }) => ({
    rss: acceptanceFactors.tur_rss(number(TUR)),
    test95: acceptanceFactors.tur_test95(number(TUR)),
    rp10: acceptanceFactors.tur_rp10(number(TUR)),
  }),
  conformance: (one) => ({ pc: conformance(number(one.y), number(one.u), limitsOf(one)) }),
  specific_risk(one) {
    const [mu, sigma] = [number(one.mu), number(one.sigma)];
    const { lower, upper } = tails(mu, sigma, limitsOf(one));
    return { lower, upper, total: lower + upper, cpk: capability(mu, sigma, limitsOf(one)) };
  },
  pfa,
  pfa_deaver: deaver,
  interval_a3: intervalA3,
  interval_variables: intervalVariables,
  montecarlo: ({ spec }) => drawn(spec as Spec),
};

/** The kinds of cases there are. */
export const caseKinds = Object.keys(kinds);

/**
 * What the engine answers to a case: fields named like those it expects and, for tables, `rows` with the answer beside what each asks.
 * @throws RangeError for a kind that is not known
 */
export function replay(one: Case): Record<string, unknown> {
  const answer = Object.hasOwn(kinds, one.kind) ? kinds[one.kind] : undefined;
  if (!answer) throw new RangeError(`There is no kind of case "${one.kind}"`);
  return answer(one);
}
