import { contractReviews } from "#drizzle/tenant/index.ts";
import { carriedFile } from "./carried-file.ts";

/** The file that a contract review carries: what was signed. */
export const reviewFile = carriedFile({
  table: contractReviews,
  column: "mediaId",
  permission: "edit-consumer",
  name: "contract_review",
  noun: "contract review",
  titleOf: ({ scope }) => scope,
  use: "report",
  kind: "document",
  thing: "File",
  field: "file",
});
