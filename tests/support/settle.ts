import { platformFlows } from "#worker/domain/index.ts";
import { MADE_KEY } from "./bodies.ts";
import { settlingCertificates, signAsItStands } from "./certificate-rows.ts";
import { allFlows, cases, moveCalls, RENEWED, stand, startOf } from "./flows.ts";
import { EXPORT, platformMoves, settlingPlatform } from "./platform-flows.ts";
import { settlingIdentity } from "./settle-identity.ts";
import { closingOpen, settlingLaboratory } from "./settle-laboratory.ts";
import { shardFileOf } from "./shard-files.ts";
import { dump, type Row, type Twin } from "./twins.ts";

/** The status a person needs before a command. */
const personBefore: Record<string, string> = { reactivate: "suspended" };
const wordOf = (call: { path: string } | string, of: RegExp) =>
  typeof call === "string" ? call : (of.exec(call.path)?.[1] ?? "");
const sets = (values: Row) =>
  Object.keys(values)
    .map((column) => `${column} = ?`)
    .join(", ");

/** A list of files, of which one is still to be sent. */
const toSend = {
  job: {
    ...{ status: "checked", checked_to: 2, done_to: 0, kind: "asset-files" },
    mapping: '{"fileName":0,"assetId":1,"kind":2,"bytes":3}',
  },
  row: { action: "create", cells: '["T-1 manual.pdf","","",""]' },
};
/** The status of an import and its row before each step; the row is never written. */
const imports: Record<string, { job: Row; row: Row }> = {
  cells: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  correct: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "error" } },
  run: { job: { status: "checked", checked_to: 2, done_to: 0 }, row: { action: "same" } },
  undo: { job: { status: "done", checked_to: 2, done_to: 2 }, row: { action: "same" } },
  files: toSend,
  attach: toSend,
};
const unread = { job: { status: "uploaded", checked_to: 0, done_to: 0 }, row: { action: "same" } };

/** What puts the twin's import before a step. */
function settlingImport({ db, company, rows }: Twin, word: string) {
  const { job, row } = imports[word] ?? unread;
  const set = (table: string, values: Row) =>
    db
      .prepare(`update ${table} set ${sets(values)} where company_id = ? and id = ?`)
      .bind(...Object.values(values), company.id, rows[table]!.id);
  const start = {
    mode: "create",
    counts: "{}",
    undone_from: null,
    kind: rows.import_jobs!.kind!,
    mapping: rows.import_jobs!.mapping!,
    options: rows.import_jobs!.options!,
  };
  return [
    set("import_jobs", { ...start, ...job }),
    set("import_rows", { cells: rows.import_rows!.cells!, ...row }),
  ];
}

/** A call that makes a move of several records is settled like that of one. */
const ofOne = (path: string) => path.replace(/(?<=certificate-reports)(?=\/issue$)/, "/:id");
/** The move of a machine that a call or an intent makes; undefined when it makes none. */
const moveOf = (key: string, call: { path: string } | string) =>
  moveCalls.find(
    ({ flow, move, call: its }) =>
      flow === key &&
      (typeof call === "string"
        ? [move, `call-${move}`, `schedule-${move}`, `inhouse-${move}`].includes(call)
        : its === `POST ${ofOne(call.path)}`),
  )?.move;

const noMoreDown =
  "update asset_downtimes set ended_at = coalesce(ended_at, started_at + 1), cancelled_at = 1 where company_id = ?";

/** The twin's person and contact say that their device is lost. */
const settlingFactors = ({ db, company, rows }: Twin) =>
  (
    [
      ["user_tokens", rows.users],
      ["contact_tokens", rows.contact_accounts],
    ] as const
  ).flatMap(([table, person]) => [
    db
      .prepare(
        `delete from ${table} where company_id = ? and purpose in ('lost_device', 'new_factors')`,
      )
      .bind(company.id),
    db
      .prepare(
        `insert into ${table} (company_id, id, user_id, purpose, token_hash, expires_at, created_at) values (?1, 'lost', ?2, 'lost_device', 'lost', 9e12, 1)`,
      )
      .bind(company.id, person!.id),
  ]);

/** What puts the rows of devices, their papers and their stock before a call or an intent. */
function settlingAssets({ db, company, rows }: Twin, call: { path: string } | string) {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db.prepare(sql).bind(company.id, ...values);
  const path = typeof call === "string" ? "" : call.path;
  const idOf = (table: string) => String(rows[table]!.id);
  const line = rows.contract_assets!;
  const { id, room, department_id, location_id } = rows.assets!;
  const { from_department_id, to_department_id } = rows.asset_transfers!;
  return [
    run(
      "update asset_accessories set archived_at = null where company_id = ? and id = ?",
      idOf("asset_accessories"),
    ),
    // An accessory with a schedule is not deleted.
    db
      .prepare("update schedules set accessory_id = ? where company_id = ? and id = ?")
      .bind(idOf("asset_accessories"), company.id, idOf("schedules")),
    run(
      "update service_report_parts set removed_at = null, removed_by = null where company_id = ? and service_report_id = ?",
      idOf("service_reports"),
    ),
    // A device is down for one thing at a time; what it was decades ago stays.
    run(`${noMoreDown} and id <> ? and started_at > 1e12`, idOf("asset_downtimes")),
    // A key that was revoked stays so, and its name is free.
    run("update api_keys set revoked_at = 1 where company_id = ? and name = ?", MADE_KEY),
    run("update api_keys set revoked_at = null where company_id = ? and id = ?", idOf("api_keys")),
    // A call that another one repeats goes on.
    run("update breakdowns set status = 'new' where company_id = ? and id = ?", idOf("other_call")),
    // A store is archived once it is empty; transfers have filled the other one.
    ...(path === "/api/stores/:id/archive"
      ? [
          run(
            "update stock_items set quantity = 0 where company_id = ? and store_id = ?",
            idOf("other_store"),
          ),
        ]
      : []),
    // The contract is not renewed yet, and what was taken off it is on it again.
    run(
      "delete from contract_assets where company_id = ? and contract_id in (select id from contracts where company_id = ? and number = ?)",
      company.id,
      RENEWED,
    ),
    run("delete from contracts where company_id = ? and number = ?", RENEWED),
    run(
      "update contracts set renewed_from_id = null where company_id = ? and renewed_from_id = ?",
      idOf("contracts"),
    ),
    db
      .prepare(
        `insert into contract_assets (${Object.keys(line).join(", ")}) values (${Object.keys(line).fill("?").join(", ")})
          on conflict (company_id, contract_id, asset_id) do update set from_on = null, to_on = null`,
      )
      .bind(...Object.values(line)),
    run("update gate_pass_lines set is_open = 0 where company_id = ?"),
    db
      .prepare(
        "update gate_pass_lines set is_open = ?, qty = 1, returned_qty = 0 where company_id = ? and id = ?",
      )
      .bind(moveOf("gate-passes", call) === undefined ? 0 : 1, company.id, idOf("gate_pass_lines")),
    run(
      "update assets set open_gate_pass_id = null, not_located_since = null where company_id = ? and id = ?",
      id!,
    ),
    db
      .prepare(
        "update asset_transfers set from_department_id = ?, to_department_id = ? where company_id = ? and id = ?",
      )
      .bind(from_department_id!, to_department_id!, company.id, idOf("asset_transfers")),
    // Calls before a page's forms may have archived the Location to which a transfer goes.
    ...(call === ""
      ? [
          run(
            "update departments set archived_at = null where company_id = ? and id = ?",
            idOf("other_location"),
          ),
        ]
      : []),
    // Transfers that the calls have written hold the device and its Locations.
    run(
      "update asset_transfers set status = 'cancelled' where company_id = ? and id <> ?",
      idOf("asset_transfers"),
    ),
    run("update asset_transfer_lines set is_open = 0 where company_id = ? and asset_id = ?", id!),
    run("update assets set open_transfer_id = null where company_id = ? and id = ?", id!),
    db
      .prepare(
        "update assets set room = ?, department_id = ?, location_id = ? where company_id = ? and id = ?",
      )
      .bind(room!, department_id!, location_id!, company.id, id!),
  ];
}

/** The twin's endpoint is on, unless it is to be switched on, and has a secret that signs nothing, so that it is failing and a delivery on its way changes nothing of it; another is made where it is the only one. */
function settlingWebhooks({ db, company, rows }: Twin, call: { path: string } | string) {
  const word = typeof call === "string" ? call : call.path;
  const isOff = /\bswitch-on$/.test(word);
  const { id, secret } = rows.webhook_endpoints!;
  return [
    ...(["create", "/api/webhooks"].includes(word)
      ? [
          db
            .prepare("update webhook_endpoints set deleted_at = 1 where company_id = ? and id <> ?")
            .bind(company.id, id),
        ]
      : []),
    db
      .prepare(
        "update webhook_endpoints set deleted_at = null, disabled_at = ?, disabled_reason = null, failing_since = coalesce(failing_since, ?), secret = ?, former_secret = null where company_id = ? and id = ?",
      )
      .bind(isOff ? 1 : null, Date.now(), secret!, company.id, id!),
    // What other commands have told waits for the clock.
    db
      .prepare("delete from webhook_deliveries where company_id = ? and id <> ?")
      .bind(company.id, rows.webhook_deliveries!.id),
  ];
}

/** What resets the twin's rows for a call or an intent, past the app. */
export function settling(twin: Twin, call: { path: string } | string) {
  const { db, company, rows } = twin;
  const person = personBefore[wordOf(call, /^\/api\/users\/:id\/([\w-]+)$/)] ?? "active";
  return [
    db
      .prepare(
        "update users set status = ?, type = 'user', service_type = 2 where company_id = ? and id = ?",
      )
      .bind(person, company.id, rows.users!.id),
    ...settlingFactors(twin),
    ...settlingLaboratory(twin, call),
    ...settlingImport(twin, typeof call === "string" ? call : (call.path.split("/").at(-1) ?? "")),
    ...settlingAssets(twin, call),
    ...settlingWebhooks(twin, call),
    ...settlingCertificates(twin, moveOf("certificate-reports", call) ?? ""),
    ...Object.keys(cases)
      .filter((key) => key in allFlows)
      .flatMap((key) => {
        const move = moveOf(key, call);
        return stand(twin, key, startOf(key, move), move);
      }),
    ...(typeof call !== "string" && call.path === "/api/downtimes"
      ? [
          db
            .prepare(`${noMoreDown} and (id = ? or started_at > 1e12)`)
            .bind(company.id, rows.asset_downtimes!.id),
        ]
      : []),
    ...closingOpen(twin, call),
    ...settlingIdentity(twin, call),
  ];
}

/** Whether a call or an intent, or a form without one, writes what the company has with the platform. */
const isOnPlatform = (call: { path: string } | string) =>
  typeof call === "string"
    ? ["", EXPORT].includes(call) || platformMoves.some(({ intent }) => intent === call)
    : [...Object.keys(platformFlows), "company-exports"].some((path) =>
        call.path.startsWith(`/api/${path}`),
      );

/** A company with more devices is put in order each time: looking through all its rows takes longer. */
const MOST_DEVICES = 1_000;
/** What each twin was put in order for last, and its rows as they stood then; null when they are too many. */
const settled = new WeakMap<Twin, { key: string; rows: string | null }>();
async function textOf(twin: Twin): Promise<string | null> {
  const { id } = twin.company;
  const devices = (await shardFileOf(id)).all("select 1 from assets where company_id = ?", id);
  return devices.length > MOST_DEVICES ? null : JSON.stringify(await dump(twin));
}

/** Resets the twin's rows for a call or an intent in one batch; they stand as they should where nothing was written since the last time. */
export async function settle(twin: Twin, call: { path: string } | string) {
  const key = typeof call === "string" ? call : call.path;
  if (isOnPlatform(call)) await twin.control.batch(settlingPlatform(twin, call));
  const last = settled.get(twin);
  const isLarge = last?.rows === null;
  if (!isLarge && last?.key === key && last.rows === (await textOf(twin))) return;
  await twin.db.batch(settling(twin, call));
  await signAsItStands(twin, moveOf("certificate-reports", call) ?? "");
  settled.set(twin, { key, rows: isLarge ? null : await textOf(twin) });
}
