import { traceRoutes } from "../../calibration/certificates.ts";
import { dateText } from "../../dates.ts";
import type { CertificateEnvironment, CertificateStandard, PaperContent } from "../document.ts";
import { type Part, type Row, titled } from "./parts.ts";
import { dash, figure, withUnit } from "./words.ts";

/** What the environment was, beside what the procedure allows. */
export function environmentTable(
  title: string | null,
  { environment, acclimatised_minutes: minutes }: PaperContent,
): Part[] {
  if (!environment.length) return [];
  const kinds = new Set(environment.map(({ log }) => log));
  const [first, last] = kinds.size > 1 ? mixedHeads : headsOf[environment[0]!.log];
  const columns = [
    { head: "Quantity", grows: true },
    { head: first, isRight: true },
    { head: last, isRight: true },
    { head: "Allowed by the procedure", isRight: true },
    { head: "Inside" },
  ];
  const notes = [
    ...(kinds.size > 1 ? ["Of a continuous log the lowest and the highest reading."] : []),
    ...(minutes
      ? [
          `The item and the standards stood ${minutes} min in this environment before the first reading.`,
        ]
      : []),
  ];
  return titled(title, [
    { is: "table", table: { columns, rows: environment.map(environmentRow) }, notes },
  ]);
}

const headsOf = {
  start_end: ["Start", "End"],
  continuous: ["Lowest", "Highest"],
} as const satisfies Record<CertificateEnvironment["log"], readonly [string, string]>;
const mixedHeads = ["Start or lowest", "End or highest"] as const;

const environmentRow = (one: CertificateEnvironment): Row => [
  withUnit(one.quantity, one.unit),
  figure(one.first),
  figure(one.last),
  `${figure(one.lo)} to ${figure(one.hi)}`,
  { text: one.inside === null ? dash : one.inside ? "Yes" : "No", isBold: one.inside === false },
];

/** The standards, with the certificates through which the results are traceable. */
export function standardsTable(title: string | null, { standards }: PaperContent): Part[] {
  if (!standards.length) return [];
  const columns = [
    { head: "Standard" },
    { head: "Make, model" },
    { head: "Serial" },
    { head: "Certificate, issued by", grows: true },
    { head: "Calibrated" },
    { head: "Valid to" },
  ];
  return titled(title, [{ is: "table", table: { columns, rows: standards.map(standardRow) } }]);
}

const routeWord = (route: string): string =>
  Object.hasOwn(traceRoutes, route) ? traceRoutes[route as keyof typeof traceRoutes] : route;

/** Words side by side, without those that are not there. */
const listed = (words: readonly (string | null)[]) => words.filter((word) => word).join(", ");

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const standardRow = (one: CertificateStandard): Row => [
  [one.name, ...(isSame(one.role, one.name) ? [] : [one.role]), one.calibrator_no].join("\n"),
  [one.manufacturer, one.model].filter((word) => word).join(" ") || dash,
  one.serial_no ?? dash,
  `${listed([one.certificate_no, one.issued_by, one.accreditation])}\n${routeWord(one.route)}`,
  dateText(one.calibrated_on).replaceAll(" ", "\u00a0"),
  dateText(one.due_on).replaceAll(" ", "\u00a0"),
];
