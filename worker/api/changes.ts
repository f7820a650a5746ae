import type { Changing } from "../domain/changes/changed-since.ts";
import { page } from "./answers.ts";
import { columnsShape, id, instant, orNull, type Query, type Schema } from "./shapes.ts";
import { wireName } from "./wire.ts";

/** What every list takes that tells what was changed. */
export const changesQuery: Query = {
  updated_since: {
    ...instant,
    description:
      "Instead of the list: whole records that were changed since then, in the order of their changes, deleted ones too. Goes with `after` and `size` alone",
  },
};

/** A page of what was changed. */
export const changesPage = ({ table, columns, owners = {} }: Changing) =>
  page(
    columnsShape(table, columns, {
      ...Object.fromEntries(Object.keys(owners).map((name) => [wireName(name), orNull(id)])),
      deleted_at: { ...orNull(instant), description: "Set where the record was deleted" },
    }),
    {
      since: {
        ...instant,
        description: "Send it as `updated_since` the next time, once every page is read",
      },
    },
  );

/** The answer of a list, or of what was changed in it. */
export const withChanges = (schema: () => Schema | "file", changing: Changing) => (): Schema => ({
  anyOf: [schema() as Schema, changesPage(changing).schema() as Schema],
});
