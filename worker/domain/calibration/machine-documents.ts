import { and, isNull, type SQL } from "drizzle-orm";
import { machines as table } from "#drizzle/tenant/index.ts";
import type { Documents } from "../lists/documents.ts";
import { machineFilters } from "./machine-filters.ts";
import { MACHINE } from "./machine-search.ts";

/** Machines as bulk moves find them: those that neither were deleted nor are archived, by the filters of their list. */
export const machineDocuments = {
  table,
  permission: "view-machine",
  title: table.machineNo,
  search: MACHINE,
  columns: { machineNo: table.machineNo },
  tabs: {
    all: { label: "All", each: () => [and(isNull(table.deletedAt), isNull(table.archivedAt))!] },
  },
  filters: {
    ...machineFilters,
    due: (window, { today }): SQL | undefined => machineFilters.due(window, today),
  },
} satisfies Documents;
