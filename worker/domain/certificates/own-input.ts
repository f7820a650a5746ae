import { z } from "zod";
import { OWN_LIMITS } from "#app/shared/certificates/own-fields.ts";
import { LONGEST_SIGNATURE } from "#app/shared/signature.ts";

/** Those of the form, and those of a form that it had before. */
const MOST_VALUES = 2 * OWN_LIMITS.fields;
export const MOST_ATTACHMENTS = 20;

const typed = z
  .string("It must be a text")
  .max(Math.max(OWN_LIMITS.text, LONGEST_SIGNATURE), "It is too long");
const word = z.string().max(OWN_LIMITS.option, "It is too long");
const value = z.union(
  [
    typed,
    z.array(word).max(OWN_LIMITS.options),
    z.strictObject({ id: z.uuid(), name: z.string().max(300) }),
  ],
  "It is a text, a list of choices, or a record with its id and name",
);

/** What was filled in of a form's own fields: kept as typed, right or wrong; what is wrong is told before it is signed. */
export const ownFieldsInput = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "It is no key of a field"),
    value,
    "It must be an object",
  )
  .refine((all) => Object.keys(all).length <= MOST_VALUES, `At most ${MOST_VALUES} are kept`)
  .default({});

/** Files that were stored before, in their order. */
export const attachmentsInput = z
  .array(
    z.strictObject({
      id: z.uuid("This is no file"),
      caption: z
        .string()
        .trim()
        .max(200, "It is too long")
        .nullable()
        .transform((text) => text || null),
    }),
    "Files must be a list",
  )
  .max(MOST_ATTACHMENTS, `At most ${MOST_ATTACHMENTS} files`)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "A file is named twice")
  .default([]);
