import { type SQL, sql } from "drizzle-orm";
import { billings, contractKinds } from "#app/shared/contracts.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { assets, contractAssets, contracts as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { columnsOf, contractInput, MOST_AT_ONCE } from "../contracts/input.ts";
import { type Device, titleOf, whyNot } from "../contracts/lines.ts";
import { changesBetween } from "../entity/changes.ts";
import { problems } from "../entity/fields.ts";
import { type Contracted, contractUndo, writeContracts } from "./contract-writes.ts";
import { type Current, type ImportKind, oneBy, type WordsSql } from "./kind.ts";
import { formOf, lower } from "./resource-kind.ts";
import { sheetColumns } from "./sheet.ts";

type Line = { contract_id: string; asset_id: string; to_on: string | null };

const names = Object.keys(contractInput.shape);
const wordsOf = (list: readonly { value: string; label: string }[]) =>
  Object.fromEntries(list.map(({ value, label }) => [value, label]));

const columns = sheetColumns(table, contractInput, {
  number: { example: "AMC/26/114", like: "contractno contractnumber" },
  kind: { label: "Kind", words: wordsOf(contractKinds), example: "AMC", like: "type covertype" },
  vendorId: { example: "Meridian Biomed", like: "vendorname provider serviceprovider" },
  startOn: { label: "Start", as: "day", example: "2026-04-01", like: "startdate from begins" },
  endOn: { label: "End", as: "day", example: "2027-03-31", like: "enddate to expiry ends" },
  valueMinor: { example: "125000", hint: "For the whole term", like: "amount cost contractvalue" },
  billing: { words: wordsOf(billings), example: "Quarterly", like: "billingcycle payment" },
  hasLabour: { example: "yes", hint: "As is usual for the kind if left empty", like: "labour" },
  hasSpares: { example: "no", hint: "As is usual for the kind if left empty", like: "spares" },
  exclusions: {},
  pmVisitsPerYear: { example: "4", like: "visits pmvisits visitsperyear" },
  responseHours: { example: "24", hint: "Hours", like: "responsehours" },
  resolveHours: { example: "72", hint: "Hours", like: "resolutionhours resolvehours" },
  uptimeBp: { label: "Uptime", as: "money", example: "95", hint: "In percent, such as 98.5" },
  penaltyNote: {},
  noticeDays: { example: "30", hint: "Days", like: "noticedays" },
  remarks: {},
  assetCodes: {
    label: "Asset codes",
    example: "AST-00001, AST-00002",
    hint: `Codes with commas between, ${MOST_AT_ONCE} at most; assets on the contract already stay`,
    like: "assetcode devices equipment",
  },
});

const separators = /[,;\n\r]+/;
const codesIn = (cell: unknown) => [
  ...new Set(
    String(cell ?? "")
      .split(separators)
      .map((code) => code.trim())
      .filter(Boolean),
  ),
];
/** The codes of a cell, a row each, whatever stands between them. */
const eachCode = (cell: string): SQL =>
  sql.raw(`json_each('[' || replace(json_quote(replace(replace(replace(${cell}, char(10), ','), char(13), ','), ';', ',')),
    ',', '","') || ']')`);

const reads = (db: CompanyDb, words: WordsSql): Statement[] => [
  db
    .select()
    .from(table)
    .where(db.ofOwner(table, sql`${table.number} in (${words("number")})`)) as unknown as Statement,
  db.rows<Device>(
    sql`select distinct "a"."id" as "id", "a"."asset_code" as "assetCode", "a"."name" as "name", "a"."lifecycle" as "lifecycle"
      from (${words("assetCodes")}) as "w" cross join ${eachCode('"w"."word"')} as "code" cross join ${assets} as "a"
      where "a"."company_id" = ${db.companyId} and "a"."asset_code" = trim("code"."value") and "a"."deleted_at" is null`,
  ),
  db.rows<Line>(
    sql`select "line"."contract_id", "line"."asset_id", "line"."to_on" from (${words("number", "assetCodes")}) as "w"
      cross join ${table} as "c" on "c"."company_id" = ${db.companyId} and "c"."number" = "w"."word"
      cross join ${eachCode('"w"."word1"')} as "code"
      cross join ${assets} as "a" on "a"."company_id" = ${db.companyId} and "a"."asset_code" = trim("code"."value")
      cross join ${contractAssets} as "line" on "line"."company_id" = ${db.companyId} and "line"."contract_id" = "c"."id" and "line"."asset_id" = "a"."id"`,
  ),
];
/** A percentage as people write it, as the form takes it; other text as it is. */
const hundredths = (text: unknown) =>
  typeof text === "string" && /^\d{1,3}(\.\d{1,2})? ?%?$/.test(text)
    ? Math.round(Number.parseFloat(text) * 100)
    : text;

/** The devices that a cell names which are not on the contract yet, and what is wrong with it. */
function assetsOf(cell: unknown, devices: Device[], lines: Line[], current: Current | null) {
  const codes = codesIn(cell);
  const wrong: string[] = codes.length > MOST_AT_ONCE ? [`At most ${MOST_AT_ONCE} assets`] : [];
  const added: Device[] = [];
  for (const code of wrong.length ? [] : codes) {
    const device = oneBy(devices, (one) => lower(one.assetCode), lower(code));
    const line =
      device && lines.find((one) => one.contract_id === current?.id && one.asset_id === device.id);
    const reason = device && whyNot(device);
    if (!device) wrong.push(`There is no asset “${code}”`);
    else if (line?.to_on) wrong.push(`${code} was taken off this contract`);
    else if (reason && !line) wrong.push(`${code}: ${reason}`);
    else if (!line && !added.some(({ id }) => id === device.id)) added.push(device);
  }
  return { added, errors: (wrong.length ? { assetCodes: wrong } : {}) as FieldErrors };
}

/** Contracts by their number, with the assets that a cell names. */
export const contractKind: ImportKind = {
  name: "contracts",
  label: "Contracts",
  thing: "contract",
  things: "contracts",
  path: "/vendors?tab=contracts",
  permissions: { create: "create-vendor", edit: "edit-vendor" },
  columns,
  keyFields: ["number"],
  key: (cell) => sql`nullif(lower(${cell("number")}), '')`,
  reads,
  judge({ facts, refs }, { assetCodes: cell, uptimeBp, ...given }) {
    const [rows, devices, lines] = facts as [Current[], Device[], Line[]];
    const current = oneBy(rows, (one) => lower(one.number), lower(given.number)) ?? null;
    if (current?.terminatedOn) return { errors: { number: ["This contract is terminated"] } };
    const fields = {
      ...given,
      ...(uptimeBp === undefined ? {} : { uptimeBp: hundredths(uptimeBp) }),
    };
    const before = current && formOf(current, names);
    const { values, errors } = problems(contractInput, { ...before, ...fields });
    const { added, errors: ofAssets } = assetsOf(cell, devices, lines, current);
    const { vendorId } = refs;
    const isArchived = vendorId?.archivedAt && vendorId.id !== current?.vendorId;
    const archived: FieldErrors = isArchived
      ? { vendorId: [`Vendor “${vendorId.name}” is archived`] }
      : {};
    const all = { ...archived, ...errors, ...ofAssets };
    if (Object.keys(all).length) return { errors: all };
    const contracted: Contracted = { columns: columnsOf(values!), added };
    if (!current) return { values: contracted, changes: [], current: null };
    const changes = [
      ...changesBetween(current, contracted.columns),
      ...added.map((device) => ({ field: "asset", from: null, to: titleOf(device) })),
    ];
    const addedIds = added.map(({ id }) => id);
    return { values: contracted, changes, current, before: { ...before, addedIds } };
  },
  write: writeContracts,
  undo: contractUndo,
};
