import { and, sql } from "drizzle-orm";
import { assets, departments, media, users, vendorScores } from "#drizzle/tenant/index.ts";
import { named, onDays, type Report, type ReportColumn } from "./declaration.ts";

const assetSide = [0, 2] as const;

/** A percentage of counted things; nothing where there are fewer than five jobs. */
const share = (part: unknown, of: unknown, isKnown: unknown) =>
  sql`iif(${isKnown}, round(100.0 * ${part} / ${of}, 1), null)`;
const { jobs, slaCounted, slaMet, repeats, passes, daysOut } = vendorScores;

/** A vendor is scored from so many jobs on. */
export const LEAST_JOBS = 5;
const isScored = sql`${jobs} >= ${sql.raw(String(LEAST_JOBS))}`;

export const vendorScoreList: Report = {
  title: "Vendor scores",
  about:
    "How vendors did in the last twelve months, as counted in the last night; n/a under five jobs",
  isOfAll: true,
  subject: "vendor",
  services: assetSide,
  from: sql`${vendorScores}`,
  where: ({ db }) => db.ofOwner(vendorScores),
  filters: {},
  key: [vendorScores.vendorName, vendorScores.id],
  columns: (): ReportColumn[] => [
    { label: "Vendor", value: vendorScores.vendorName, wide: 2 },
    { label: "Jobs", as: "number", value: jobs, isSummed: true },
    {
      label: "In time",
      as: "percent",
      value: share(slaMet, slaCounted, sql`${isScored} and ${slaCounted} > 0`),
    },
    { label: "Repeat", as: "percent", value: share(repeats, jobs, isScored) },
    { label: "Passes back", as: "number", value: passes, isSummed: true },
    {
      label: "Mean days out",
      as: "number",
      value: sql`iif(${isScored} and ${passes} > 0, round(1.0 * ${daysOut} / ${passes}, 1), null)`,
    },
    { label: "Uptime", as: "percent", value: sql`${vendorScores.uptimeBp} / 100.0` },
    { label: "Promised", as: "percent", value: sql`${vendorScores.promisedBp} / 100.0` },
  ],
};

export const licences: Report = {
  title: "Licences and documents with an end",
  about: "Licences, certificates and other files that end, in the order of their ends",
  subject: "asset",
  services: assetSide,
  from: sql`${media}`,
  where: ({ db }) =>
    db.ofOwner(
      media,
      and(sql`valid_until is not null and deleted_at is null`, sql`${media.ownerKind} = 'asset'`),
    ),
  filters: onDays(media.validUntil),
  key: [media.validUntil, media.id],
  columns: ({ today }): ReportColumn[] => [
    { label: "Until", as: "day", value: media.validUntil },
    {
      label: "Status",
      value: sql`iif(${media.validUntil} < ${today}, 'over', 'valid')`,
      words: { over: "Over", valid: "Valid" },
    },
    { label: "File", value: media.fileName, wide: 2 },
    {
      label: "Kind",
      value: media.kind,
      words: {
        licence: "Licence",
        document: "Document",
        manual: "Manual",
        invoice: "Invoice",
        photo: "Photo",
        other: "Other",
      },
    },
    { label: "Code", as: "code", value: named(assets.assetCode, media.assetId) },
    { label: "Asset", value: named(assets.name, media.assetId), wide: 2 },
    { label: "Added", as: "time", value: media.uploadedAt },
  ],
};

export const userList: Report = {
  title: "User list",
  about:
    "People of the company with what they are. Training is left out: no records of it are kept",
  subject: "user",
  services: [0, 1, 2],
  from: sql`${users}`,
  where: ({ db }) => db.ofOwner(users, sql`${users.status} <> 'left'`),
  filters: { department: (id) => sql`${users.departmentId} = ${id}` },
  key: [users.id],
  columns: (): ReportColumn[] => [
    { label: "Name", value: users.name, wide: 2 },
    { label: "E-mail", value: users.email, wide: 2 },
    { label: "Employee code", as: "code", value: users.employeeCode },
    { label: "Designation", value: users.designation },
    { label: "Location", value: named(departments.name, users.departmentId) },
    { label: "Role", value: users.type, words: { admin: "Admin", user: "User" } },
    {
      label: "Status",
      value: users.status,
      words: { invited: "Invited", active: "Active", blocked: "Blocked", suspended: "Suspended" },
    },
    { label: "Last sign-in", as: "time", value: users.lastLoginAt },
  ],
};
