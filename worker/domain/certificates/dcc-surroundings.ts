/** What results were made with and under: methods, software, standards, environment. DCC 3.3.0, measurementResultType. */
import { traceRoutes } from "#app/shared/calibration/certificates.ts";
import { methodWords } from "#app/shared/calibration/safety-words.ts";
import type {
  Adjustment,
  CertificateContent,
  CertificateEnvironment,
  CertificateStandard,
} from "#app/shared/certificates/document.ts";
import { decimal, isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import { element, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";
import type { Dataset } from "./datasets.ts";
import {
  identification,
  listOf,
  namedBody,
  needed,
  ours,
  paragraphs,
  plain,
  type Said,
  text,
  worded,
} from "./dcc-parts.ts";
import { quantity } from "./dcc-quantities.ts";
import { symbolOf } from "./dcc-units.ts";

function methods({ procedure, safety }: CertificateContent): XmlNode {
  const { code, title, version_no: version, method_reference: reference } = procedure;
  const norm = safety && [safety.standard, safety.edition].filter(Boolean).join(":");
  return element("dcc:usedMethods", [
    element(
      "dcc:usedMethod",
      [
        text("dcc:name", title),
        reference.trim() ? text("dcc:description", reference) : null,
        needed("dcc:reference", `${code}, version ${version}`),
      ],
      { refType: "basic_calibrationMethod" },
    ),
    safety &&
      element("dcc:usedMethod", [
        text("dcc:name", ours("Electrical safety")),
        text("dcc:description", ours(`Method: ${worded(methodWords, safety.method)}.`)),
        plain("dcc:norm", norm),
      ]),
  ]);
}

const software = ({ engine_version: version }: CertificateContent) =>
  element("dcc:usedSoftware", [
    element("dcc:software", [
      text("dcc:name", ours("Plumbline")),
      needed("dcc:release", version),
      leaf("dcc:type", "application"),
    ]),
  ]);

/** How a standard is calibrated, a sentence each. */
function calibrationOf(standard: CertificateStandard): Said[] {
  const { certificate_no, issued_by, accreditation, route, calibrated_on, due_on } = standard;
  return [
    standard.role,
    ours(
      `Calibrated on ${calibrated_on} by ${issued_by}, certificate ${certificate_no}, due on ${due_on}.`,
    ),
    ours(`Traceability: ${worded(traceRoutes, route)}.`),
    ...(accreditation === null ? [] : [ours(`Accreditation: ${accreditation}.`)]),
  ];
}

const equipment = (standard: CertificateStandard) =>
  element(
    "dcc:measuringEquipment",
    [
      text("dcc:name", standard.name),
      paragraphs("dcc:description", calibrationOf(standard)),
      namedBody("dcc:manufacturer", standard.manufacturer),
      plain("dcc:model", standard.model),
      listOf("dcc:identifications", [
        identification("manufacturer", ours("Serial number"), standard.serial_no),
        identification(
          "calibrationLaboratory",
          ours("Number at the laboratory"),
          standard.calibrator_no,
        ),
        identification("other", ours("Certificate number"), standard.certificate_no),
      ]),
    ],
    { refType: "basic_normalUsed" },
  );

/** The words of the DCC for a set of results, by what was done between the sets. */
const statuses: Readonly<Record<Adjustment, readonly (readonly [string, string])[]>> = {
  none: [],
  adjusted: [["beforeAdjustment", "afterAdjustment"]],
  repaired: [["beforeRepair", "afterRepair"]],
  adjusted_and_repaired: [
    ["beforeRepair", "afterRepair"],
    ["beforeAdjustment", "afterAdjustment"],
  ],
};
const statusWords: Readonly<Record<string, string>> = {
  beforeAdjustment: "The results are before the adjustment.",
  afterAdjustment: "The results are after the adjustment.",
  beforeRepair: "The results are before the repair.",
  afterRepair: "The results are after the repair.",
};

/** The state of the item, as a condition of its results: the DCC has no other place for it. */
function states({ adjustment }: CertificateContent, set: Dataset | null): XmlNode[] {
  if (set !== "as_found" && set !== "as_left") return [];
  return statuses[adjustment].map(([before, after]) => {
    const status = set === "as_found" ? before : after;
    return element("dcc:influenceCondition", [
      text("dcc:name", ours("State of the item")),
      leaf("dcc:status", status),
      element("dcc:data", [text("dcc:text", ours(statusWords[status]!))]),
    ]);
  });
}

const kinds: Readonly<Record<string, string>> = {
  temperature: "basic_temperature",
  "relative humidity": "basic_humidityRelative",
};
const insideWords = (inside: boolean | null) =>
  inside === null
    ? []
    : [
        ours(
          inside
            ? "It was within what the procedure allows."
            : "It was outside of what the procedure allows.",
        ),
      ];

function figuresOf({ unit, first, last }: CertificateEnvironment, kind: string | undefined) {
  const read = [first, last].filter((one) => one !== null && isTypedNumber(one)) as string[];
  const [least, greatest] = read.sort((a, b) => decimal(a).cmp(decimal(b)));
  if (least === undefined) return [text("dcc:text", ours("It was not recorded."))];
  if (greatest === undefined)
    return [quantity(least, { name: ours("Reading"), unit, refType: kind })];
  return [
    quantity(least, { name: ours("Lowest"), unit, refType: kind && `${kind}Min` }),
    quantity(greatest, { name: ours("Highest"), unit, refType: kind && `${kind}Max` }),
  ];
}

function environment(read: CertificateEnvironment): XmlNode {
  const { quantity: name, unit, lo, hi, inside } = read;
  const kind = isUnit(unit) ? kinds[units[unit].quantity] : undefined;
  const symbol = symbolOf(unit);
  return element(
    "dcc:influenceCondition",
    [
      text("dcc:name", name),
      paragraphs("dcc:description", [
        ours(`The procedure allows ${lo} to ${hi} ${symbol}.`),
        ...insideWords(inside),
      ]),
      element("dcc:data", figuresOf(read, kind)),
    ],
    { refType: kind },
  );
}

const acclimatised = (minutes: string | null): Maybe =>
  minutes !== null &&
  isTypedNumber(minutes) &&
  element("dcc:influenceCondition", [
    text("dcc:name", ours("Acclimatisation")),
    element("dcc:data", [quantity(minutes, { name: ours("Duration"), unit: "min" })]),
  ]);

/** What stands before the results of a set. @param set null: of checks, which have no set */
export const surroundings = (content: CertificateContent, set: Dataset | null): Maybe[] => [
  methods(content),
  software(content),
  listOf("dcc:measuringEquipments", content.standards.map(equipment)),
  listOf("dcc:influenceConditions", [
    ...states(content, set),
    ...content.environment.map(environment),
    acclimatised(content.acclimatised_minutes),
  ]),
];
