import { z } from "zod";
import { testimonials as table } from "#drizzle/control/index.ts";
import type { Db, Row } from "../../db/db.ts";
import { flag, multiline, optionalText, optionalWhole, text } from "../entity/fields.ts";
import type { Prepared } from "../entity/prepare.ts";
import { entityWithoutArchive } from "../entity/without-archive.ts";
import { behindAll, ordering } from "./ordered.ts";
import { pictured } from "./pictures.ts";
import { withPicture } from "./with-picture.ts";

const manage = "manage-testimonial";

const base = entityWithoutArchive({
  table,
  noun: ["testimonial", "testimonials"],
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  input: z.strictObject({
    name: text("Name", 100),
    designation: optionalText(80, "Designation"),
    organisation: optionalText(150, "Organisation"),
    quote: multiline("Quote", 500),
    rating: optionalWhole("Rating", 1, 5),
    hasConsent: flag("Consent"),
    isActive: flag("Active").default(true),
  }),
  search: { words: ["name", "organisation"] },
  list: { sorts: { order: table.sort } },
  always: (db, { id, values, before }) => (values && !before ? [behindAll(db, table, id)] : []),
});

const pictures = pictured({
  ...{ table, permission: manage, owner: "testimonial", noun: "testimonial", title: table.name },
});
const verbs = {
  ...base,
  removing(db: Db, before: Row<typeof table>): Prepared {
    const { writes, activity } = base.removing(db, before);
    return { writes: [...writes, ...pictures.hiding(db, before.mediaId)], activity };
  },
};

/** What customers say, in the order in which it is shown: never without their consent. */
export const testimonials = {
  ...verbs,
  ...ordering({
    ...{ table, permission: manage, name: verbs.name, noun: verbs.noun[0] },
    title: table.name,
  }),
  ...pictures,
  ...withPicture(verbs, pictures),
};
