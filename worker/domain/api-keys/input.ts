import { z } from "zod";
import { keyPermissions } from "../../key-permissions.ts";
import { ownPassword } from "../account/prove-password.ts";
import { text, whole } from "../entity/fields.ts";
import { MOST_LOCATIONS } from "../people/grant-input.ts";

/** A key lives so many days, unless it is told otherwise, and at most. */
export const USUAL_DAYS = 90;
export const MOST_DAYS = 730;

const name = text("Name", 60);
const password = ownPassword;
const days = whole("Days", 1, MOST_DAYS);
const permission = z
  .string({ error: "Permission is required" })
  .refine((one) => keyPermissions.includes(one as never), "An API key cannot have this permission");
const once = (list: readonly string[]) => new Set(list).size === list.length;

/** A new key. Without `departments` it sees every Location, with some of them only those. */
export const makeInput = z.strictObject({
  name,
  permissions: z
    .array(permission, { error: "Choose what the key may do" })
    .min(1, "Choose what the key may do")
    .max(keyPermissions.length)
    .refine(once, "Each permission once"),
  departments: z
    .array(z.string().max(64))
    .max(MOST_LOCATIONS, `At most ${MOST_LOCATIONS} Locations`)
    .refine(once, "Each Location once")
    .optional(),
  days,
  password,
});
export const renameInput = z.strictObject({ name, version: whole("Version").optional() });
export const replaceInput = z.strictObject({ password, days });
