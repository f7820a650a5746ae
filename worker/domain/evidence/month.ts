import { dayIn } from "#app/shared/company-time.ts";
import { type Risk, risks, type Tally } from "#app/shared/compliance.ts";
import { dateText } from "#app/shared/dates.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { complianceIn } from "../compliance/figures.ts";
import { closingCells, closingHead, monthIn } from "../compliance/list.ts";
import { beginExport } from "../lists/exports.ts";
import type { RunPart, RunWork } from "../runs/kind.ts";
import { startRun } from "../runs/runs.ts";
import type { Part } from "./part.ts";

/** The pack of a month of so many dates is given at once; a longer one is made in the background. */
export const MOST_AT_ONCE = 1_000;
/** Dates of one month's pack at most. */
const MOST_DATES = 20_000;
const at = (label: string) => closingHead.indexOf(label);
const shown = [
  [at("Asset code"), 0.18],
  [at("Asset"), 0.26],
  [at("Location"), 0.2],
  [at("Due"), 0.14],
] as const;

/** Each exclusion is told with who decided it, when and why. */
const excluded = [
  [at("Asset code"), 0.13],
  [at("Asset"), 0.19],
  [at("Due"), 0.12],
  [at("Exclusion"), 0.11],
  [at("Excluded by"), 0.13],
  [at("Excluded at"), 0.12],
  [at("Reason"), 0.2],
] as const;

export type MonthEvidence = Awaited<ReturnType<typeof monthOfRows>>;
type Cells = (string | number | null)[];
type Reading = { session: Session; db: ReadingDb; madeAt: number };
const askerOf = ({ session, db, madeAt }: Reading) => ({
  ...{ session, db, now: madeAt },
  today: dayIn(session.company.timeZone, madeAt),
});

/**
 * Begins the pack of a month: the export is logged before anything is read; `read` reads it while it is written.
 * @throws Response 403 without export-asset, 409 for a month that is made in the background, 429 for the sixth export in 5 minutes
 */
export async function monthEvidence(session: Session, params: URLSearchParams) {
  const month = monthIn(params, dayIn(session.company.timeZone));
  const db = await beginExport(session, "export-asset", TITLE);
  const { months } = await complianceIn(db, session, { from: month, to: month });
  if (isLong(months[0]!))
    conflict("The month has many dates. Take its pack on its page: you are told when it is ready.");
  return { month, read: () => readMonth({ session, db, madeAt: Date.now() }, month) };
}

const TITLE = "Evidence pack of a month";
/** Whether the pack of a month is made in the background. */
export const isLong = ({ due, excluded }: Pick<Tally, "due" | "excluded">) =>
  due + excluded > MOST_AT_ONCE;

/** Has the pack of a month made in the background. @throws Response 403; 409 while three of the person's files are made */
export async function askForMonth(session: Session, params: URLSearchParams) {
  session.authorize("export-asset");
  const month = monthIn(params, dayIn(session.company.timeZone));
  return startRun(session, {
    ...{ kind: "month", subject: "asset", format: "zip", params: { month } },
    title: `Evidence pack of ${dateText(`${month}-01`).slice(3)}`,
  });
}

/** A run's next dates of its month, as JSON. @throws Response 409 for a month of too many */
export async function monthPart({ session, db, run }: RunWork): Promise<RunPart> {
  const { month } = run.params as { month: string };
  const asker = askerOf({ session, db, madeAt: run.createdAt });
  const pages = closingCells(asker, new URLSearchParams({ month }), month, run.cursor);
  const { value: page } = await pages.next();
  if (run.progress > MOST_DATES)
    conflict(`A pack holds ${MOST_DATES} dates at most. Take the month's CSV.`);
  return {
    bytes: new TextEncoder().encode(JSON.stringify(page?.cells ?? [])),
    done: page?.cells.length ?? 0,
    next: page?.next ?? null,
  };
}

/** The month of a run, of the parts that were read. */
export function monthOfParts({ session, db, run }: RunWork, parts: readonly Uint8Array[]) {
  const rows = parts.flatMap((part) => JSON.parse(new TextDecoder().decode(part)) as Cells[]);
  const { month } = run.params as { month: string };
  return monthOfRows({ session, db, madeAt: run.createdAt }, month, rows);
}

/** A month's compliance with every date behind it. */
async function readMonth(reading: Reading, month: string) {
  const rows: Cells[] = [];
  const whole = new URLSearchParams({ month });
  for await (const { cells } of closingCells(askerOf(reading), whole, month)) rows.push(...cells);
  return monthOfRows(reading, month, rows);
}

/** A month's compliance, its rows by how they stand, and its exclusions. */
async function monthOfRows(
  { session, db, madeAt }: Reading,
  month: string,
  rows: readonly Cells[],
) {
  const { months } = await complianceIn(db, session, { from: month, to: month });
  const tally = months[0]!;
  const stands = (label: string) => rows.filter((row) => row[at("State")] === label);
  const list = (key: string, title: string, of: readonly Cells[], last: string): Part => ({
    ...{ key, title, head: closingHead, rows: of },
    shown: [...shown, [at(last), 0.22]],
  });
  return {
    ...{ month, tally, madeAt, madeBy: session.actor.name },
    parts: [
      figuresPart(tally, tally.risks),
      {
        ...{ key: "excluded", title: "Excluded, with who, when and why" },
        ...{ head: closingHead, rows: stands("Excluded"), shown: excluded },
      },
      list("not-done", "Not done", stands("Not done"), "Could not be done"),
      list("late", "Done late", stands("Done late"), "Done on"),
      list("open", "Open", stands("Open"), "Window to"),
      list("on-time", "On time", stands("On time"), "Done on"),
    ],
    leftOut: [] as string[],
  };
}

function figuresPart(all: Tally, ofRisks: Record<Risk, Tally>): Part {
  const cells = (name: string, tally: Tally) => [
    ...[name, tally.percent, tally.due, tally.onTime, tally.late],
    ...[tally.notDone, tally.open, tally.excluded],
  ];
  return {
    ...{ key: "figures", title: "Figures" },
    head: ["Risk", "Compliance %", "Due", "On time", "Done late", "Not done", "Open", "Excluded"],
    shown: [
      [0, 0.2],
      [1, 0.18],
      [2, 0.1],
      [3, 0.1],
      [4, 0.12],
      [5, 0.1],
      [6, 0.1],
      [7, 0.1],
    ],
    rows: [
      cells("All", all),
      ...(Object.keys(risks) as Risk[]).map((risk) => cells(risks[risk].label, ofRisks[risk])),
    ],
  };
}
