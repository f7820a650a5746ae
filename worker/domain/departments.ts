import { and, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import {
  assets,
  assetTransfers,
  breakdowns,
  locations,
  stores,
  departments as table,
  teamDepartments,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { departmentKinds } from "#drizzle/tenant/masters.ts";
import { optionalEmail, optionalId, optionalText, optionalWhole, optionalWord, text } from "./fields.ts";
import { merging } from "./merge.ts";
import { countedFor, namedBy } from "./more-columns.ts";
import { openCalls, openTransfers } from "./open-documents.ts";
import { resource } from "./resource.ts";

const verbs = resource({
  name: "department",
  label: "Location",
  permissions: { view: "view-department", create: "create-department", edit: "edit-department", delete: "delete-department" },
  table,
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    locationId: optionalId(),
    kind: optionalWord(departmentKinds),
    headName: optionalText(),
    headPhone: optionalText(30),
    headEmail: optionalEmail(),
    costCentre: optionalText(40),
    pmBaseMonth: optionalWhole("PM base month", 1, 12),
  }),
  title: (row) => row.name,
  search: [table.name, table.code, table.headName],
  sorts: { name: table.name },
  filters: { kind: (kind) => eq(table.kind, kind as (typeof departmentKinds)[number]) },
  more: {
    assets: countedFor("assets.department:", table),
    placeName: namedBy(locations, locations.path, table.locationId),
  },
  references: { locationId: { table: locations, label: "Place" } },
  usedBy: [
    { table: assets, column: assets.departmentId, things: "assets", list: (id) => `/all-assets?department=${id}` },
    { table: users, column: users.departmentId, things: "people" },
    { table: stores, column: stores.departmentId, things: "stores" },
    { table: userScopes, column: userScopes.departmentId, things: "scopes of people" },
    { table: teamDepartments, column: teamDepartments.departmentId, things: "teams" },
    { table: breakdowns, column: breakdowns.departmentId, things: "service calls" },
    { table: assetTransfers, column: assetTransfers.toDepartmentId, things: "transfers" },
    { table: assetTransfers, column: assetTransfers.fromDepartmentId, things: "transfers" },
  ],
});

/** Who a device belongs to; people know them as Locations. */
export const departments = {
  ...verbs,
  ...merging(verbs, {
    assets: { column: assets.departmentId, field: "department", change: (_, __, target) => ({ departmentId: target.id }) },
    follow: [
      { table: users, column: users.departmentId, things: "people" },
      { table: stores, column: stores.departmentId, things: "stores" },
      { table: userScopes, column: userScopes.departmentId, things: "scopes of people", pair: userScopes.userId },
      { table: teamDepartments, column: teamDepartments.departmentId, things: "teams", pair: teamDepartments.teamId },
      {
        table: breakdowns,
        column: breakdowns.departmentId,
        things: "open service calls",
        where: () => inArray(breakdowns.status, [...openCalls]),
      },
      // A transfer between the two ends where it began: it is left to be finished as it is.
      {
        table: assetTransfers,
        column: assetTransfers.toDepartmentId,
        things: "open transfers",
        where: (target) => and(inArray(assetTransfers.status, [...openTransfers]), ne(assetTransfers.fromDepartmentId, target))!,
      },
      {
        table: assetTransfers,
        column: assetTransfers.fromDepartmentId,
        things: "open transfers",
        where: (target) => and(inArray(assetTransfers.status, [...openTransfers]), ne(assetTransfers.toDepartmentId, target))!,
      },
    ],
  }),
};
