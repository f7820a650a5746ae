import { eq, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  assetTransfers,
  locations,
  departments as table,
  userScopes,
} from "#drizzle/tenant/index.ts";
import { departmentKinds } from "#drizzle/tenant/masters.ts";
import type { Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import {
  optionalEmail,
  optionalId,
  optionalText,
  optionalWhole,
  optionalWord,
  text,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { type Merged, merging } from "../entity/merge.ts";
import { heldByTransfers } from "../entity/open-documents.ts";
import { calledWords } from "../imports/columns.ts";
import { countedFor, namedBy } from "../lists/more-columns.ts";
import { withinReach } from "../people/reach.ts";

const monthName = (at: number) =>
  new Date(Date.UTC(2000, at)).toLocaleString("en", { month: "long", timeZone: "UTC" });
const months = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [String(at + 1), monthName(at)]),
);

const verbs = entity({
  table,
  noun: ["location", "locations"],
  name: "department",
  subject: "department",
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    locationId: optionalId(),
    kind: optionalWord(departmentKinds, "Kind"),
    headName: optionalText(120, "Head"),
    headPhone: optionalPhone("Phone of the head"),
    headEmail: optionalEmail("E-mail of the head"),
    costCentre: optionalText(40, "Cost centre"),
    pmBaseMonth: optionalWhole("PM base month", 1, 12),
  }),
  search: { words: ["name", "code", "headName"], codes: ["code"] },
  list: {
    sorts: { name: table.name },
    filters: { kind: (kind) => eq(table.kind, kind as (typeof departmentKinds)[number]) },
    more: {
      assets: countedFor("assets.department:", table),
      placeName: namedBy(locations, locations.path, table.locationId),
    },
  },
  offered: {
    as: "locations",
    to: ["view-asset", "view-store", "create-user", "edit-user"],
  },
  sheet: {
    name: { example: "ICU 1", like: "location department departmentname ward unit dept" },
    code: { example: "ICU1", like: "locationcode departmentcode deptcode" },
    kind: {
      words: { ...calledWords(departmentKinds), admin: "Administration" },
      example: "Clinical",
      like: "type",
    },
    locationId: {
      label: "Floor/City/Site",
      hint: "The whole path, such as Chennai / Main / 2nd floor.",
      like: "place floor site building path",
    },
    costCentre: { example: "CC-210", like: "costcenter" },
    headName: { example: "Dr. R. Iyer", like: "headname hod incharge" },
    headPhone: { like: "headphone phone mobile" },
    headEmail: { like: "heademail email" },
    pmBaseMonth: {
      label: "First month of PM",
      words: months,
      example: "January",
      like: "pmbasemonth",
    },
  },
  imported: { key: "name", unique: "code" },
  heldBy: (id) =>
    heldByTransfers(
      or(eq(assetTransfers.toDepartmentId, id), eq(assetTransfers.fromDepartmentId, id))!,
      "Finish or cancel them first, or merge it.",
    ),
});

const merged = merging(verbs, {
  // A transfer between the two stays as it is, to be finished.
  rules: [
    {
      column: assetTransfers.toDepartmentId,
      where: (target) => ne(assetTransfers.fromDepartmentId, target),
    },
    {
      column: assetTransfers.fromDepartmentId,
      where: (target) => ne(assetTransfers.toDepartmentId, target),
    },
  ],
});

/** Who a device belongs to; people know them as Locations. */
export const departments = {
  ...verbs,
  ...merged,

  /** People limited to a Location follow it into the other one. @throws Response 403 when one of them is beyond reach */
  async merge(session: Session, id: string, into: unknown): Promise<Answer<Merged>> {
    const db = session.authorize("edit-department");
    const limited = sql`select ${userScopes.userId} from ${userScopes} where ${db.ofOwner(userScopes, eq(userScopes.departmentId, id))}`;
    return merged.merge(session, id, into, await withinReach(session, db, limited));
  },
};
