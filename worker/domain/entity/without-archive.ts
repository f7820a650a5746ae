import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import type { More } from "../lists/list-rows.ts";
import type { Definition } from "./definition.ts";
import { entity } from "./entity.ts";
import type { EntityTable } from "./references.ts";

/** An entity whose records are not archived: they are switched off, or deleted. */
export function entityWithoutArchive<
  T extends EntityTable,
  S extends z.ZodType,
  M extends More = Record<never, SQL.Aliased>,
>(definition: Definition<T, S, M>) {
  const { archive: _, ...verbs } = entity(definition);
  return verbs;
}
