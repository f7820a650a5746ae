import { allFlows, cases, moveCalls, stand, startOf } from "./flows.ts";
import type { Row, Twin } from "./twins.ts";

/** The status a person needs before a command. */
const personBefore: Record<string, string> = { reactivate: "suspended" };
const wordOf = (call: { path: string } | string, of: RegExp) =>
  typeof call === "string" ? call : (of.exec(call.path)?.[1] ?? "");

/** Resets the twin's person for a call. */
async function settlePerson({ db, company, rows }: Twin, word: string) {
  await db
    .prepare(
      "update users set status = ?, type = 'user', service_type = 2 where company_id = ? and id = ?",
    )
    .bind(personBefore[word] ?? "active", company.id, rows.users!.id)
    .run();
}

/** The status of an import and its row before each step; the row is never written. */
const imports: Record<string, { job: Row; row: Row }> = {
  cells: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  correct: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  run: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "same" } },
  undo: { job: { status: "done", checked_to: 2, done_to: 2 }, row: { action: "same" } },
};
const unread = { job: { status: "uploaded", checked_to: 0, done_to: 0 }, row: { action: "same" } };

/** Resets the twin's import for a step. */
async function settleImport({ db, company, rows }: Twin, word: string) {
  const { job, row } = imports[word] ?? unread;
  const set = (table: string, values: Row) =>
    db
      .prepare(
        `update ${table} set ${Object.keys(values)
          .map((name) => `${name} = ?`)
          .join(", ")} where company_id = ? and id = ?`,
      )
      .bind(...Object.values(values), company.id, rows[table]!.id);
  const start = {
    mode: "create",
    counts: "{}",
    undone_from: null,
    mapping: rows.import_jobs!.mapping!,
    options: rows.import_jobs!.options!,
  };
  await db.batch([set("import_jobs", { ...start, ...job }), set("import_rows", row)]);
}

/** The move of a machine that a call or an intent makes; undefined when it makes none. */
const moveOf = (key: string, call: { path: string } | string) =>
  moveCalls.find(
    ({ flow, move, call: its }) =>
      flow === key &&
      (typeof call === "string"
        ? [move, `call-${move}`].includes(call)
        : its === `POST ${call.path}`),
  )?.move;

/** Resets the twin's rows for a call or an intent, past the app. */
export async function settle(twin: Twin, call: { path: string } | string) {
  const { db, company, rows } = twin;
  await settlePerson(twin, wordOf(call, /^\/api\/users\/:id\/([\w-]+)$/));
  await settleImport(twin, typeof call === "string" ? call : (call.path.split("/").at(-1) ?? ""));
  await db.batch([
    db
      .prepare("update asset_accessories set archived_at = null where company_id = ? and id = ?")
      .bind(company.id, rows.asset_accessories!.id),
    db
      .prepare(
        "update service_report_parts set removed_at = null, removed_by = null where company_id = ? and service_report_id = ?",
      )
      .bind(company.id, rows.service_reports!.id),
    // A device is down for one thing at a time.
    db
      .prepare(
        "update asset_downtimes set ended_at = coalesce(ended_at, started_at + 1), cancelled_at = 1 where company_id = ? and id <> ?",
      )
      .bind(company.id, rows.asset_downtimes!.id),
    // A call that another one repeats goes on.
    db
      .prepare("update breakdowns set status = 'new' where company_id = ? and id = ?")
      .bind(company.id, rows.other_call!.id),
  ]);
  // A store is archived once it is empty; transfers have filled the other one.
  if (typeof call !== "string" && call.path === "/api/stores/:id/archive")
    await db
      .prepare("update stock_items set quantity = 0 where company_id = ? and store_id = ?")
      .bind(company.id, rows.other_store!.id)
      .run();
  const { id, room, department_id, location_id } = rows.assets!;
  await db.batch([
    db
      .prepare(
        "update assets set room = ?, department_id = ?, location_id = ? where company_id = ? and id = ?",
      )
      .bind(room!, department_id!, location_id!, company.id, id),
    ...Object.keys(cases)
      .filter((key) => key in allFlows)
      .map((key) => {
        const move = moveOf(key, call);
        return stand(twin, key, startOf(key, move), move);
      }),
  ]);
}
