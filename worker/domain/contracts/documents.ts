import { contracts, media } from "#drizzle/tenant/index.ts";
import { keptDocuments } from "../masters/kept-documents.ts";

/** The signed contract, its annexes and invoices. */
export const contractDocuments = keptDocuments({
  kind: "contract",
  table: contracts,
  title: contracts.number,
  column: media.contractId,
});
