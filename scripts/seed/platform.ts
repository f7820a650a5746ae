import { snake } from "#drizzle/columns.ts";
import { platformSettings } from "#drizzle/control/index.ts";
import { inserts } from "./insert.ts";

/** What the platform of the demo is called by its customers, and who sells. */
const settings = {
  supportEmail: "support@plumbline.test",
  postalAddress: "Plumbline Works Private Limited\n12 Residency Road\nBengaluru 560025\nIndia",
  sellerName: "Plumbline Works Private Limited",
  sellerAddress: "12 Residency Road\nBengaluru 560025",
  sellerCountry: "IN",
  sellerRegion: "Karnataka",
  sellerTaxIds: [
    { label: "GSTIN", value: "29AAACP4521K1ZC" },
    { label: "PAN", value: "AAACP4521K" },
  ],
  invoicePrefix: "PLB",
  creditPrefix: "PLC",
};

/** The platform's settings. @param at when they were made, in epoch milliseconds */
export const seedSettings = (control: D1Database, at: number): D1PreparedStatement[] =>
  inserts(
    control,
    platformSettings,
    Object.entries(settings).map(([name, value]) => ({
      ...{ id: snake(name), createdAt: at, updatedAt: at },
      valueJson: JSON.stringify(value),
    })),
  );
