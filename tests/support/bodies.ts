import { readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import { resources } from "#worker/domain/index.ts";
import type { Permission } from "#worker/permissions.ts";
import { type Call, entityOf, isOfStaff, type Page } from "./manifest.ts";
import { freshTicket } from "./report.ts";
import { CHECKLIST, type Row } from "./twins.ts";

export type Fields = Record<string, string>;
type Rows = Record<string, Row>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
let made = 0;
/** A text no row has yet. */
export const fresh = () => `L${(++made).toString(36)}`;

/** What an entity's input needs besides the columns of its row. */
const more: Record<string, (rows: Rows) => Fields> = {};

/** The fields of an entity's strict schema, by their domain names. */
export const fieldsOf = (entity: string) => Object.keys((resources[entity]!.input as { shape: Record<string, unknown> }).shape);
export const rowNameOf = (entity: string) => getTableName(resources[entity]!.table);

/** A valid form of an entity: the twin's row, under fresh names where names are unique. */
export function entityFields(entity: string, rows: Rows): Fields {
  const { table } = resources[entity]!;
  const row = rows[getTableName(table)]!;
  const columns = getTableColumns(table);
  const unique = new Set(
    getTableConfig(table)
      .indexes.filter(({ config }) => config.unique)
      .flatMap(({ config }) => config.columns.map((column) => (column as { name: string }).name)),
  );
  const fields: Fields = {};
  for (const name of fieldsOf(entity)) {
    const column = columns[name];
    const value = row[snake(name)];
    if (!column || value === undefined || value === null) continue;
    if (name.endsWith("Minor")) fields[name] = formatMinor(Number(value));
    else fields[name] = unique.has(name) && !name.endsWith("Id") && column.dataType !== "boolean" ? fresh() : String(value);
  }
  return { ...fields, ...more[entity]?.(rows) };
}

/** The same form as the wire names it. */
export const wireFields = (entity: string, rows: Rows): Fields =>
  Object.fromEntries(Object.entries(entityFields(entity, rows)).map(([name, value]) => [snake(name.replace(/Minor$/, "")), value]));

const report = (rows: Rows): Fields => ({
  date: "2026-01-15",
  service_type: "pm",
  complaint_by: "R. Krishnan",
  service_cost: "0.00",
  total_cost: "12.50",
  pm_checklist_id: CHECKLIST,
  pm_lists: '[{"name":"Power","status":"yes","remark":""}]',
  "parts[0][id]": String(rows.stock_items!.id),
  "parts[0][qty]": "1",
  "parts[0][cost]": "12.50",
  "parts[0][total_cost]": "12.50",
});
const newReport = (rows: Rows): Fields => ({ service_ticket: freshTicket(), ...report(rows) });
const changedReport = (rows: Rows): Fields => ({
  ...report(rows),
  "parts[0][isNew]": "0",
  "parts[0][isChangedQyt]": "0",
  "parts[0][newQyt]": "1",
});

/** JSON of API calls that are no entity's verb. */
const ownJson: Record<string, (rows: Rows) => Fields> = {
  "POST /api/stocks/:id/receive": () => ({ qty: "1" }),
  "POST /api/stocks/:id/issue": () => ({ qty: "1", reason: "Ward 4" }),
  "POST /api/stocks/:id/adjust": () => ({ qty: "1", direction: "plus", reason: "Counted" }),
};

/** Forms of API calls that are no entity's verb. A call that takes a body and is not here fails the laws. */
const ownCalls: Record<string, (rows: Rows) => Fields> = {
  "POST /api/service-report/create/:assetId": newReport,
  "POST /api/service-report/update/:reportId": changedReport,
};

/** Calls that take no id and belong to nobody's data: sign-in and its kin. */
export const openCalls = new Set([
  "/api/openapi.json",
  "/api/login",
  "/api/super-admin/login",
  "/api/verify-token",
  "/api/super-admin/verify-token",
  "/api/logout",
  "/api/super-admin/logout",
]);

export type Body = { fields: Fields; isForm: boolean };

/** A valid body of a call as the twin with these rows sends it; null when the call takes none. */
export function bodyOfCall(call: Call, rows: Rows): Body | null {
  const entity = entityOf(call);
  if (call.method === "GET" || call.method === "DELETE") return null;
  if (entity) return { fields: wireFields(entity, rows), isForm: false };
  const json = ownJson[`${call.method} ${call.path}`];
  if (json) return { fields: json(rows), isForm: false };
  const own = ownCalls[`${call.method} ${call.path}`];
  if (!own) throw new Error(`${call.method} ${call.path} is not in tests/support/bodies.ts`);
  return { fields: own(rows), isForm: true };
}

/** Forms of pages that are no master's list. A page that takes a form and is not here fails the laws. */
const ownPages: Record<string, ((rows: Rows) => Fields)[]> = {
  "/session/token": [],
  "/session/sign-out": [],
  "/profile": [(rows) => ({ intent: "end-session", id: String(rows.sessions!.id) })],
  "/asset/create": [(rows) => entityFields("assets", rows)],
  "/asset/update/:id": [(rows) => entityFields("assets", rows)],
  "/asset/detail/:id": [() => ({ intent: "delete" })],
  "/asset/service-report/:id": [newReport],
  "/asset/service-report/edit/:id": [changedReport],
  "/stocks/ledger/:id": [
    () => ({ intent: "receive", qty: "1" }),
    () => ({ intent: "issue", qty: "1", reason: "Ward 4" }),
    () => ({ intent: "adjust", qty: "1", direction: "plus", reason: "Counted" }),
  ],
};
/** Whose id a path takes: a table. */
export const formTarget: Record<string, string> = {
  "POST /api/stocks/:id/receive": "stock_items",
  "POST /api/stocks/:id/issue": "stock_items",
  "POST /api/stocks/:id/adjust": "stock_items",
  "GET /api/media/:id": "media",
  "GET /api/service-report/:reportId": "service_reports",
  "GET /api/stocks/:id/ledger": "stock_items",
  "POST /api/service-report/create/:assetId": "assets",
  "POST /api/service-report/update/:reportId": "service_reports",
  "/asset/update/:id": "assets",
  "/asset/detail/:id": "assets",
  "/asset/service-report/:id": "assets",
  "/asset/service-report/edit/:id": "service_reports",
  "/stocks/ledger/:id": "stock_items",
};
/** Forms that would need other rows, or whose work ends the session: they are only tried from outside. */
export const unproven = new Set(["end-session", "/stores archive", "/asset/detail/:id delete"]);

/** The entity whose list page, with its dialogs, this is; undefined for a page of its own. */
export function masterOf(page: Page): string | undefined {
  const source = readFileSync(`app/${page.file}`, "utf8");
  const name = /\bmasterAction\(\s*(\w+)/.exec(source)?.[1];
  return Object.keys(resources).find((path) => path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) === name);
}

/** Valid forms of a page as the twin with these rows posts them. */
export function formsOf(page: Page, rows: Rows): Fields[] {
  const master = masterOf(page);
  if (master) {
    const id = String(rows[rowNameOf(master)]!.id);
    const values = entityFields(master, rows);
    return [
      { intent: "create", ...values },
      { intent: "update", id, ...entityFields(master, rows) },
      { intent: "archive", id },
      { intent: "restore", id },
    ];
  }
  const own = ownPages[page.path];
  if (!own) throw new Error(`The form of ${page.path} is not in tests/support/bodies.ts`);
  return own.map((form) => form(rows));
}

/** What a call of its own asks for: any of these permissions; 404 where the record itself is hidden. */
type Needs = { anyOf: Permission[]; denied?: number };
const assetReaders: Permission[] = ["view-asset", "edit-asset"];
const ownNeeds: Record<string, Needs> = {
  "GET /api/machine_types/get": { anyOf: assetReaders },
  "GET /api/pm_list/:machineTypeId": { anyOf: assetReaders },
  "GET /api/store-item/get": { anyOf: ["edit-asset", "view-stock"] },
  "POST /api/service-report/create/:assetId": { anyOf: ["edit-asset"] },
  "POST /api/service-report/update/:reportId": { anyOf: ["edit-asset"] },
  "GET /api/service-report/:reportId": { anyOf: assetReaders },
  "GET /api/service-reports/:reportId": { anyOf: assetReaders },
  "GET /api/service-reports": { anyOf: assetReaders },
  "GET /api/media/:id": { anyOf: assetReaders, denied: 404 },
  "GET /api/stocks/:id/ledger": { anyOf: ["view-stock"] },
  "POST /api/stocks/:id/receive": { anyOf: ["edit-stock"] },
  "POST /api/stocks/:id/issue": { anyOf: ["edit-stock"] },
  "POST /api/stocks/:id/adjust": { anyOf: ["approve-stock"] },
};
const verbs = { GET: "view", POST: "create", PUT: "edit", DELETE: "delete" } as const;

/** The permissions any of which a call asks for. A call that is not known here fails the laws. */
export function needsOf(call: Call): Needs {
  const entity = entityOf(call);
  const found = entity
    ? { anyOf: [resources[entity]!.permissions[verbs[call.method as "GET"]] as Permission] }
    : ownNeeds[`${call.method} ${call.path}`];
  if (found) return found;
  const platform = call.path.startsWith("/api/companies") ? "manage-company" : "manage-pm-checklist";
  if (isOfStaff(call)) return { anyOf: [platform as unknown as Permission] };
  throw new Error(`tests/support/bodies.ts does not say what ${call.method} ${call.path} needs`);
}
