import { and, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assetComparisons as table } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { isEditor, ownerName, readable } from "./find.ts";

const columns = {
  ...pick(table, ["createdBy", "periodFrom", "periodTo", "assetCodes", "isShared", "version"]),
  name: sql<string>`${table.name}`.as("comparison_name"),
  ownerName,
};

/** Whose comparisons a list can be narrowed to. */
export const whose = ["mine", "shared"] as const;

const comparisons: Documents<typeof columns> = {
  table,
  permission: "view-asset-comparison",
  title: table.name,
  columns,
  tabs: { all: { label: "All" } },
  filters: {
    readable: (_, { session }) => and(isNull(table.deletedAt), readable(session)),
    whose: (value, { session }) =>
      value === "mine"
        ? eq(table.createdBy, session.actor.userId)
        : value === "shared"
          ? sql`${table.isShared} = 1`
          : undefined,
  },
};

/** The comparisons that a person may read, newest first: a page of them. One round trip. @throws Response 403 */
export async function listComparisons(session: Session, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("readable", "1");
  const { rows, query, ...list } = await listDocuments(session, comparisons, asked);
  const { readable: _, ...filters } = query.filters;
  return {
    ...list,
    query: { ...query, filters },
    rows: rows.map(({ createdBy, ...row }) => ({
      ...row,
      isMine: createdBy === session.actor.userId,
      mayRemove: isEditor(session, { createdBy }) && session.can("delete-asset-comparison"),
    })),
    may: { create: session.can("create-asset-comparison") },
  };
}
