import { conditionWords } from "#app/shared/asset-words.ts";
import { limitsText, readingText } from "#app/shared/check-limits.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import { amount, currencySign } from "#app/shared/money-text.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { isSignature } from "#app/shared/signature.ts";
import { deviceAddress, qrOf } from "../domain/labels/qr.ts";
import type { ReportLine, ReportView } from "../domain/service-reports/index.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";

const statusWords = { yes: "Yes", no: "No", na: "N/A" } as const;
const isPicture = (mime: string) => mime === "image/jpeg" || mime === "image/png";
/** A stored signature that can be drawn. */
const drawn = (path: string | null) => (path !== null && isSignature(path) ? path : null);
const written = (...parts: (string | null)[]) => parts.filter(Boolean).join(" ") || "–";

const fulfilled = (title: string, on: string, isOnTime: number | null) =>
  isOnTime ? `${title} due on ${on}, on time` : `${title} due on ${on}, out of its window`;

/** A service/PM report as it stands on paper, every text as it is read; the print page and the PDF both draw it. */
export function reportSheet(report: ReportView, company: Company, env: Env) {
  const { asset, doneBy, cancelledAt } = report;
  const format = settingOf(company, "date_format");
  const date = (on: string) => dateText(on, format);
  const time = (at: number) => timeText(at, company.timeZone, format);
  const sign = currencySign(company.locale, company.currency);
  const number = (minor: number) => amount(minor, company.locale);
  const money = (minor: number) => `${sign} ${number(minor)}`;
  const kind = report.serviceType === "pm" ? "PM" : "Other";
  const parts = (title: string, lines: ReportLine[]) => ({
    title,
    heads: ["Part", "QTY", "Cost", "Total"],
    rows: lines.map(({ name, qty, unit, costMinor, totalMinor }) => [
      name,
      quantityText(qty, unit),
      number(costMinor),
      number(totalMinor),
    ]),
  });
  const isMeasured = report.pmLists.some((check) => readingText(check) || limitsText(check));
  const files = [...(report.media ? [report.media] : []), ...report.files];
  const isLatestPm = report.serviceType === "pm" && asset.lastPmOn === report.serviceOn;
  return {
    company: company.name,
    host: company.primaryHost,
    header: settingOf(company, "report_header"),
    footer: settingOf(company, "report_footer"),
    title: "Service/PM Report",
    kind: cancelledAt ? "Cancelled" : kind,
    ticket: report.serviceTicket,
    entered: time(report.createdAt),
    qr: qrOf(deviceAddress(originOf(env, company.primaryHost), asset.qrToken)),
    qrName: `QR code of ${asset.assetCode}`,
    cancelled:
      cancelledAt &&
      `Cancelled ${time(cancelledAt)}${report.cancelledByName ? ` by ${report.cancelledByName}` : ""}: ${report.cancelReason}`,
    facts: [
      { name: "Asset", text: asset.name },
      { name: "Code", text: asset.assetCode, isCode: true },
      { name: "Make and model", text: written(asset.make, asset.model) },
      { name: "Serial No", text: written(asset.serialNo), isCode: true },
      { name: "Location", text: asset.departmentName },
      { name: "Date", text: date(report.serviceOn) },
      { name: "Type", text: kind },
      isLatestPm && asset.nextPmOn
        ? { name: "Next PM", text: date(asset.nextPmOn) }
        : { name: "Done By", text: doneBy },
      ...(report.dueTitle && report.dueOn
        ? [
            {
              name: "Fulfils",
              text: fulfilled(report.dueTitle, date(report.dueOn), report.dueOnTime),
            },
          ]
        : []),
      ...(report.conditionAfter
        ? [{ name: "Condition afterwards", text: conditionWords[report.conditionAfter] }]
        : []),
      ...(report.raisedCallNumber
        ? [{ name: "Service Call raised", text: report.raisedCallNumber, isCode: true }]
        : []),
    ] as { name: string; text: string; isCode?: boolean }[],
    texts: [
      { title: "Problem Reported", text: report.problemDescription },
      { title: "Action Taken", text: report.actionTaken },
      { title: "Remarks", text: report.remark },
    ].filter((entry): entry is { title: string; text: string } => Boolean(entry.text)),
    checks: report.pmLists.length > 0 && {
      title: report.pmChecklistName
        ? `Check list of Machine: ${report.pmChecklistName}`
        : "Check list of Machine",
      isMeasured,
      rows: report.pmLists.map(({ name, status, remark, ...read }) => ({
        ...{ name, status, word: statusWords[status], remark },
        reading: [readingText(read), limitsText(read) && `(${limitsText(read)})`]
          .filter(Boolean)
          .join(" "),
      })),
    },
    parts: [
      parts("Used Part & Accessories", report.lines),
      parts("Returned to stock with the cancellation", report.returned),
    ].filter(({ rows }) => rows.length > 0),
    sums: [
      { name: "Parts", text: money(report.partsCostMinor) },
      { name: "Service Cost", text: money(report.serviceCostMinor) },
      { name: "Total Cost", text: money(report.totalCostMinor) },
    ],
    signatures: [
      {
        role: "Done By",
        name: `${doneBy}, ${date(report.serviceOn)}`,
        path: drawn(report.doneBySignature),
      },
      { role: "Verified by", name: "", path: null },
      {
        role: `Received by, ${asset.departmentName}`,
        name: report.receivedBy ?? "",
        path: drawn(report.receivedBySignature),
      },
    ],
    pictures: files
      .filter(({ mime }) => isPicture(mime))
      .map(({ id, fileName, mime, bytes }) => ({ id, name: fileName, mime, bytes })),
    otherFiles: files.filter(({ mime }) => !isPicture(mime)).map(({ fileName }) => fileName),
    written: `Written by ${report.createdByName ?? doneBy}, changed ${time(report.updatedAt)}`,
  };
}
export type ReportSheet = ReturnType<typeof reportSheet>;
