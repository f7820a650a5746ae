import { z } from "zod";
import { assets, contracts, stockItems, vendors as table } from "#drizzle/tenant/index.ts";
import { flag, optionalDay, optionalEmail, optionalText, text } from "./fields.ts";
import { resource } from "./resource.ts";

const kinds = ["isManufacturer", "isSupplier", "isService", "isCalibrationLab", "isAmcProvider", "isTransporter"] as const;

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
  search: [table.name, table.code, table.contactName, table.phone],
  sorts: { name: table.name },
  usedBy: [
    { table: assets, column: assets.vendorId, things: "assets" },
    { table: stockItems, column: stockItems.vendorId, things: "stock items" },
    { table: contracts, column: contracts.vendorId, things: "contracts" },
  ],
});
