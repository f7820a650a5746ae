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
  palette: {
    group: "Vendors",
    icon: "truck",
    hint: ({ contactName, city }) => [contactName, city].filter(Boolean).join(", "),
    href: ({ name }) => `/vendors?q=${encodeURIComponent(name)}`,
  },
  sheet: {
    name: { example: "Medline Supplies", like: "vendor vendorname supplier suppliername company" },
    code: { example: "V-001", like: "vendorcode suppliercode" },
    isManufacturer: { like: "maker ismanufacturer" },
    isSupplier: {
      example: "yes",
      hint: "At least one kind needs a yes.",
      like: "issupplier dealer",
    },
    isService: { like: "service isservice servicepartner" },
    isCalibrationLab: { like: "lab iscalibrationlab" },
    isAmcProvider: { like: "amc isamcprovider" },
    isTransporter: { like: "istransporter carrier" },
    taxIds: { hint: "One a line, such as GSTIN: 33ABCDE1234F1Z5", like: "gst gstin taxid" },
    contactName: { example: "S. Devi", like: "contactname contactperson person" },
    phone: { example: "+91 44 4000 1000", like: "mobile phoneno contactno tel telephone" },
    email: { example: "sales@medline.example", like: "email mail emailid" },
    altContactName: { like: "altcontactname" },
    altPhone: { like: "altphone" },
    altEmail: { like: "altemail" },
    address: {},
    city: { example: "Chennai", like: "town" },
    region: { like: "region province" },
    postalCode: { like: "pin pincode zip zipcode postcode" },
    country: {},
    website: { like: "web url" },
    bankNote: { like: "bank bankdetails" },
    accreditationNo: { like: "nabl accreditation" },
    accreditationValidUntil: { like: "accreditationexpiry" },
  },
  imported: { key: "name", unique: "code" },
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
