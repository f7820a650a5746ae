import { getTableName } from "drizzle-orm";
import { bodyShape, exampleBody, sampleId } from "#worker/api/shapes.ts";
import { wireName } from "#worker/api/wire.ts";
import type { Permission } from "#worker/permissions.ts";
import { changedReport, formDataOf, fresh, freshAddress, newReport, wireFields } from "./bodies.ts";
import type { Client } from "./client.ts";
import { ofMoves } from "./flows.ts";
import { at, type Call, entityOf, NOBODY } from "./manifest.ts";
import { platformCases, platformMoves } from "./platform-flows.ts";
import { OFFERED } from "./platform-twins.ts";
import { twinMeasured, twinRole } from "./procedures.ts";
import { kept, MACHINE_TYPE, type Row, spares, targetsOf } from "./twins.ts";
import { companyToday, PASSWORD } from "./world.ts";

type Rows = Record<string, Row>;
type Fields = Record<string, unknown>;
export type Body = { fields: Fields; isForm: boolean };

/** The table that all foreign keys of a name point to; empty when they point to several. */
const pointed = new Map<string, string>();
for (const { column, table } of kept.flatMap((table) => targetsOf(table))) {
  const name = wireName(column);
  pointed.set(name, (pointed.get(name) ?? table) === table ? table : "");
}

/** Calls that are tried on a second row, because they end it or need the file of an asset. */
const onSpare = /\/(archive|restore|merge)$|^\/api\/documents\//;
/** The name of the twin's row whose id a call's path takes; undefined for a path without an id. */
export function targetOf({ of, path }: Call): string | undefined {
  if (!of) return undefined;
  const table = getTableName(of);
  const spare = Object.keys(spares).find((name) => spares[name] === table);
  return (onSpare.test(path) && spare) || table;
}
/** The id for a call's path; an id that no row has when it takes none of the twin's. */
export function idFor(call: Call, rows: Rows): string {
  const target = targetOf(call) ?? "";
  return String(target === "machine_types" ? MACHINE_TYPE : (rows[target]?.id ?? NOBODY));
}

/** A value of an example for a twin: its own rows in the place of sample ids, and addresses that nobody has yet. */
function real(value: unknown, name: string, rows: Rows, of: string): unknown {
  if (value === sampleId) return rows[pointed.get(name) || of]?.id;
  if (typeof value === "string") return value.replace(/[\w.]+@[\w.]+/g, freshAddress);
  if (Array.isArray(value)) return value.map((one) => real(one, name, rows, of));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, real(one, key, rows, of)]),
  );
}

/** A form by its wire names, the rows of its lists as well. */
const onWire = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      wireName(name),
      Array.isArray(value) ? value.map((row: Fields) => onWire(row)) : value,
    ]),
  );

const FILES: Fields = { file: "manual.pdf", logo: "logo.png", photo: "arrived.png" };
const comparedRows = (rows: Rows): Fields => ({
  asset_ids: [rows.assets!.id, rows.other_asset!.id],
});
/** What an example and the schema cannot know of a twin's body. */
const besides: Record<string, (rows: Rows) => Fields> = {
  // A move is tried from many states, also of records that have just come into theirs.
  ...ofMoves(
    ({ form }) =>
      (rows) =>
        onWire(form(rows)),
  ),
  // The address of the call does not say whose ids these are.
  "POST /api/assets/bulk": (rows) => ({ bulk_id: fresh(), ids: [rows.assets!.id] }),
  "POST /api/contracts/:id/assets": (rows) => ({ asset_ids: [rows.assets!.id] }),
  "POST /api/contracts/:id/remove-assets": (rows) => ({ asset_ids: [rows.assets!.id] }),
  "POST /api/schedules": (rows) => ({ asset_ids: [rows.assets!.id] }),
  "POST /api/schedules/level": (rows) => ({
    moves: [{ id: rows.due_occurrences!.id, to: companyToday() }],
  }),
  // A signature stays with its person.
  "PUT /api/signatures/:id": (rows) => ({ user_id: rows.signatures!.user_id }),
  // What is on offer is the platform's; a move of a record with it is tried from many states.
  "POST /api/subscription/quote": () => ({ plan_id: OFFERED.plan }),
  "POST /api/orders": () => ({ plan_id: OFFERED.plan }),
  "POST /api/domain-requests": () => ({ hostname: `${fresh().toLowerCase()}.test` }),
  "POST /api/mail-domains": () => ({ domain: `${fresh().toLowerCase()}.test` }),
  "POST /api/identity-groups": () => ({ group_name: fresh(), password: PASSWORD }),
  "POST /api/identity-links/forget": (rows) => ({ email: rows.users!.email }),
  "PUT /api/identity-provider": (rows) => ({ issuer: rows.identity_providers!.issuer }),
  "POST /api/upgrade-requests": () => ({ plan_id: OFFERED.plan }),
  ...Object.fromEntries(
    platformMoves.map(({ flow, move, path }) => [
      `POST ${path}`,
      () => platformCases[flow]!.forms[move]!(),
    ]),
  ),
  // Its address is a new one each time, which takes the Admin's password.
  "PUT /api/users/:id": () => ({ password: PASSWORD }),
  // A name is used once.
  "POST /api/webhooks": () => ({ name: fresh() }),
  "PUT /api/webhooks/:id": () => ({ name: fresh() }),
  // A number is used once.
  "POST /api/contracts": () => ({ number: fresh() }),
  "PUT /api/contracts/:id": () => ({ number: fresh() }),
  "POST /api/contracts/:id/renew": () => ({ number: fresh() }),
  "POST /api/calibrators/:id/certificates": () => ({ certificate_no: fresh() }),
  "PUT /api/calibrator-certificates/:id": () => ({ certificate_no: fresh() }),
  // A certificate is of the twin's machine, by the twin's procedure and with its standard.
  "POST /api/certificate-reports": (rows) => ({
    machine_id: rows.machines!.id,
    procedure_id: rows.procedures!.id,
    request_line_id: rows.recalibration_request_lines!.id,
  }),
  "POST /api/certificate-reports/issue": (rows) => ({
    ids: [rows.certificate_reports!.id],
    password: PASSWORD,
  }),
  "PUT /api/certificate-reports/:id": (rows) => ({
    ...{ cal_start_on: "2026-01-02", cal_end_on: "2026-01-02" },
    standards: [{ calibrator_id: rows.calibrators!.id, role: twinRole }],
    measured: twinMeasured,
  }),
  "POST /api/inhouse-calibrations": (rows) => ({
    asset_id: rows.assets!.id,
    procedure_id: rows.procedures!.id,
  }),
  "PUT /api/inhouse-calibrations/:id": (rows) => ({
    ...{ performed_on: "2026-01-02", technician_id: rows.users!.id, next_due_on: null },
    standards: [{ calibrator_id: rows.calibrators!.id, role: twinRole }],
    measured: twinMeasured,
  }),
  // A key has a name of its own, and is made with the Admin's password.
  "POST /api/api-keys": () => ({ name: fresh(), password: PASSWORD }),
  "PUT /api/api-keys/:id": () => ({ name: fresh() }),
  "POST /api/api-keys/:id/replace": () => ({ password: PASSWORD }),
  // A range is one of the standard's own.
  "POST /api/impact-reviews": (rows) => ({
    shifts: [{ range_id: rows.calibrator_ranges!.id, shift: "0.5" }],
  }),
  "POST /api/report-forms/begin": () => ({ name: fresh() }),
  // A code is used once, and so is a template.
  "POST /api/procedures/from-template": (rows) => ({
    code: fresh(),
    template_id: rows.device_templates!.id,
  }),
  // Two devices are compared.
  "POST /api/asset-comparisons": comparedRows,
  "PUT /api/asset-comparisons/:id": comparedRows,
  // A count is of a store, its lines are of items.
  "POST /api/stores/:id/count": (rows) => ({
    lines: [{ id: rows.stock_items!.id, version: 1, counted: 40 }],
  }),
  // Nothing is moved to the store it is in.
  "POST /api/stocks/:id/transfer": (rows) => ({ store_id: rows.other_store!.id }),
  // A transfer goes somewhere else, and lists a line of its own.
  "POST /api/asset-transfers": (rows) => ({ to_department_id: rows.other_location!.id }),
  "PUT /api/asset-transfers/:id": (rows) => ({ to_department_id: rows.other_location!.id }),
  "POST /api/asset-transfers/:id/photos": (rows) => ({ line_id: rows.asset_transfer_lines!.id }),
  // A person has one view of a name in a list.
  "POST /api/saved-views": () => ({ name: fresh() }),
  "PUT /api/saved-views/:id": () => ({ name: fresh() }),
  // The company keeps its name, by which other tests know it.
  "PUT /api/settings/company": () => ({ name: "alder" }),
  // What it switches off is asked by the laws as well.
  "PUT /api/settings/calibration": () => ({ is_allow_calibrator: true }),
  "PUT /api/settings/intervals": () => ({
    ...{ interval_longer: "1.25", interval_shorter: "0.5", interval_within: "0.8" },
    ...{ interval_most: "2", interval_target: "0.9", interval_step: "0.1" },
    interval_confidence: "0.5",
  }),
  // The twin's file has columns of assets.
  "POST /api/imports/:id/mapping": () => ({
    mode: "create",
    columns: { "0": "assetCode", "1": "name", "2": "categoryId", "3": "departmentId" },
  }),
  // The key of the twin's row stays as it is.
  "POST /api/imports/:id/cells": () => ({ cells: { "2": { "1": "Twin" } } }),
  // A ticket is new, and the used part is one of the twin's.
  "POST /api/service-report/create/:assetId": newReport,
  "POST /api/service-report/update/:reportId": changedReport,
};

/** A valid body of a call as the twin with these rows sends it; null when the call takes none. */
export function bodyOfCall(call: Call, rows: Rows): Body | null {
  const { method, path, form } = call;
  if (method === "GET" || method === "DELETE") return null;
  const entity = entityOf(call);
  if (entity) {
    const more = besides[`${method} ${path}`]?.(rows);
    return { fields: { ...wireFields(entity, rows), ...more }, isForm: false };
  }
  const { required = [] } = bodyShape(call);
  const files = form ? required.filter((name) => name in FILES) : [];
  const fields = {
    ...(real(exampleBody(call), "", rows, call.of ? getTableName(call.of) : "") as Fields),
    ...Object.fromEntries(files.map((name) => [name, FILES[name]])),
    ...besides[`${method} ${path}`]?.(rows),
  };
  return { fields, isForm: Boolean(form) };
}
/** Sends a call with the id that its path takes, and with a body if it has one. */
export const sendCall = (
  client: Client,
  { method, path }: Call,
  id: string,
  body: Body | null,
  headers: Record<string, string> = {},
) =>
  client.api(at(path, id), {
    method,
    headers,
    ...(body ? { body: body.isForm ? formDataOf(body.fields) : body.fields } : {}),
  });

/** A place in a body, by the names and numbers on the way to it. */
type Place = readonly (string | number)[];
const placesIn = (value: unknown, above: Place = []): [Place, unknown][] =>
  value && typeof value === "object"
    ? Object.entries(value).flatMap(([key, one]) => placesIn(one, [...above, key]))
    : [[above, value]];
/** A body with another value in one place. */
export function withValue(body: Body, [name, ...rest]: Place, value: unknown): Body {
  const put = (inside: unknown, [key, ...further]: Place): unknown => {
    if (key === undefined) return value;
    const copy = (Array.isArray(inside) ? [...inside] : { ...(inside as object) }) as Fields;
    copy[key] = put(copy[key], further);
    return copy;
  };
  return { ...body, fields: { ...body.fields, [name!]: put(body.fields[name!], rest) } };
}
/** Every place of a body that holds, or may hold, the id of a row: with the row's name among the twin's. */
export function idsIn(call: Call, { fields }: Body, rows: Rows): { place: Place; row: string }[] {
  const named = Object.entries(rows).map(([row, { id }]) => [String(id), row] as const);
  const byId = new Map(named.filter(([id]) => id.length === 36).reverse());
  const sent = placesIn(fields).flatMap(([place, value]) => {
    const row = byId.get(String(value));
    return row ? [{ place, row }] : [];
  });
  const unsent = Object.keys(bodyShape(call).properties ?? {}).filter((name) => !(name in fields));
  return [
    ...sent,
    ...unsent.flatMap((name) => {
      const row = pointed.get(name);
      return row ? [{ place: [name], row }] : [];
    }),
  ];
}

/** An import asks for the rights of its kind and way: the twin's adds assets, a new one is of Locations. */
function isAskedFor({ tag, params, method, path }: Call, right: string): boolean {
  if (tag !== "Import" || (!params.length && method === "GET")) return true;
  const subject = params.length ? "-asset" : "-department";
  const addsOnly = /\/(mapping|run|undo)$/.test(path);
  return right.endsWith(subject) && !(addsOnly && right.startsWith("edit"));
}
/** What a call asks for: any of these permissions, with each of `also`; no more than a session where there are none. */
export function needsOf(call: Call) {
  const { needs = [], also = [], denied = 403, isAdminOnly = false } = call;
  const anyOf = [needs].flat().filter((right) => isAskedFor(call, right));
  return { anyOf: anyOf as Permission[], also: also as Permission[], denied, isAdminOnly };
}
