import { media, vendors } from "#drizzle/tenant/index.ts";
import { keptDocuments } from "./kept-documents.ts";

/** Licences, certificates and agreements of a vendor. */
export const vendorDocuments = keptDocuments({
  kind: "vendor",
  table: vendors,
  title: vendors.name,
  column: media.vendorId,
});
