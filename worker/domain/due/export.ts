import { dayIn } from "#app/shared/company-time.ts";
import { dueExceptions, dueKinds, standings } from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { occurrenceList, type ShownDue, shownDue } from "./occurrence-list.ts";

const more = ["exception", "reason", "attempts", "onTime"] as const;
type Shown = ShownDue & Pick<Row<typeof table>, (typeof more)[number]>;

const columns: readonly (readonly [string, (row: Shown) => string | number | null])[] = [
  ["Planned for", ({ planOn }) => planOn],
  ["Due on", ({ dueOn }) => dueOn],
  ["Kind", ({ kind }) => dueKinds[kind]],
  ["Asset code", ({ code }) => code],
  ["Asset", ({ name }) => name],
  ["Location", ({ location }) => location],
  ["Window from", ({ opensOn }) => opensOn],
  ["Window to", ({ closesOn }) => closesOn],
  ["Status", ({ standing }) => standings[standing].word],
  ["Person or team", ({ assignee }) => assignee],
  ["Deferred", ({ deferrals }) => deferrals],
  ["Attempts", ({ attempts }) => attempts],
  [
    "Cause",
    ({ exception }) => (exception && exception !== "none" ? dueExceptions[exception] : null),
  ],
  ["Reason", ({ reason }) => reason],
  ["Done on", ({ doneOn }) => doneOn],
  ["On time", ({ onTime }) => (onTime === null ? null : onTime ? "Yes" : "No")],
];

/** Every planned service that matches the list's tab and filters, newest first. @throws Response 403, 429 */
export async function exportOccurrences(
  session: Session,
  params: URLSearchParams,
): Promise<Export> {
  const db = await beginExport(session, "export-asset", "Planned services");
  const now = Date.now();
  const today = dayIn(session.company.timeZone, now);
  const asker = { session, db, today, now };
  const show = shownDue(session, today) as unknown as (row: unknown) => Shown;
  const fields = { ...occurrenceList.columns, ...pick(table, more) };
  return {
    name: "due-services",
    head: columns.map(([label]) => label),
    pages: (async function* () {
      for await (const rows of everyDocument(occurrenceList as never, asker, params, fields))
        yield rows.map((row) => columns.map(([, cell]) => cell(show(row))));
    })(),
  };
}
