import { inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import {
  assets,
  breakdowns,
  contracts,
  gatePasses,
  media,
  schedules,
  stockItems,
  vendors as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import {
  flag,
  optionalDay,
  optionalEmail,
  optionalMultiline,
  optionalText,
  taxIds,
  text,
} from "../entity/fields.ts";
import { merging } from "../entity/merge.ts";
import { openPasses } from "../entity/open-documents.ts";
import { resource } from "../entity/resource.ts";
import { entryOf } from "../lists/list-query.ts";
import { countedFor } from "../lists/more-columns.ts";
import { indexing, unindexing } from "../search/search.ts";

const kinds = [
  "isManufacturer",
  "isSupplier",
  "isService",
  "isCalibrationLab",
  "isAmcProvider",
  "isTransporter",
] as const;

// Partial indexes serve these; their words must stand here as they stand there.
const ofKind: Record<string, SQL> = {
  manufacturer: sql`is_manufacturer = 1`,
  supplier: sql`is_supplier = 1`,
  service: sql`is_service = 1`,
  calibration_lab: sql`is_calibration_lab = 1`,
  amc_provider: sql`is_amc_provider = 1`,
  transporter: sql`is_transporter = 1`,
};

const input = z
  .strictObject({
    name: text("Name", 150),
    code: optionalText(20, "Code"),
    isManufacturer: flag(),
    isSupplier: flag(),
    isService: flag(),
    isCalibrationLab: flag(),
    isAmcProvider: flag(),
    isTransporter: flag(),
    taxIds: taxIds(),
    contactName: optionalText(),
    phone: text("Phone", 30),
    email: optionalEmail(),
    altContactName: optionalText(),
    altPhone: optionalText(30),
    altEmail: optionalEmail(),
    address: optionalMultiline(500),
    city: optionalText(60),
    region: optionalText(60),
    postalCode: optionalText(12),
    country: optionalText(60),
    website: optionalText(250).refine(
      (value) => !value || /^https?:\/\//i.test(value),
      "Website must start with http:// or https://",
    ),
    bankNote: optionalMultiline(500),
    accreditationNo: optionalText(60),
    accreditationValidUntil: optionalDay("Accreditation valid until"),
  })
  .refine((vendor) => kinds.some((kind) => vendor[kind]), {
    path: ["isSupplier"],
    message: "Choose at least one kind",
  });

const verbs = resource({
  name: "vendor",
  label: "Vendor",
  permissions: {
    view: "view-vendor",
    create: "create-vendor",
    edit: "edit-vendor",
    delete: "delete-vendor",
  },
  table,
  input,
  title: (row) => row.name,
  search: "vendor",
  filters: { kind: (kind) => entryOf(ofKind, kind) },
  more: { assets: countedFor("assets.vendor:", table) },
  always: (db, { id, values, gone }) => {
    if (gone) return [unindexing(db as CompanyDb, id)];
    if (!values) return [];
    const { name, code, contactName, phone, city } = values;
    return indexing(
      db as CompanyDb,
      "vendor",
      id,
      [name, code, contactName, phone, city],
      [name, code, phone],
    );
  },
  sorts: { name: table.name },
});

/** What of a tax id looks wrong; it is stored all the same. */
function doubtful(ids: readonly { label: string; value: string }[]): string[] {
  const gstin = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
  return ids
    .filter(
      ({ label, value }) =>
        /^gst(in)?$/i.test(label) && !gstin.test(value.replace(/\s/g, "").toUpperCase()),
    )
    .map(({ value }) => `${value} does not look like a GSTIN. It was saved as it is.`);
}
const warned = <D>(answer: Answer<D>, sent: unknown): Answer<D> => {
  const warnings = doubtful((sent as { taxIds?: { label: string; value: string }[] }).taxIds ?? []);
  return warnings.length ? { ...answer, warnings } : answer;
};
const read = (sent: unknown) => input.safeParse(sent).data ?? {};

/** Makers, suppliers, service partners, labs; found by the beginnings of words. */
export const vendors = {
  ...verbs,

  /** A vendor as its form opens it. @throws Response 404 */
  async toEdit(session: Session, id: string) {
    const row = await session.authorize("edit-vendor").find(table, id);
    return row && !row.deletedAt ? row : notFound("vendor");
  },

  async create(session: AnySession, sent: unknown) {
    return warned(await verbs.create(session, sent), read(sent));
  },

  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    const { version: _, ...values } = sent;
    return warned(await verbs.update(session, id, sent), read(values));
  },

  ...merging(verbs, {
    assets: {
      column: assets.vendorId,
      field: "vendor",
      change: (_, __, target) => ({ vendorId: target.id }),
    },
    follow: [
      { table: stockItems, column: stockItems.vendorId, things: "stock items" },
      { table: contracts, column: contracts.vendorId, things: "contracts" },
      { table: schedules, column: schedules.vendorId, things: "schedules" },
      { table: media, column: media.vendorId, things: "documents" },
      {
        table: breakdowns,
        column: breakdowns.vendorId,
        things: "open service calls",
        where: () => inArray(breakdowns.status, [...openCalls]),
      },
      {
        table: gatePasses,
        column: gatePasses.vendorId,
        things: "open gate passes",
        where: () => inArray(gatePasses.status, [...openPasses]),
      },
    ],
  }),
};
