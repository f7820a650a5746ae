import { dayIn } from "#app/shared/company-time.ts";
import { timeText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import type { DeviceEvidence } from "../domain/evidence/device.ts";
import { fileOf, type Whole, wholeOf } from "../domain/evidence/part.ts";
import { howToVerify } from "../domain/evidence/verifying.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import type { Pack } from "./evidence-zip.ts";
import type { Paper } from "./pdf-sheet.ts";
import { reportPdf } from "./report-pdf.ts";
import { reportSheet } from "./report-sheet.ts";

/** The files that the PDF of a device's pack is made from, in the order of its cover. */
async function wholesOf(found: DeviceEvidence, sheets: readonly ReturnType<typeof reportSheet>[]) {
  const { log, parts } = found;
  const reports = sheets.map(({ qr: _, ...sheet }) => sheet);
  return Promise.all([
    ...parts.map(fileOf),
    wholeOf("reports.json", JSON.stringify(reports, null, 1)),
    wholeOf("log.json", JSON.stringify({ head: log.head, rows: log.rows }, null, 1)),
  ]);
}

/** A device's evidence pack: its PDF, and what its archive holds. */
export async function devicePack(found: DeviceEvidence, company: Company, env: Env, paper: Paper) {
  const { asset, log, madeAt, madeBy, parts, leftOut, files } = found;
  const sheets = found.reports.map((report) => reportSheet(report, company, env));
  const wholes = await wholesOf(found, sheets);
  const verify = howToVerify(log);
  const time = (at: number) => timeText(at, company.timeZone, settingOf(company, "date_format"));
  const bytes = await evidencePdf(
    {
      ...{ title: "Evidence pack", kind: asset.name, number: asset.assetCode, numberName: "Asset" },
      ...{ path: `/asset/detail/${asset.id}`, madeAt, madeBy, wholes, parts, log, leftOut, verify },
      reports: sheets,
      facts: [
        { name: "Asset", text: asset.name },
        { name: "Code", text: asset.assetCode, isCode: true },
        {
          name: "Make and model",
          text: [asset.make, asset.model].filter(Boolean).join(" ") || "–",
        },
        { name: "Serial No", text: asset.serialNo ?? "–", isCode: true },
        { name: "Location", text: asset.departmentName },
        { name: "Reports", text: plural(sheets.length, "1 report", "{n} reports") },
        { name: "Files", text: plural(files.length, "1 file", "{n} files") },
        { name: "Made", text: time(madeAt) },
      ],
    },
    company,
    paper,
    env,
  );
  const archive = async (): Promise<Pack> => ({
    about: {
      ...{ kind: "device", company: company.name, host: company.primaryHost },
      ...{ asset_code: asset.assetCode, asset_id: asset.id, asset_name: asset.name },
      ...{ made_at: new Date(madeAt).toISOString(), made_by: madeBy, log_head: log.head },
    },
    wholes: [
      await wholeOf("read-me.txt", readMe(`${asset.assetCode} ${asset.name}`, verify)),
      await wholeOf("evidence.pdf", bytes),
      ...wholes,
    ],
    made: sheets.map(
      (sheet) => async (): Promise<Whole> =>
        wholeOf(`reports/${sheet.ticket}.pdf`, await reportPdf(sheet, company, paper, env)),
    ),
    ...{ files, leftOut },
  });
  return { bytes, archive };
}

/** What a pack is called when it is kept, without its ending. */
export const packName = (of: string, { timeZone }: Company) => `evidence-${of}-${dayIn(timeZone)}`;

/** What an archive says of itself in plain text. */
export const readMe = (of: string, verify: string) =>
  [`Evidence pack of ${of}.`, "", verify, ""].join("\r\n");
