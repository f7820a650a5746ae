/** Quantities as D-SI 2.2 writes them: single values, and lists of equal length with their uncertainty. */

import type { CertificateResult } from "#app/shared/certificates/document.ts";
import { normalQuantile } from "#app/shared/metrology/distributions.ts";
import { element, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";
import { type Said, text } from "./dcc-parts.ts";
import { dsiUnit } from "./dcc-units.ts";
import { reportedK, reportedP } from "./reported.ts";

const NOT_KNOWN = "NaN";
/** D-SI takes no coverage factor below 1, and none that is not known. */
const kOf = (result: CertificateResult) => {
  const k = reportedK(result);
  return k !== null && Number(k) >= 1 ? k : NOT_KNOWN;
};

/** The distribution that k is of: t where k is above that of a normal distribution. */
function distributionOf(result: CertificateResult): string {
  const { coverage } = result;
  if (coverage === "rectangular" || coverage === "trapezoidal") return coverage;
  const p = Number(result.p);
  const isNormal =
    !(p > 0 && p < 1) ||
    Number(result.k).toPrecision(3) === normalQuantile((1 + p) / 2).toPrecision(3);
  return isNormal ? "normal" : "t";
}

const joined = (name: string, all: readonly string[]) => leaf(name, all.join(" "));

/** U of each value of a list; nothing where one has none. */
function uncertainties(results: readonly CertificateResult[]): XmlNode | null {
  const all = results.flatMap(({ u_reported }) => u_reported ?? []);
  if (all.length < results.length) return null;
  return element("si:measurementUncertaintyUnivariateXMLList", [
    element("si:expandedMUXMLList", [
      joined("si:valueExpandedMUXMLList", all),
      joined("si:coverageFactorXMLList", results.map(kOf)),
      joined(
        "si:coverageProbabilityXMLList",
        results.map((result) => reportedP(result) ?? NOT_KNOWN),
      ),
      joined("si:distributionXMLList", results.map(distributionOf)),
    ]),
  ]);
}

type Told = {
  name: Said;
  description?: Said | null;
  unit: string | null;
  refType?: string | undefined;
  /** Metadata of the quantity. */
  meta?: readonly Maybe[];
};

const metaData = (meta: readonly Maybe[] = []) =>
  meta.some(Boolean) ? element("dcc:measurementMetaData", meta) : null;

/** A list of values in a unit. @param results those whose U is told; as many as there are values */
export const quantityList = (
  values: readonly string[],
  { name, unit, refType, meta }: Told,
  results: readonly CertificateResult[] = [],
): XmlNode =>
  element(
    "dcc:quantity",
    [
      text("dcc:name", name),
      element("si:realListXMLList", [
        joined("si:valueXMLList", values),
        joined("si:unitXMLList", [dsiUnit(unit)]),
        results.length ? uncertainties(results) : null,
      ]),
      metaData(meta),
    ],
    { refType },
  );

/** One value in a unit. */
export const real = (value: string, unit: string | null): XmlNode =>
  element("si:real", [leaf("si:value", value), leaf("si:unit", dsiUnit(unit))]);

/** One value in a unit, by its name. */
export const quantity = (value: string, { name, unit, refType, meta }: Told): XmlNode =>
  element("dcc:quantity", [text("dcc:name", name), real(value, unit), metaData(meta)], {
    refType,
  });
