import { readFileSync } from "node:fs";
import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import { wireName } from "#worker/api/wire.ts";
import { resources } from "#worker/domain/index.ts";
import { type NoticeKind, noticeKinds } from "#worker/domain/notifications/kinds.ts";
import { preferenceField } from "#worker/domain/notifications/preferences.ts";
import { moveCalls } from "./flows.ts";
import type { Page } from "./manifest.ts";
import { freshTicket } from "./report.ts";
import { CHECKLIST, type Row } from "./twins.ts";

export type Fields = Record<string, string>;
type Rows = Record<string, Row>;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
let made = 0;
/** A text no row has yet. */
export const fresh = () => `L${(++made).toString(36)}`;

export const freshAddress = () => `${fresh()}@twin.test`.toLowerCase();

/** What an entity's input needs besides the columns of its row. */
const more: Record<string, (rows: Rows) => Fields> = {
  users: () => ({ email: freshAddress() }),
};

/** The fields of an entity's strict schema, by their domain names. */
export const fieldsOf = (entity: string) =>
  Object.keys((resources[entity]!.input as { shape: Record<string, unknown> }).shape);
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
    else
      fields[name] =
        unique.has(name) && !name.endsWith("Id") && column.dataType !== "boolean"
          ? fresh()
          : String(value);
  }
  return { ...fields, ...more[entity]?.(rows) };
}

/** The same form as the wire names it. */
export const wireFields = (entity: string, rows: Rows): Fields =>
  Object.fromEntries(
    Object.entries(entityFields(entity, rows)).map(([name, value]) => [wireName(name), value]),
  );

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
export const newReport = (rows: Rows): Fields => ({
  service_ticket: freshTicket(),
  ...report(rows),
});
export const changedReport = (rows: Rows): Fields => ({
  ...report(rows),
  "parts[0][isNew]": "0",
  "parts[0][isChangedQyt]": "0",
  "parts[0][newQyt]": "1",
});

const movesOf = (key: string) => moveCalls.filter(({ flow }) => flow === key);
const bulkForm = (rows: Rows): Fields => ({
  bulkId: fresh(),
  ids: String(rows.assets!.id),
  teamId: String(rows.teams!.id),
});
const viewForm = (): Fields => ({ name: fresh(), query: "q=pump", isShared: "1" });
const countOf = (rows: Rows): Fields => ({
  lines: JSON.stringify([{ id: rows.stock_items!.id, version: 1, counted: 40 }]),
});

const importColumns = ["assetCode", "name", "categoryId", "departmentId"];
const newImport = (): Fields => ({ kind: "departments", text: `Name\n${fresh()}` });

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

/** A form as it is posted; fields called file and logo are files. */
export function formDataOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, field] of Object.entries(fields)) {
    const value = String(field);
    if (name === "file")
      form.set(name, new File(["%PDF-1.4 twin"], value, { type: "application/pdf" }));
    else form.set(name, name === "logo" ? new File([PNG], value, { type: "image/png" }) : value);
  }
  return form;
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
  (rows) => ({
    intent: "invite-many",
    people: freshAddress(),
    serviceType: "2",
    teamId: String(rows.teams!.id),
  }),
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
    (rows) => ({
      "web.view-vendor": "allow",
      scoped: "1",
      departments: String(rows.departments!.id),
      confirm: "1",
    }),
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
  "/imports/:id/step": [
    () => ({ intent: "check" }),
    () => ({ intent: "run" }),
    () => ({ intent: "undo" }),
  ],
  "/asset/create": [(rows) => entityFields("assets", rows)],
  "/asset/update/:id": [(rows) => entityFields("assets", rows)],
  "/asset/labels": [() => ({ preset: "a4-24", x: "0.5", y: "-0.5" })],
  "/stocks/labels": [() => ({ preset: "a4-24", x: "0.5", y: "-0.5" })],
  "/vendor/create": [(rows) => entityFields("vendors", rows)],
  "/vendor/update/:id": [(rows) => entityFields("vendors", rows)],
  "/vendor/detail/:id": [
    (rows) => ({ intent: "delete-document", document: String(rows.media!.id) }),
  ],
  "/asset/detail/:id": [
    () => ({ intent: "delete" }),
    ...movesOf("assets").map(({ move, form }) => (rows: Rows) => ({ intent: move, ...form(rows) })),
    ...movesOf("service-calls").map(({ move, form }) => (rows: Rows) => ({
      intent: `call-${move}`,
      call: String(rows.breakdowns!.id),
      ...form(rows),
    })),
    () => ({ intent: "add-document", kind: "manual", validUntil: "2027-01-01" }),
    ...["replace-document", "remove-document", "show-picture"].map((intent) => (rows: Rows) => ({
      intent,
      document: String(rows.media!.id),
      ...(intent === "replace-document" ? { kind: "manual" } : {}),
    })),
    (rows) => ({
      intent: "cancel-report",
      report: String(rows.service_reports!.id),
      reason: "On the wrong asset",
    }),
  ],
  "/accessory/:id": [
    (rows) => ({ intent: "create", ...withoutAsset(rows) }),
    (rows) => ({ intent: "update", id: String(rows.asset_accessories!.id), ...withoutAsset(rows) }),
    (rows) => ({ intent: "archive", id: String(rows.asset_accessories!.id) }),
    (rows) => ({ intent: "restore", id: String(rows.asset_accessories!.id) }),
    (rows) => ({
      intent: "replace",
      id: String(rows.asset_accessories!.id),
      ...withoutAsset(rows),
    }),
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
/** Whose id the path of a page takes: a table. */
export const formTarget: Record<string, string> = {
  "/imports/:id": "import_jobs",
  "/imports/:id/step": "import_jobs",
  "/user/detail/:id": "users",
  "/user/permission/:id": "users",
  "/team/update/:id": "teams",
  "/team/permission/:id": "teams",
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
  ...["delete", "add-document", "replace-document", "remove-document", "show-picture"].map(
    (intent) => `/asset/detail/:id ${intent}`,
  ),
]);

/** The entity whose list page, with its dialogs, this is; undefined for a page of its own. */
export function masterOf(page: Page): string | undefined {
  const source = readFileSync(`app/${page.file}`, "utf8");
  const name = /\bmasterAction\(\s*(\w+)/.exec(source)?.[1];
  return Object.keys(resources).find(
    (path) => path.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) === name,
  );
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
