import { allFlows, cases, moveCalls, RENEWED, stand, startOf } from "./flows.ts";
import { closeOpen, settleLaboratory } from "./settle-laboratory.ts";
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
        ? [move, `call-${move}`, `schedule-${move}`].includes(call)
        : its === `POST ${call.path}`),
  )?.move;

/** Resets the twin's rows for a call or an intent, past the app. */
export async function settle(twin: Twin, call: { path: string } | string) {
  const { db, company, rows } = twin;
  await settlePerson(twin, wordOf(call, /^\/api\/users\/:id\/([\w-]+)$/));
  await settleLaboratory(twin, call);
  await settleImport(twin, typeof call === "string" ? call : (call.path.split("/").at(-1) ?? ""));
  await db.batch([
    db
      .prepare("update asset_accessories set archived_at = null where company_id = ? and id = ?")
      .bind(company.id, rows.asset_accessories!.id),
    // An accessory with a schedule is not deleted.
    db
      .prepare("update schedules set accessory_id = ? where company_id = ? and id = ?")
      .bind(rows.asset_accessories!.id, company.id, rows.schedules!.id),
    db
      .prepare(
        "update service_report_parts set removed_at = null, removed_by = null where company_id = ? and service_report_id = ?",
      )
      .bind(company.id, rows.service_reports!.id),
    // A device is down for one thing at a time; what it was decades ago stays.
    db
      .prepare(
        "update asset_downtimes set ended_at = coalesce(ended_at, started_at + 1), cancelled_at = 1 where company_id = ? and id <> ? and started_at > 1e12",
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
  // The contract is not renewed yet, and what was taken off it is on it again.
  await db.batch([
    db
      .prepare(
        "delete from contract_assets where company_id = ? and contract_id in (select id from contracts where company_id = ? and number = ?)",
      )
      .bind(company.id, company.id, RENEWED),
    db
      .prepare("delete from contracts where company_id = ? and number = ?")
      .bind(company.id, RENEWED),
  ]);
  await db
    .prepare(
      "update contracts set renewed_from_id = null where company_id = ? and renewed_from_id = ?",
    )
    .bind(company.id, rows.contracts!.id)
    .run();
  const line = rows.contract_assets!;
  await db
    .prepare(
      `insert into contract_assets (${Object.keys(line).join(", ")}) values (${Object.keys(line).fill("?").join(", ")})
        on conflict (company_id, contract_id, asset_id) do update set from_on = null, to_on = null`,
    )
    .bind(...Object.values(line))
    .run();
  const isOfPass = moveOf("gate-passes", call) !== undefined;
  await db.batch([
    db.prepare("update gate_pass_lines set is_open = 0 where company_id = ?").bind(company.id),
    db
      .prepare(
        "update gate_pass_lines set is_open = ?, qty = 1, returned_qty = 0 where company_id = ? and id = ?",
      )
      .bind(isOfPass ? 1 : 0, company.id, rows.gate_pass_lines!.id),
    db
      .prepare(
        "update assets set open_gate_pass_id = null, not_located_since = null where company_id = ? and id = ?",
      )
      .bind(company.id, rows.assets!.id),
  ]);
  const { id, room, department_id, location_id } = rows.assets!;
  await db.batch([
    db
      .prepare(
        "update asset_transfers set from_department_id = ?, to_department_id = ? where company_id = ? and id = ?",
      )
      .bind(
        rows.asset_transfers!.from_department_id!,
        rows.asset_transfers!.to_department_id!,
        company.id,
        rows.asset_transfers!.id,
      ),
    // Calls before a page's forms may have archived the Location to which a transfer goes.
    ...(call === ""
      ? [
          db
            .prepare("update departments set archived_at = null where company_id = ? and id = ?")
            .bind(company.id, rows.other_location!.id),
        ]
      : []),
    // Transfers that the calls have written hold the device and its Locations.
    db
      .prepare("update asset_transfers set status = 'cancelled' where company_id = ? and id <> ?")
      .bind(company.id, rows.asset_transfers!.id),
    db
      .prepare("update asset_transfer_lines set is_open = 0 where company_id = ? and asset_id = ?")
      .bind(company.id, id),
    db
      .prepare("update assets set open_transfer_id = null where company_id = ? and id = ?")
      .bind(company.id, id),
    db
      .prepare(
        "update assets set room = ?, department_id = ?, location_id = ? where company_id = ? and id = ?",
      )
      .bind(room!, department_id!, location_id!, company.id, id),
    ...Object.keys(cases)
      .filter((key) => key in allFlows)
      .flatMap((key) => {
        const move = moveOf(key, call);
        return stand(twin, key, startOf(key, move), move);
      }),
  ]);
  if (typeof call !== "string" && call.path === "/api/downtimes")
    await db
      .prepare(
        "update asset_downtimes set ended_at = coalesce(ended_at, started_at + 1), cancelled_at = 1 where company_id = ? and (id = ? or started_at > 1e12)",
      )
      .bind(company.id, rows.asset_downtimes!.id)
      .run();
  await closeOpen(twin, call);
}
