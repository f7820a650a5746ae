import { dateText, timeText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import type { MonthEvidence } from "../domain/evidence/month.ts";
import { wholeOf } from "../domain/evidence/part.ts";
import { howToVerify } from "../domain/evidence/verifying.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import type { Pack } from "./evidence-zip.ts";
import { printed, readMe, wholesOf } from "./pack-parts.ts";
import type { Paper } from "./pdf-sheet.ts";
import { reportSheet } from "./report-sheet.ts";

const stateWords = { open: "So far", closed: "Closed", settled: "Settled" } as const;
const POPULATION =
  "Compliance is what was done on time, divided by what was due. Due are all planned dates of the month but those that a person had put on hold, given another date, ended or condemned before the day they were due. On time is what was done within its window by a report that existed when the month was settled.";

/** A month's evidence pack: what its archive holds. */
export async function monthPack(
  found: MonthEvidence,
  company: Company,
  env: Env,
  paper: Paper,
): Promise<Pack> {
  const { month, tally, log, madeAt, madeBy, parts, files, leftOut } = found;
  const sheets = found.reports.map((report) => reportSheet(report, company, env));
  const wholes = await wholesOf(found, sheets);
  const verify = [POPULATION, howToVerify(log, "month")].join("\r\n");
  const name = dateText(`${month}-01`).slice(3);
  const time = timeText(madeAt, company.timeZone, settingOf(company, "date_format"));
  const bytes = await evidencePdf(
    {
      ...{
        title: "PM compliance",
        kind: stateWords[tally.state],
        number: name,
        numberName: "Month",
      },
      ...{ path: `/pm-compliance?month=${month}`, madeAt, madeBy, wholes, parts, leftOut, verify },
      ...{ reports: sheets, log },
      facts: [
        { name: "Compliance", text: tally.percent === null ? "n/a" : `${tally.percent} %` },
        { name: "Due", text: String(tally.due) },
        { name: "On time", text: String(tally.onTime) },
        { name: "Excluded", text: String(tally.excluded) },
        { name: "Done late", text: String(tally.late) },
        { name: "Not done", text: String(tally.notDone) },
        { name: "Open", text: String(tally.open) },
        { name: "Reports", text: plural(sheets.length, "1 report", "{n} reports") },
        { name: "Files", text: plural(files.length, "1 file", "{n} files") },
        { name: "Made", text: time },
      ],
    },
    company,
    paper,
    env,
  );
  return {
    about: {
      ...{ kind: "month", month, company: company.name, host: company.primaryHost },
      ...{ made_at: new Date(madeAt).toISOString(), made_by: madeBy },
      log_head: log.head,
    },
    wholes: [
      await wholeOf("read-me.txt", readMe(`PM compliance in ${name}`, verify)),
      await wholeOf("evidence.pdf", bytes),
      ...wholes,
    ],
    made: printed(sheets, company, paper, env),
    ...{ files, leftOut },
  };
}
