import { dateText, timeText } from "#app/shared/dates.ts";
import { formatMinor } from "#app/shared/money.ts";
import type { ReportView } from "../domain/service-reports/index.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { objectKeyOf } from "../files/store.ts";
import type { Company } from "../session.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";

const answers = { yes: "Yes", no: "NO", na: "N/A" } as const;

/** The printed service/PM report: company, device, work, checklist, parts, totals, who and when, signatures. */
export async function reportPdf(
  report: ReportView,
  company: Company,
  paper: Paper,
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
): Promise<Uint8Array> {
  const format = settingOf(company, "date_format");
  const date = (on: string) => dateText(on, format);
  const time = (at: number) => timeText(at, company.timeZone, format);
  const money = (minor: number) => `${company.currency} ${formatMinor(minor)}`;
  const { asset } = report;
  const header = settingOf(company, "report_header");
  const footer = settingOf(company, "report_footer");
  const sheet = await Sheet.open(paper, {
    title: `${report.serviceTicket} ${asset.assetCode}`,
    foot: `${company.name}  ${report.serviceTicket}`,
    texts: JSON.stringify([report, company.name, header, footer]),
    assets: ASSETS,
  });
  const { width } = sheet;

  await drawLogo(sheet, company, MEDIA);
  sheet.text(company.name, { size: 15, font: "bold" });
  sheet.text(report.serviceTicket, { size: 12, font: "mono", right: true });
  sheet.y -= 22;
  sheet.text("Service/PM Report", { size: 11, quiet: true });
  sheet.text(`${report.serviceType === "pm" ? "PM" : "Other"}, ${date(report.serviceOn)}`, {
    size: 11,
    right: true,
  });
  sheet.y -= 18;
  if (header) sheet.paragraph(header, { size: 9, quiet: true });
  if (report.cancelledAt) {
    sheet.paragraph("CANCELLED", { font: "bold", size: 12 });
    const cancelled = [time(report.cancelledAt), report.cancelledByName].filter(Boolean).join(", ");
    sheet.paragraph(`${cancelled}: ${report.cancelReason}`, { size: 9 });
  }
  sheet.rule();

  const half = width / 2;
  const fact = (name: string, value: string | null) => [
    { text: name, width: 70, quiet: true },
    { text: value || "-", width: half - 70 },
  ];
  sheet.row([...fact("Asset", asset.assetCode), ...fact("Location", asset.departmentName)]);
  sheet.row([...fact("Name", asset.name), ...fact("Serial No", asset.serialNo)]);
  sheet.row([
    ...fact("Make, model", [asset.make, asset.model].filter(Boolean).join(" ")),
    ...fact("Done By", report.doneBy),
  ]);
  sheet.rule();

  const texts = [
    ["Problem Reported", report.problemDescription],
    ["Action Taken", report.actionTaken],
    ["Remarks", report.remark],
  ] as const;
  for (const [title, text] of texts) {
    if (!text) continue;
    heading(sheet, title);
    sheet.paragraph(text);
    sheet.y -= 6;
  }

  if (report.pmLists.length > 0) {
    const machine = report.pmChecklistName ? `: ${report.pmChecklistName}` : "";
    heading(sheet, `Check list of Machine${machine}`);
    const columns = [24, width * 0.5, 50, width * 0.5 - 74] as const;
    for (const [at, { name, status, remark }] of report.pmLists.entries())
      sheet.row([
        { text: String(at + 1), width: columns[0], quiet: true },
        { text: name, width: columns[1] },
        { text: answers[status], width: columns[2], ...(status === "no" ? { font: "bold" } : {}) },
        { text: remark, width: columns[3] },
      ]);
    sheet.y -= 6;
  }

  const widths = [width - 240, 60, 90, 90] as const;
  const cells = (texts: readonly string[], style = {}) =>
    texts.map((text, at) => ({ text, width: widths[at]!, right: at > 0, ...style }));
  const parts = (lines: ReportView["lines"]) => {
    if (lines.length === 0) sheet.paragraph("None", { quiet: true });
    else sheet.row(cells(["Part", "QTY", "Cost", "Total"], { quiet: true }));
    for (const { name, qty, unit, costMinor, totalMinor } of lines)
      sheet.row(cells([name, `${qty} ${unit}`, formatMinor(costMinor), formatMinor(totalMinor)]));
  };
  const isReturned = report.returned.length > 0;
  heading(
    sheet,
    isReturned ? "Returned to stock with the cancellation" : "Used Part & Accessories",
  );
  parts(isReturned ? report.returned : report.lines);
  sheet.rule();
  sheet.row(cells(["", "", "Parts", money(report.partsCostMinor)]));
  sheet.row(cells(["", "", "Service Cost", money(report.serviceCostMinor)]));
  sheet.row(cells(["", "", "Total Cost", money(report.totalCostMinor)], { font: "bold" }));

  sheet.room(90);
  sheet.y -= 44;
  sheet.rule(2);
  sheet.row([
    { text: `Done By: ${report.doneBy}`, width: half },
    { text: "Accepted by (name, signature, date)", width: half, quiet: true },
  ]);
  const saved = `Entered ${time(report.createdAt)}${report.createdByName ? ` by ${report.createdByName}` : ""}`;
  const changed =
    report.updatedAt > report.createdAt ? `; last changed ${time(report.updatedAt)}` : "";
  sheet.paragraph(saved + changed, small);
  if (footer) sheet.paragraph(footer, small);
  return sheet.bytes();
}

const small = { size: 8, quiet: true };
const LOGO = { width: 160, height: 44 };

/** Draws the company's logo above its name, where the company has chosen that. */
async function drawLogo(sheet: Sheet, company: Company, bucket: R2Bucket): Promise<void> {
  if (!company.logoMediaId || !settingOf(company, "logo_on_report")) return;
  const image = await sheet.setter.picture(bucket, objectKeyOf(company.id, company.logoMediaId));
  if (image) sheet.image(image, image.scaleToFit(LOGO.width, LOGO.height));
}

function heading(sheet: Sheet, title: string) {
  sheet.room(40);
  sheet.paragraph(title, { font: "bold", size: 10.5 });
  sheet.y -= 2;
}
