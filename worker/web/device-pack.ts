import { dayIn } from "#app/shared/company-time.ts";
import { timeText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import type { DeviceEvidence } from "../domain/evidence/device.ts";
import { wholeOf } from "../domain/evidence/part.ts";
import { howToVerify } from "../domain/evidence/verifying.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import type { Pack } from "./evidence-zip.ts";
import { printed, readMe, wholesOf } from "./pack-parts.ts";
import type { Paper } from "./pdf-sheet.ts";
import { reportSheet } from "./report-sheet.ts";

/** A device's evidence pack: its PDF, and what its archive holds. */
export async function devicePack(found: DeviceEvidence, company: Company, env: Env, paper: Paper) {
  const { asset, log, madeAt, madeBy, parts, leftOut, files } = found;
  const sheets = found.reports.map((report) => reportSheet(report, company, env));
  const wholes = await wholesOf(found, sheets);
  const verify = howToVerify(log, "device");
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
    made: printed(sheets, company, paper, env),
    ...{ files, leftOut },
  });
  return { bytes, archive };
}

/** What a pack is called when it is kept, without its ending. */
export const packName = (of: string, { timeZone }: Company) => `evidence-${of}-${dayIn(timeZone)}`;
