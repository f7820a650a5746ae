import { and, isNull } from "drizzle-orm";
import { teams } from "#drizzle/tenant/index.ts";

/** The team gives its rights to its members: an archived one gives none. */
export const givesRights = and(isNull(teams.archivedAt), isNull(teams.deletedAt))!;
