import type { AssetCommand } from "#app/shared/asset-states.ts";
import type { Row, Twin } from "./twins.ts";

const inState = (lifecycle: string): Row => ({
  lifecycle,
  condition: "working",
  not_located_since: null,
});
/** How the device must stand before a command is tried. */
const before: Record<AssetCommand, Row> = {
  commission: inState("received"),
  standby: inState("in_service"),
  resume: inState("standby"),
  condemn: inState("in_service"),
  reinstate: inState("condemned"),
  dispose: inState("condemned"),
  move: inState("in_service"),
  condition: inState("in_service"),
  "not-located": inState("in_service"),
  found: { ...inState("in_service"), not_located_since: "2026-01-01" },
  "rotate-qr": inState("in_service"),
};

/** How the person must stand before something is done to them. */
const personBefore: Record<string, string> = { reactivate: "suspended" };
const wordOf = (call: { path: string } | string, of: RegExp) =>
  typeof call === "string" ? call : (of.exec(call.path)?.[1] ?? "");

/** Sets the twin's person as a call of them needs it. */
async function settlePerson({ db, company, rows }: Twin, word: string) {
  await db
    .prepare(
      "update users set status = ?, type = 'user', service_type = 2 where company_id = ? and id = ?",
    )
    .bind(personBefore[word] ?? "active", company.id, rows.users!.id)
    .run();
}

/** How an import must stand before a step of it is tried; its one row is never written. */
const imports: Record<string, { job: Row; row: Row }> = {
  cells: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  correct: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  run: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "same" } },
  undo: { job: { status: "done", checked_to: 2, done_to: 2 }, row: { action: "same" } },
};
const unread = { job: { status: "uploaded", checked_to: 0, done_to: 0 }, row: { action: "same" } };

/** Sets the twin's import as a step of it needs it. */
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

/** Sets the twin's device as a command of it needs it, past the app; for anything else, as it was made. */
export async function settle(twin: Twin, call: { path: string } | string) {
  const { db, company, rows } = twin;
  await settlePerson(twin, wordOf(call, /^\/api\/users\/:id\/([\w-]+)$/));
  const word = wordOf(call, /^\/api\/assets\/:id\/([\w-]+)$/);
  await settleImport(twin, typeof call === "string" ? call : (call.path.split("/").at(-1) ?? ""));
  await db.batch([
    db
      .prepare("update asset_accessories set archived_at = null where company_id = ? and id = ?")
      .bind(company.id, rows.asset_accessories!.id),
    db
      .prepare(
        "update service_reports set cancelled_at = null, cancelled_by = null, cancel_reason = null where company_id = ? and id = ?",
      )
      .bind(company.id, rows.service_reports!.id),
    db
      .prepare(
        "update service_report_parts set removed_at = null, removed_by = null where company_id = ? and service_report_id = ?",
      )
      .bind(company.id, rows.service_reports!.id),
  ]);
  // A store is archived once it is empty; transfers have filled the other one.
  if (typeof call !== "string" && call.path === "/api/stores/:id/archive")
    await db
      .prepare("update stock_items set quantity = 0 where company_id = ? and store_id = ?")
      .bind(company.id, rows.other_store!.id)
      .run();
  const { id, room, department_id, location_id } = rows.assets!;
  const start = {
    room,
    department_id,
    location_id,
    ...(Object.hasOwn(before, word) ? before[word as AssetCommand] : inState("in_service")),
  };
  await db
    .prepare(
      `update assets set ${Object.keys(start)
        .map((name) => `${name} = ?`)
        .join(", ")} where company_id = ? and id = ?`,
    )
    .bind(...Object.values(start), company.id, id)
    .run();
}
