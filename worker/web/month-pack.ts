import { dateText, timeText } from "#app/shared/dates.ts";
import type { MonthEvidence } from "../domain/evidence/month.ts";
import { fileOf, wholeOf } from "../domain/evidence/part.ts";
import { howToVerify } from "../domain/evidence/verifying.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { readMe } from "./device-pack.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import type { Pack } from "./evidence-zip.ts";
import type { Paper } from "./pdf-sheet.ts";

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
  const { month, tally, madeAt, madeBy, parts, leftOut } = found;
  const wholes = await Promise.all(parts.map(fileOf));
  const verify = [POPULATION, howToVerify(null)].join("\r\n");
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
      ...{ reports: [], log: null },
      facts: [
        { name: "Compliance", text: tally.percent === null ? "n/a" : `${tally.percent} %` },
        { name: "Due", text: String(tally.due) },
        { name: "On time", text: String(tally.onTime) },
        { name: "Excluded", text: String(tally.excluded) },
        { name: "Done late", text: String(tally.late) },
        { name: "Not done", text: String(tally.notDone) },
        { name: "Open", text: String(tally.open) },
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
    },
    wholes: [
      await wholeOf("read-me.txt", readMe(`PM compliance in ${name}`, verify)),
      await wholeOf("evidence.pdf", bytes),
      ...wholes,
    ],
    ...{ made: [], files: [], leftOut },
  };
}
