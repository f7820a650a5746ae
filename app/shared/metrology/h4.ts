/** Radon activity by counting. GUM (JCGM 100:2008) H.4. Of the test suite: no screen needs it. */

import { combined } from "./budget.ts";
import { exp } from "./elementary.ts";
import { expressionOf } from "./expression.ts";
import { mean, typeA } from "./type-a.ts";

export type Counting = {
  /** Counts of the standard, the sample and the background, each cycle. */
  CS: readonly number[];
  Cx: readonly number[];
  CB: readonly number[];
  /** Times from the reference instant, each cycle, in minutes. */
  tS: readonly number[];
  tx: readonly number[];
  /** The decay constant a minute, and the time of counting in minutes. */
  lam: number;
  T0: number;
  AS: number;
  mS: number;
  mx: number;
  uAS: number;
  umS: number;
  umx: number;
};

/** Decay-corrected counting rates of each cycle. GUM H.11 and H.12. */
const ratesOf = (counts: readonly number[], times: readonly number[], { CB, lam, T0 }: Counting) =>
  counts.map((count, at) => ((count - CB[at]!) / T0) * exp(lam * times[at]!));

/** The correlation of two means of values taken together. GUM 5.2.3. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const product = (x: readonly number[], y: readonly number[], mx: number, my: number) =>
    x.reduce((all, value, at) => all + (value - mx) * (y[at]! - my), 0);
  return (
    product(one, other, a, b) / Math.sqrt(product(one, one, a, a) * product(other, other, b, b))
  );
}

const given = (name: string, value: number, std: number) =>
  ({ name, value, distribution: "normal_std", std }) as const;

/** The activity of the sample by the ratio of the mean rates, whose correlation counts, and by the mean of the ratios. */
export function activity(counting: Counting) {
  const [standard, sample] = [
    ratesOf(counting.CS, counting.tS, counting),
    ratesOf(counting.Cx, counting.tx, counting),
  ];
  const [ofStandard, ofSample] = [typeA(standard), typeA(sample)];
  const ratios = typeA(sample.map((rate, at) => rate / standard[at]!));
  const r = correlation(sample, standard);
  const others = [
    given("AS", counting.AS, counting.uAS),
    given("mS", counting.mS, counting.umS),
    given("mx", counting.mx, counting.umx),
  ];
  const byMeans = combined(
    [
      ...others,
      given("Rx", ofSample.mean, ofSample.u!),
      given("RS", ofStandard.mean, ofStandard.u!),
    ],
    expressionOf("AS*mS/mx*Rx/RS", ["AS", "mS", "mx", "Rx", "RS"]),
    [["Rx", "RS", r]],
  );
  const byRatios = combined(
    [...others, given("R", ratios.mean, ratios.u!)],
    expressionOf("AS*mS/mx*R", ["AS", "mS", "mx", "R"]),
  );
  return { r, byMeans, byRatios, standard: ofStandard, sample: ofSample, ratios };
}
