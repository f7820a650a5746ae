import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { vendors as table } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
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
import { entryOf } from "../lists/list-query.ts";
import { countedFor } from "../lists/more-columns.ts";

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
    isManufacturer: flag("Manufacturer"),
    isSupplier: flag("Supplies"),
    isService: flag("Services"),
    isCalibrationLab: flag("Calibration lab"),
    isAmcProvider: flag("AMC provider"),
    isTransporter: flag("Transporter"),
    taxIds: taxIds(),
    contactName: optionalText(120, "Contact"),
    phone: text("Phone", 30),
    email: optionalEmail("E-mail"),
    altContactName: optionalText(120, "Second contact"),
    altPhone: optionalText(30, "Second phone"),
    altEmail: optionalEmail("Second e-mail"),
    address: optionalMultiline(500, "Address"),
    city: optionalText(60, "City"),
    region: optionalText(60, "State"),
    postalCode: optionalText(12, "Postal code"),
    country: optionalText(60, "Country"),
    website: optionalText(250, "Website").refine(
      (value) => !value || /^https?:\/\//i.test(value),
      "Website must start with http:// or https://",
    ),
    bankNote: optionalMultiline(500, "Bank note"),
    accreditationNo: optionalText(60, "Accreditation no"),
    accreditationValidUntil: optionalDay("Accreditation valid until"),
  })
  .refine((vendor) => kinds.some((kind) => vendor[kind]), {
    path: ["isSupplier"],
    message: "Choose at least one kind",
  });

const verbs = entity({
  table,
  noun: ["vendor", "vendors"],
  subject: "vendor",
  input,
  title: "name",
  search: {
    words: ["name", "code", "contactName", "phone", "city"],
    codes: ["name", "code", "phone"],
  },
  list: {
    sorts: { name: table.name },
    filters: { kind: (kind) => entryOf(ofKind, kind) },
    more: { assets: countedFor("assets.vendor:", table) },
  },
  offered: { to: ["view-asset", "view-stock"] },
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

  ...merging(verbs),
};
