import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { snake } from "#drizzle/columns.ts";
import { contracts, media, vendors as table } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import {
  always,
  flag,
  isDay,
  optionalDay,
  optionalEmail,
  optionalMultiline,
  optionalText,
  text,
} from "../entity/fields.ts";
import { optionalPhone, optionalWebsite, phone } from "../entity/formats.ts";
import { merging } from "../entity/merge.ts";
import { looksLikeGstin, type TaxId, taxIds } from "../entity/tax-ids.ts";
import { entryOf } from "../lists/list-query.ts";
import { countedFor } from "../lists/more-columns.ts";

const kinds = {
  manufacturer: "isManufacturer",
  supplier: "isSupplier",
  service: "isService",
  calibration_lab: "isCalibrationLab",
  amc_provider: "isAmcProvider",
  transporter: "isTransporter",
} as const;
// Partial indexes serve these; their words must stand here as they stand there.
const ofKind: Record<string, SQL> = Object.fromEntries(
  Object.entries(kinds).map(([kind, column]) => [kind, sql.raw(`${snake(column)} = 1`)]),
);

/** Vendors of which an accreditation or a document, their own or of a contract, ends on a day. */
const endsOn = (day: string): SQL => {
  const ending = sql`"file"."valid_until" = ${day} and "file"."deleted_at" is null and "file"."is_current" = 1`;
  return sql`(${table.accreditationValidUntil} = ${day}
    or exists (select 1 from ${media} as "file" where "file"."company_id" = ${table.companyId} and "file"."vendor_id" = ${table.id} and ${ending})
    or exists (select 1 from ${contracts} as "deal" join ${media} as "file" on "file"."company_id" = "deal"."company_id" and "file"."contract_id" = "deal"."id"
      where "deal"."company_id" = ${table.companyId} and "deal"."vendor_id" = ${table.id} and ${ending}))`;
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
    phone: phone("Phone"),
    email: optionalEmail("E-mail"),
    altContactName: optionalText(120, "Second contact"),
    altPhone: optionalPhone("Second phone"),
    altEmail: optionalEmail("Second e-mail"),
    address: optionalMultiline(500, "Address"),
    city: optionalText(60, "City"),
    region: optionalText(60, "State"),
    postalCode: optionalText(12, "Postal code"),
    country: optionalText(60, "Country"),
    website: optionalWebsite("Website", 250),
    bankNote: optionalMultiline(500, "Bank note"),
    accreditationNo: optionalText(60, "Accreditation no"),
    accreditationValidUntil: optionalDay("Accreditation valid until"),
  })
  .refine((vendor) => Object.values(kinds).some((kind) => vendor[kind]), {
    path: ["isSupplier"],
    message: "Choose at least one kind",
    ...always,
  });

const isDoubtful = ({ label, value }: TaxId) => /^gst(in)?$/i.test(label) && !looksLikeGstin(value);

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
    filters: {
      kind: (kind) => entryOf(ofKind, kind),
      ends: (day) => (isDay(day) ? endsOn(day) : undefined),
    },
    more: { assets: countedFor("assets.vendor:", table) },
  },
  offered: { to: ["view-asset", "view-stock", "create-gate-pass", "view-gate-pass"] },
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
  doubts: ({ taxIds }) =>
    taxIds
      .filter(isDoubtful)
      .map(({ value }) => `${value} does not look like a GSTIN. It was saved as it is.`),
});

/** Makers, suppliers, service partners, labs; found by the beginnings of words. */
export const vendors = {
  ...verbs,

  /** A vendor as its form opens it. @throws Response 404 */
  async toEdit(session: Session, id: string) {
    const db = session.authorize("edit-vendor");
    const [[vendor]] = await db.read(db.byId(table, id));
    return vendor ?? notFound("vendor");
  },

  ...merging(verbs),
};
