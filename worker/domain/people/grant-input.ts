import { z } from "zod";
import { grantStates } from "#app/shared/permission-matrix.ts";
import { vocabulary } from "../../permissions.ts";
import { whole } from "../entity/fields.ts";

const state = z
  .enum(grantStates as unknown as readonly ["inherit", "allow", "deny"], {
    error: "Must be inherit, allow or deny",
  })
  .default("inherit");
const permission = z
  .string({ error: "Permission is required" })
  .refine((name) => vocabulary.has(name as never), "This permission is not known");
const once = (list: readonly { permission: string }[]) =>
  new Set(list.map((one) => one.permission)).size === list.length;
const TWICE = "Each permission once";

export const MOST_LOCATIONS = 50;

/** A person's grants, complete: what is not named inherits. Without `departments` the scope stays as it is. */
export const userGrantsInput = z.strictObject({
  version: whole("Version").optional(),
  grants: z.array(z.strictObject({ permission, web: state, app: state })).refine(once, TWICE),
  departments: z
    .array(z.string().max(64))
    .max(MOST_LOCATIONS, `At most ${MOST_LOCATIONS} Locations`)
    .optional(),
});

/** A team's grants, complete. */
export const teamGrantsInput = z.strictObject({
  version: whole("Version").optional(),
  grants: z
    .array(
      z.strictObject({
        permission,
        web: z.boolean().default(false),
        app: z.boolean().default(false),
      }),
    )
    .refine(once, TWICE),
});
