import { readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { type AssetCommand, assetCommands, assetRules } from "#app/shared/asset-states.ts";
import { formatMinor } from "#app/shared/money.ts";
import { resources } from "#worker/domain/index.ts";
import { noticeMarks } from "#worker/domain/notifications/inbox.ts";
import { type NoticeKind, noticeKinds } from "#worker/domain/notifications/kinds.ts";
import { preferenceField } from "#worker/domain/notifications/preferences.ts";

import { numberField, numberKeys } from "#worker/domain/settings/read.ts";
import type { sectionLabels } from "#worker/domain/settings/save.ts";

import type { Permission, PlatformPermission } from "#worker/permissions.ts";

import { type Call, entityOf, isOfStaff, type Page } from "./manifest.ts";
import { freshTicket } from "./report.ts";
import { CHECKLIST, type Row } from "./twins.ts";
import { TIME_ZONE } from "./world.ts";

export type Fields = Record<string, string>;
type Rows = Record<string, Row>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
let made = 0;
/** A text no row has yet. */
export const fresh = () => `L${(++made).toString(36)}`;

const freshAddress = () => `${fresh()}@twin.test`.toLowerCase();

/** What an entity's input needs besides the columns of its row. */
const more: Record<string, (rows: Rows) => Fields> = {
  users: () => ({ email: freshAddress() }),
};

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
export const wireFields = (entity: string, rows: Rows): Fields => toWire(entityFields(entity, rows));

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

/** Forms of the commands of a device. */
const assetForms: Record<AssetCommand, (rows: Rows) => Fields> = {
  commission: () => ({ installedOn: "2026-01-02", putToUseOn: "2026-01-03" }),
  standby: () => ({ reason: "Spare unit" }),
  resume: () => ({ reason: "Needed again" }),
  condemn: () => ({ condemnReason: "obsolete", reason: "No parts any more" }),
  reinstate: () => ({ reason: "Condemned by mistake" }),
  dispose: () => ({ disposalMode: "scrap", disposedOn: "2026-01-20", disposalValueMinor: "12.50" }),
  move: (rows) => ({
    departmentId: String(rows.departments!.id),
    locationId: String(rows.locations!.id),
    room: fresh(),
    reason: "Ward moved",
  }),
  condition: () => ({ condition: "not_working", reason: "Seen on the round" }),
  "not-located": () => ({ reason: "Not on the ward" }),
  found: () => ({ reason: "In the store" }),
  "rotate-qr": () => ({ reason: "Label was copied" }),
};
const bulkForm = (rows: Rows): Fields => ({ bulkId: fresh(), ids: String(rows.assets!.id), teamId: String(rows.teams!.id) });
const viewForm = (): Fields => ({ name: fresh(), query: "q=pump", isShared: "1" });
const ofAssets = <V>(make: (command: AssetCommand) => V) =>
  Object.fromEntries(assetCommands.map((command) => [`POST /api/assets/:id/${command}`, make(command)]));
const toWire = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name.replace(/Minor$/, "")), value]));
const transfer = (rows: Rows): Fields => ({ qty: "1", store_id: String(rows.other_store!.id) });
const countOf = (rows: Rows): Fields => ({ lines: JSON.stringify([{ id: rows.stock_items!.id, version: 1, counted: 40 }]) });

/** Sections of the settings as the API takes them. */
const settingSections: Record<keyof typeof sectionLabels, Fields> = {
  company: {
    name: "alder",
    time_zone: TIME_ZONE,
    currency: "INR",
    tax_ids: "PAN: X1",
    date_format: "YYYY-MM-DD",
    fiscal_year_start: "04",
  },
  labels: { label_preset: "a4-24", label_offset_x: "0.5", label_offset_y: "-0.5" },
  report: { report_header: "Twin header", logo_on_report: "1" },
  device: { qr_public_enabled: "1", qr_public_report: "1", shows_name: "1" },
  security: { session_idle_minutes: "30" },
  reminders: { reminder_days: "30, 7", digest: "daily" },
  calibration: { is_allow_calibrator: "1" },
  numbering: toWire(
    Object.fromEntries(
      numberKeys.flatMap((key) => [
        [numberField(key), "A-{SEQ:5}"],
        [`${numberField(key)}Reset`, "never"],
      ]),
    ),
  ),
};

const importColumns = ["assetCode", "name", "categoryId", "departmentId"];
/** Steps of an import as the API takes them, and what each asks for. */
const importSteps: Record<string, { body: () => object; anyOf: Permission[] }> = {
  mapping: {
    body: () => ({
      mode: "create",
      columns: Object.fromEntries(importColumns.map((name, at) => [at, name])),
      missing: [],
      day_first: true,
    }),
    anyOf: ["create-asset"],
  },
  cells: { body: () => ({ cells: { "2": { "1": "Twin" } } }), anyOf: ["create-asset", "edit-asset"] },
  check: { body: () => ({}), anyOf: ["create-asset", "edit-asset"] },
  recheck: { body: () => ({}), anyOf: ["create-asset", "edit-asset"] },
  run: { body: () => ({}), anyOf: ["create-asset"] },
  undo: { body: () => ({}), anyOf: ["create-asset"] },
};
const ofImports = <V>(make: (step: string) => V) =>
  Object.fromEntries(Object.keys(importSteps).map((step) => [`POST /api/imports/:id/${step}`, make(step)]));
const importers = ["asset", "category", "vendor", "stock", "department", "location"].flatMap((subject) => [
  `create-${subject}` as Permission,
  `edit-${subject}` as Permission,
]);
const newImport = (): Fields => ({ kind: "departments", text: `Name\n${fresh()}` });

/** Merges of a spare row into the twin's own. */
const merges = {
  categories: "category",
  "sub-categories": "category",
  departments: "department",
  teams: "user",
  vendors: "vendor",
} as const;
const mergedFrom = {
  categories: "other_category",
  "sub-categories": "other_sub_category",
  departments: "other_location",
  teams: "other_team",
  vendors: "other_vendor",
};
const archived = Object.keys(resources).filter((path) => path !== "assets" && path !== "users");
const ofArchives = <V>(make: (path: string) => V) =>
  Object.fromEntries(archived.flatMap((path) => ["archive", "restore"].map((verb) => [`POST /api/${path}/:id/${verb}`, make(path)])));
const ofMerges = <V>(make: (path: keyof typeof merges) => V) =>
  Object.fromEntries((Object.keys(merges) as (keyof typeof merges)[]).map((path) => [`POST /api/${path}/:id/merge`, make(path)]));

/** JSON of API calls that are no entity's verb. */
const ownJson: Record<string, (rows: Rows) => Fields> = {
  ...ofImports((step) => () => importSteps[step]!.body() as Fields),
  ...ofAssets((command) => (rows: Rows) => toWire(assetForms[command](rows))),
  ...ofArchives(() => () => ({})),
  ...ofMerges((path) => (rows: Rows) => ({ into: String(rows[rowNameOf(path)]!.id) })),
  "POST /api/assets/bulk": (rows) => toWire(bulkForm(rows)),
  "POST /api/saved-views": () => toWire({ screen: "/profile", ...viewForm() }),
  "PUT /api/saved-views/:id": () => toWire(viewForm()),
  "POST /api/users/invite": (rows) => ({ people: `Twin Guest <${freshAddress()}>`, service_type: "2", team_id: String(rows.teams!.id) }),
  "POST /api/users/:id/suspend": () => ({}),
  "POST /api/users/:id/reactivate": () => ({}),
  "POST /api/users/:id/leave": () => ({ reason: "Moved away" }),
  "POST /api/users/:id/send-link": () => ({}),
  "POST /api/users/:id/email": () => ({ new_email: freshAddress() }),
  "POST /api/users/:id/sign-out": () => ({}),
  "PUT /api/users/:id/grants": () => ({ grants: [] as unknown as string }),
  "PUT /api/teams/:id/grants": () => ({ grants: [] as unknown as string }),
  ...Object.fromEntries(Object.entries(settingSections).map(([name, fields]) => [`PUT /api/settings/${name}`, () => fields])),
  ...Object.fromEntries(noticeMarks.map((mark) => [`POST /api/notifications/:id/${mark}`, () => ({})])),
  "POST /api/notifications/read-all": () => ({}),
  "PUT /api/notifications/preferences": () => preferences,
  "POST /api/stocks/:id/receive": () => ({ qty: "1" }),
  "POST /api/stocks/:id/issue": () => ({ qty: "1", reason: "Ward 4" }),
  "POST /api/stocks/:id/adjust": () => ({ qty: "1", direction: "plus", reason: "Counted" }),
  "POST /api/stocks/:id/scrap": () => ({ qty: "1", reason: "Broken" }),
  "POST /api/stocks/:id/return": () => ({ qty: "1", reason: "Wrong part" }),
  "POST /api/stocks/:id/transfer": transfer,
  "POST /api/stores/:id/count": countOf,
  "POST /api/accessories/:id/replace": (rows) => toWire(withoutAsset(rows)),
  "POST /api/documents/:id/picture": () => ({}),
  "POST /api/service-report/cancel/:reportId": () => ({ reason: "On the wrong asset" }),
};

/** Forms of API calls that are no entity's verb. A call that takes a body and is not here fails the laws. */
const ownCalls: Record<string, (rows: Rows) => Fields> = {
  "POST /api/imports": newImport,
  "POST /api/service-report/create/:assetId": newReport,
  "POST /api/service-report/update/:reportId": changedReport,
  "POST /api/assets/:id/documents": () => ({ kind: "manual", valid_until: "2027-01-01", file: "manual.pdf" }),
  "POST /api/settings/logo": () => ({ logo: "logo.png" }),
};

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

/** A form as it is posted; fields called file and logo are files. */
export function formDataOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name === "file") form.set(name, new File(["%PDF-1.4 twin"], value, { type: "application/pdf" }));
    else form.set(name, name === "logo" ? new File([PNG], value, { type: "image/png" }) : value);
  }
  return form;
}

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

const withoutAsset = (rows: Rows): Fields => {
  const { assetId: _, ...fields } = entityFields("accessories", rows);
  return fields;
};
const guest = (rows: Rows): Fields => ({
  intent: "invite",
  name: "Twin guest",
  email: freshAddress(),
  serviceType: "2",
  departmentId: String(rows.departments!.id),
  teamId: String(rows.teams!.id),
});
const peopleForms: ((rows: Rows) => Fields)[] = [
  guest,
  (rows) => ({ intent: "invite-many", people: freshAddress(), serviceType: "2", teamId: String(rows.teams!.id) }),
  (rows) => ({
    intent: "edit",
    person: String(rows.users!.id),
    name: "Twin person",
    serviceType: "2",
    departmentId: String(rows.departments!.id),
  }),
  (rows) => ({ intent: "send-link", person: String(rows.users!.id) }),
  (rows) => ({ intent: "email", person: String(rows.users!.id), newEmail: freshAddress() }),
  (rows) => ({ intent: "sign-out", person: String(rows.users!.id) }),
];
const teamForm = (rows: Rows): Fields => ({
  name: `Team ${fresh()}`,
  leaderUserId: String(rows.users!.id),
  memberIds: String(rows.users!.id),
  departmentIds: String(rows.departments!.id),
  categoryIds: String(rows.categories!.id),
});

/** Forms of pages that are no master's list. A page that takes a form and is not here fails the laws. */
const ownPages: Record<string, ((rows: Rows) => Fields)[]> = {
  "/session/token": [],
  "/session/sign-out": [],
  "/profile": [(rows) => ({ intent: "end-session", id: String(rows.sessions!.id) })],
  "/users": peopleForms,
  "/teams": [
    guest,
    (rows) => ({ intent: "archive", id: String(rows.teams!.id) }),
    (rows) => ({ intent: "restore", id: String(rows.teams!.id) }),
  ],
  "/user/detail/:id": [() => ({ intent: "send-link" }), () => ({ intent: "sign-out" })],
  "/user/permission/:id": [
    (rows) => ({ "web.view-vendor": "allow", scoped: "1", departments: String(rows.departments!.id), confirm: "1" }),
  ],
  "/team/create": [teamForm],
  "/team/update/:id": [teamForm],
  "/team/permission/:id": [() => ({ "web.view-vendor": "allow", confirm: "1" })],
  "/imports": [newImport],
  "/imports/:id": [
    () => ({
      intent: "map",
      mode: "create",
      dayFirst: "1",
      ...Object.fromEntries(importColumns.map((name, at) => [`columns.${at}`, name])),
    }),
    () => ({ intent: "check" }),
    () => ({ intent: "recheck" }),
    () => ({ intent: "correct", "cell.2.1": "Twin" }),
    () => ({ intent: "run" }),
    () => ({ intent: "undo" }),
  ],
  "/imports/:id/step": [() => ({ intent: "check" }), () => ({ intent: "run" }), () => ({ intent: "undo" })],
  "/asset/create": [(rows) => entityFields("assets", rows)],
  "/asset/update/:id": [(rows) => entityFields("assets", rows)],
  "/asset/labels": [() => ({ preset: "a4-24", x: "0.5", y: "-0.5" })],
  "/stocks/labels": [() => ({ preset: "a4-24", x: "0.5", y: "-0.5" })],
  "/vendor/create": [(rows) => entityFields("vendors", rows)],
  "/vendor/update/:id": [(rows) => entityFields("vendors", rows)],
  "/vendor/detail/:id": [(rows) => ({ intent: "delete-document", document: String(rows.media!.id) })],
  "/asset/detail/:id": [
    () => ({ intent: "delete" }),
    ...assetCommands.map((intent) => (rows: Rows) => ({ intent, ...assetForms[intent](rows) })),
    () => ({ intent: "add-document", kind: "manual", validUntil: "2027-01-01" }),
    ...["replace-document", "remove-document", "show-picture"].map((intent) => (rows: Rows) => ({
      intent,
      document: String(rows.media!.id),
      ...(intent === "replace-document" ? { kind: "manual" } : {}),
    })),
    (rows) => ({ intent: "cancel-report", report: String(rows.service_reports!.id), reason: "On the wrong asset" }),
  ],
  "/accessory/:id": [
    (rows) => ({ intent: "create", ...withoutAsset(rows) }),
    (rows) => ({ intent: "update", id: String(rows.asset_accessories!.id), ...withoutAsset(rows) }),
    (rows) => ({ intent: "archive", id: String(rows.asset_accessories!.id) }),
    (rows) => ({ intent: "restore", id: String(rows.asset_accessories!.id) }),
    (rows) => ({ intent: "replace", id: String(rows.asset_accessories!.id), ...withoutAsset(rows) }),
  ],
  "/asset/bulk": [bulkForm],
  "/saved-views": [() => ({ intent: "create", screen: "/profile", ...viewForm() })],
  "/asset/service-report/:id": [newReport],
  "/asset/service-report/edit/:id": [changedReport],
  "/notifications": [
    (rows) => ({ intent: "read", id: String(rows.notifications!.id) }),
    (rows) => ({ intent: "acknowledge", id: String(rows.notifications!.id) }),
    (rows) => ({ intent: "snooze-day", id: String(rows.notifications!.id) }),
    () => ({ intent: "read-all" }),
  ],
  "/notifications/preferences": [() => preferences],
  "/settings": [
    () => ({ intent: "security", sessionIdleMinutes: "30" }),
    () => ({ intent: "calibration", isAllowCalibrator: "1" }),
    () => ({ intent: "remove-logo" }),
  ],
  "/stocks/ledger/:id": [
    () => ({ intent: "receive", qty: "1" }),
    () => ({ intent: "issue", qty: "1", reason: "Ward 4" }),
    () => ({ intent: "adjust", qty: "1", direction: "plus", reason: "Counted" }),
    () => ({ intent: "scrap", qty: "1", reason: "Broken" }),
    () => ({ intent: "return", qty: "1", reason: "Wrong part" }),
    (rows) => ({ intent: "transfer", qty: "1", storeId: String(rows.other_store!.id) }),
  ],
  "/stocks/count/:id": [(rows) => ({ intent: "count", ...countOf(rows) })],
};
/** Whose id a path takes: a table. */
export const formTarget: Record<string, string> = {
  ...ofImports(() => "import_jobs"),
  "GET /api/imports/:id": "import_jobs",
  "GET /api/imports/:id/rows": "import_jobs",
  "/imports/:id": "import_jobs",
  "/imports/:id/step": "import_jobs",
  ...ofAssets(() => "assets"),
  // A store with a quantity is not archived, nor a Location with open transfers.
  ...ofArchives((path) => ({ stores: "other_store", departments: "other_location", locations: "other_place" })[path] ?? rowNameOf(path)),
  ...ofMerges((path) => mergedFrom[path]),
  "POST /api/stocks/:id/receive": "stock_items",
  "POST /api/stocks/:id/issue": "stock_items",
  "POST /api/stocks/:id/adjust": "stock_items",
  "POST /api/stocks/:id/scrap": "stock_items",
  "POST /api/stocks/:id/return": "stock_items",
  "POST /api/stocks/:id/transfer": "stock_items",
  "POST /api/stores/:id/count": "stores",
  "GET /api/stocks/:id/uses": "stock_items",
  ...Object.fromEntries(noticeMarks.map((mark) => [`POST /api/notifications/:id/${mark}`, "notifications"])),
  "PUT /api/saved-views/:id": "saved_views",
  "DELETE /api/saved-views/:id": "saved_views",
  "POST /api/users/:id/suspend": "users",
  "POST /api/users/:id/reactivate": "users",
  "POST /api/users/:id/leave": "users",
  "POST /api/users/:id/send-link": "users",
  "POST /api/users/:id/email": "users",
  "POST /api/users/:id/sign-out": "users",
  "PUT /api/users/:id/grants": "users",
  "PUT /api/teams/:id/grants": "teams",
  "GET /api/users/:id/grants": "users",
  "GET /api/users/:id/sessions": "users",
  "GET /api/teams/:id/grants": "teams",
  "/user/detail/:id": "users",
  "/user/permission/:id": "users",
  "/team/update/:id": "teams",
  "/team/permission/:id": "teams",
  "GET /api/media/:id": "media",
  "GET /api/service-report/:reportId": "service_reports",
  "GET /api/stocks/:id/ledger": "stock_items",
  "POST /api/service-report/create/:assetId": "assets",
  "POST /api/service-report/update/:reportId": "service_reports",
  "POST /api/service-report/cancel/:reportId": "service_reports",
  "POST /api/accessories/:id/replace": "asset_accessories",
  "POST /api/documents/:id/picture": "asset_file",
  "POST /api/assets/:id/documents": "assets",
  "/vendor/update/:id": "vendors",
  "/vendor/detail/:id": "vendors",
  "/asset/update/:id": "assets",
  "/asset/detail/:id": "assets",
  "/accessory/:id": "assets",
  "/asset/service-report/:id": "assets",
  "/asset/service-report/edit/:id": "service_reports",
  "/stocks/ledger/:id": "stock_items",
  "/stocks/count/:id": "stores",
};
/** Everything by every way. */
const preferences = Object.fromEntries(
  (Object.keys(noticeKinds) as NoticeKind[]).flatMap((kind) => [
    [preferenceField(kind, "screen"), "now"],
    [preferenceField(kind, "mail"), "now"],
  ]),
);

/** Forms that would need other rows, or whose work ends the session: they are only tried from outside. */
export const unproven = new Set([
  "end-session",
  "/stores archive",
  "/departments archive",
  "/locations archive",
  "/vendor/detail/:id delete-document",
  ...["delete", "add-document", "replace-document", "remove-document", "show-picture"].map((intent) => `/asset/detail/:id ${intent}`),
]);

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

/** What a call of its own asks for: any of these permissions, with each of `also`; no more than a session where there are none; 404 where the record itself is hidden. */
type Needs = { anyOf: Permission[]; also?: Permission[]; denied?: number; isAdminOnly?: boolean };
const assetReaders: Permission[] = ["view-asset", "edit-asset"];
const ownNeeds: Record<string, Needs> = {
  ...ofImports((step): Needs => ({ anyOf: importSteps[step]!.anyOf })),
  "GET /api/imports": { anyOf: importers, denied: 404 },
  "POST /api/imports": { anyOf: ["create-department", "edit-department"] },
  "GET /api/imports/:id": { anyOf: ["create-asset", "edit-asset"], denied: 404 },
  "GET /api/imports/:id/rows": { anyOf: ["create-asset", "edit-asset"], denied: 404 },
  ...ofAssets((command): Needs => ({ anyOf: [assetRules[command].by], isAdminOnly: "isAdminOnly" in assetRules[command] })),
  "GET /api/assets/ids": { anyOf: ["view-asset"] },
  "POST /api/assets/bulk": { anyOf: ["edit-asset"] },
  ...ofArchives((path): Needs => ({ anyOf: [resources[path]!.permissions.edit as Permission] })),
  ...ofMerges((path): Needs => ({ anyOf: [`edit-${merges[path]}`], also: [`delete-${merges[path]}`] })),
  "GET /api/saved-views": { anyOf: [] },
  "POST /api/saved-views": { anyOf: [] },
  "PUT /api/saved-views/:id": { anyOf: [] },
  "DELETE /api/saved-views/:id": { anyOf: [] },
  "GET /api/activity-logs": { anyOf: [] },
  "GET /api/settings": { anyOf: ["view-settings"] },
  "POST /api/settings/logo": { anyOf: ["edit-settings"] },
  "DELETE /api/settings/logo": { anyOf: ["edit-settings"] },
  ...Object.fromEntries(Object.keys(settingSections).map((name) => [`PUT /api/settings/${name}`, { anyOf: ["edit-settings" as const] }])),
  ...Object.fromEntries(
    ["GET /api/notifications", "GET /api/notifications/preferences", "PUT /api/notifications/preferences"].map((call) => [
      call,
      { anyOf: [] },
    ]),
  ),
  ...Object.fromEntries(
    [...noticeMarks.map((mark) => `:id/${mark}`), "read-all"].map((path) => [`POST /api/notifications/${path}`, { anyOf: [] }]),
  ),
  "POST /api/users/invite": { anyOf: ["create-user"] },
  ...Object.fromEntries(
    ["suspend", "reactivate", "leave", "send-link", "email", "sign-out"].map((word) => [
      `POST /api/users/:id/${word}`,
      { anyOf: ["edit-user" as const], isAdminOnly: word === "reactivate" },
    ]),
  ),
  "GET /api/users/:id/grants": { anyOf: ["view-user"] },
  "PUT /api/users/:id/grants": { anyOf: ["edit-user"] },
  "GET /api/users/:id/sessions": { anyOf: ["view-user"] },
  "GET /api/teams/:id/grants": { anyOf: ["view-user"] },
  "PUT /api/teams/:id/grants": { anyOf: ["edit-user"] },
  "GET /api/machine_types/get": { anyOf: assetReaders },
  "GET /api/pm_list/:machineTypeId": { anyOf: assetReaders },
  "GET /api/store-item/get": { anyOf: ["edit-asset", "view-stock"] },
  "POST /api/service-report/create/:assetId": { anyOf: ["edit-asset"] },
  "POST /api/service-report/update/:reportId": { anyOf: ["edit-asset"] },
  "POST /api/service-report/cancel/:reportId": { anyOf: ["delete-asset"] },
  "POST /api/accessories/:id/replace": { anyOf: ["edit-asset"] },
  "GET /api/assets/:id/documents": { anyOf: ["view-asset"] },
  "POST /api/assets/:id/documents": { anyOf: ["edit-asset"] },
  "POST /api/documents/:id/picture": { anyOf: ["edit-asset"] },
  "DELETE /api/documents/:id": { anyOf: ["edit-asset"] },
  "GET /api/service-report/:reportId": { anyOf: assetReaders },
  "GET /api/service-reports/:reportId": { anyOf: assetReaders },
  "GET /api/service-reports": { anyOf: assetReaders },
  "GET /api/media/:id": { anyOf: assetReaders, denied: 404 },
  "GET /api/stocks/:id/ledger": { anyOf: ["view-stock"] },
  "POST /api/stocks/:id/receive": { anyOf: ["edit-stock"] },
  "POST /api/stocks/:id/issue": { anyOf: ["edit-stock"] },
  "POST /api/stocks/:id/adjust": { anyOf: ["approve-stock"] },
  "POST /api/stocks/:id/scrap": { anyOf: ["approve-stock"] },
  "POST /api/stocks/:id/return": { anyOf: ["edit-stock"] },
  "POST /api/stocks/:id/transfer": { anyOf: ["edit-stock"] },
  "POST /api/stores/:id/count": { anyOf: ["approve-stock"] },
  "GET /api/stocks/:id/uses": { anyOf: ["view-stock"] },
};
/** What the platform's calls need, by the beginning of their path. */
const staffNeeds: Record<string, PlatformPermission> = {
  "/api/companies": "manage-company",
  "/api/roles": "manage-role",
  "/api/super-admin/users": "manage-user",
  "/api/machine-types": "manage-pm-checklist",
  "/api/pm-checklists": "manage-pm-checklist",
};
const verbs = { GET: "view", POST: "create", PUT: "edit", DELETE: "delete" } as const;

/** The permissions any of which a call asks for. A call that is not known here fails the laws. */
export function needsOf(call: Call): Needs {
  const entity = entityOf(call);
  const found = entity
    ? { anyOf: [resources[entity]!.permissions[verbs[call.method as "GET"]] as Permission] }
    : ownNeeds[`${call.method} ${call.path}`];
  if (found) return found;
  const platform = Object.entries(staffNeeds).find(([path]) => call.path.startsWith(path))?.[1];
  if (isOfStaff(call) && platform) return { anyOf: [platform as unknown as Permission] };
  throw new Error(`tests/support/bodies.ts does not say what ${call.method} ${call.path} needs`);
}
