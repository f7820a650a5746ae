import { eq } from "drizzle-orm";
import { z } from "zod";
import { assets, contracts, stockItems, vendors as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../db/company-db.ts";
import { flag, optionalDay, optionalEmail, optionalText, text } from "./fields.ts";
import { resource } from "./resource.ts";
import { indexing, unindexing } from "./search.ts";

const kinds = ["isManufacturer", "isSupplier", "isService", "isCalibrationLab", "isAmcProvider", "isTransporter"] as const;

const taxId = z.strictObject({ label: text("Tax id", 20), value: text("Tax id", 40) });

/** Tax ids as a list, or as text with one "Label: number" a line. */
const taxIds = () =>
  z
    .union([z.array(taxId), z.string()], { error: "Tax ids must be a list" })
    .optional()
    .transform((entries, ctx) => {
      if (typeof entries !== "string") return entries ?? [];
      const lines = entries.split("\n").filter((line) => line.trim());
      const read = lines.map((line) => /^\s*([^:]{1,20}?)\s*:\s*(\S.{0,39}?)\s*$/.exec(line));
      if (read.every((found) => found !== null)) return read.map(([, label = "", value = ""]) => ({ label, value }));
      ctx.addIssue({ code: "custom", message: "Write one tax id a line, such as GSTIN: 33ABCDE1234F1Z5" });
      return z.NEVER;
    })
    .pipe(z.array(taxId).max(5, "At most 5 tax ids"));

/** Makers, suppliers, service partners, labs; found by the beginnings of words. */
export const vendors = resource({
  name: "vendor",
  label: "Vendor",
  permissions: { view: "view-vendor", create: "create-vendor", edit: "edit-vendor", delete: "delete-vendor" },
  table,
  input: z
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
      address: optionalText(500),
      city: optionalText(60),
      region: optionalText(60),
      postalCode: optionalText(12),
      country: optionalText(60),
      website: optionalText(250).refine((value) => !value || /^https?:\/\//i.test(value), "Website must start with http:// or https://"),
      bankNote: optionalText(500),
      accreditationNo: optionalText(60),
      accreditationValidUntil: optionalDay("Accreditation valid until"),
    })
    .refine((vendor) => kinds.some((kind) => vendor[kind]), { path: ["isSupplier"], message: "Choose at least one kind" }),
  title: (row) => row.name,
  search: "vendor",
  filters: Object.fromEntries(kinds.map((kind) => [kind, () => eq(table[kind], true)])),
  always: (db, { id, values, gone }) => {
    if (gone) return [unindexing(db as CompanyDb, id)];
    if (!values) return [];
    const { name, code, contactName, phone, city } = values;
    return indexing(db as CompanyDb, "vendor", id, [name, code, contactName, phone, city], [name, code, phone]);
  },
  sorts: { name: table.name },
  usedBy: [
    { table: assets, column: assets.vendorId, things: "assets" },
    { table: stockItems, column: stockItems.vendorId, things: "stock items" },
    { table: contracts, column: contracts.vendorId, things: "contracts" },
  ],
});
