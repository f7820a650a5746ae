/** The results of a parameter as tables, in which every list has a value for every line. */
import type {
  CertificateContent,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
} from "#app/shared/certificates/document.ts";
import { element, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";
import { type Dataset, linesIn, type SetLine } from "./datasets.ts";
import { ours, paragraphs, plain, type Said, text } from "./dcc-parts.ts";
import { quantityList } from "./dcc-quantities.ts";
import { conformityWords, ruleId } from "./dcc-statements.ts";
import { symbolOf } from "./dcc-units.ts";
import {
  type ReportedSides,
  reportedAcceptance,
  reportedLimit,
  reportedSides,
} from "./reported.ts";

type Row = { line: CertificateLine; result: CertificateResult; sides: ReportedSides };

const isThere = (figure: string | null) => figure !== null;
/** What two lines must have alike to stand in one table: lists have no empty places. */
const kindOf = ({ line, result, sides }: Row): string =>
  JSON.stringify([
    ...[line.direction, line.conditions, line.rule, line.in_scope, result.verdict !== "not_stated"],
    ...[line.nominal, sides.reference, result.u_reported, result.lower, result.upper].map(isThere),
    ...[result.accept_lower, result.accept_upper].map(isThere),
  ]);

/** Lines of a kind, in the order of their first. */
function tables(rows: readonly Row[]): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const kind = kindOf(row);
    const alike = found.get(kind);
    if (alike) alike.push(row);
    else found.set(kind, [row]);
  }
  return [...found.values()];
}

/** A list of one figure a line; nothing where the lines of the table have none. */
function limitList(
  rows: readonly Row[],
  { unit }: CertificateParameter,
  [name, refType]: readonly [string, string | undefined],
  figureOf: (result: CertificateResult) => string | null,
): Maybe {
  const values = rows.flatMap(({ result }) => figureOf(result) ?? []);
  return values.length > 0 && quantityList(values, { name: ours(name), unit, refType });
}

const limitLists = (rows: readonly Row[], parameter: CertificateParameter): Maybe[] => [
  limitList(rows, parameter, ["Lower limit", undefined], ({ lower }) => reportedLimit(lower)),
  limitList(rows, parameter, ["Upper limit", undefined], ({ upper }) => reportedLimit(upper)),
  limitList(
    rows,
    parameter,
    ["Lower limit of acceptance", "basic_acceptanceLimitLower"],
    (result) => reportedAcceptance(result).lower,
  ),
  limitList(
    rows,
    parameter,
    ["Upper limit of acceptance", "basic_acceptanceLimitUpper"],
    (result) => reportedAcceptance(result).upper,
  ),
];

/** Limits and verdicts of the values of a table. */
function conformity(
  rows: readonly Row[],
  parameter: CertificateParameter,
  { rules }: CertificateContent,
): Maybe {
  const limits = limitLists(rows, parameter);
  const words = rows.flatMap(({ result }) => conformityWords[result.verdict] ?? []);
  const [{ line }] = rows as [Row];
  if (!words.length && !limits.some(Boolean)) return null;
  return element(
    "dcc:metaData",
    [
      text("dcc:name", ours(words.length ? "Conformity" : "Limits")),
      plain("dcc:reference", line.rule),
      words.length > 0 && leaf("dcc:conformityXMLList", words.join(" ")),
      limits.some(Boolean) && element("dcc:data", [element("dcc:list", limits)]),
    ],
    words.length ? { refType: "basic_conformity", refId: ruleId(rules, line.rule) } : {},
  );
}

/** Whether the values of a table are of the scope that the laboratory is accredited for. */
const scope = ([row]: readonly Row[], { lab }: CertificateContent): Maybe =>
  lab.accreditation !== null &&
  row !== undefined &&
  element(
    "dcc:metaData",
    [
      text(
        "dcc:declaration",
        ours(
          row.line.in_scope
            ? "These results are within the scope of accreditation."
            : "These results are outside of the scope of accreditation.",
        ),
      ),
      leaf("dcc:valid", String(row.line.in_scope)),
    ],
    { refType: "basic_isInCMC" },
  );

const sideNames = {
  reference: ["Reference value", "basic_referenceValue"],
  measured: ["Measured value", "basic_measuredValue"],
} as const;

function side(
  which: "reference" | "measured",
  rows: readonly Row[],
  parameter: CertificateParameter,
  content: CertificateContent,
): Maybe {
  const values = rows.flatMap(({ sides }) => sides[which] ?? []);
  if (!values.length) return null;
  const [name, refType] = sideNames[which];
  const isJudged = rows[0]!.sides.judged === which;
  const meta = isJudged ? [conformity(rows, parameter, content), scope(rows, content)] : [];
  return quantityList(
    values,
    { name: ours(name), unit: parameter.unit, refType, meta },
    isJudged ? rows.map(({ result }) => result) : [],
  );
}

/** What a table has besides its parameter: the direction, and the conditions of its lines. */
function circumstances([row]: readonly Row[]): Said[] {
  const { direction, conditions } = row!.line;
  return [
    ...(direction === "up" ? [ours("The values were approached from below.")] : []),
    ...(direction === "down" ? [ours("The values were approached from above.")] : []),
    ...conditions.map(({ name, value }) => `${name}: ${value}`),
  ];
}

function table(
  rows: readonly Row[],
  parameter: CertificateParameter,
  content: CertificateContent,
): XmlNode {
  const { unit } = parameter;
  const nominals = rows.flatMap(({ line }) => line.nominal ?? []);
  const errors = rows.flatMap(({ sides }) => sides.error ?? []);
  const results = rows.map(({ result }) => result);
  return element("dcc:result", [
    text("dcc:name", parameter.name),
    paragraphs("dcc:description", circumstances(rows)),
    element("dcc:data", [
      element("dcc:list", [
        nominals.length > 0 &&
          quantityList(nominals, {
            ...{ name: ours("Nominal value"), unit, refType: "basic_nominalValue" },
          }),
        side("reference", rows, parameter, content),
        side("measured", rows, parameter, content),
        errors.length > 0 &&
          quantityList(
            errors,
            { name: ours("Measurement error"), unit, refType: "basic_measurementError" },
            results,
          ),
      ]),
    ]),
  ]);
}

function notMeasured({ line }: SetLine, unit: string): XmlNode {
  const { nominal, not_measured: reason } = line;
  const symbol = symbolOf(unit);
  const why = reason ?? "no value";
  return text(
    "dcc:text",
    ours(
      nominal === null ? `Not measured: ${why}` : `Not measured at ${nominal} ${symbol}: ${why}`,
    ),
  );
}

/** The results of a parameter in a set: tables, then what was not measured and why. */
export function resultsOf(
  content: CertificateContent,
  parameter: CertificateParameter,
  set: Dataset,
): XmlNode[] {
  const lines = linesIn(parameter, set);
  const rows: Row[] = [];
  const missing: SetLine[] = [];
  for (const { line, result } of lines) {
    const sides = result && reportedSides(parameter.setting, line, result);
    if (result && sides) rows.push({ line, result, sides });
    else missing.push({ line, result });
  }
  return [
    ...tables(rows).map((alike) => table(alike, parameter, content)),
    ...(missing.length
      ? [
          element("dcc:result", [
            text("dcc:name", parameter.name),
            element(
              "dcc:data",
              missing.map((one) => notMeasured(one, parameter.unit)),
            ),
          ]),
        ]
      : []),
  ];
}
