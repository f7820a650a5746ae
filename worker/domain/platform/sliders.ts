import { eq } from "drizzle-orm";
import { z } from "zod";
import { sliderPlacements, sliders as table } from "#drizzle/control/index.ts";
import type { Db, Row } from "../../db/db.ts";
import {
  always,
  described,
  flag,
  optionalDay,
  optionalText,
  text,
  word,
} from "../entity/fields.ts";
import type { Prepared } from "../entity/prepare.ts";
import { entityWithoutArchive } from "../entity/without-archive.ts";
import { behindAll, ordering } from "./ordered.ts";
import { pictured } from "./pictures.ts";
import { withPicture } from "./with-picture.ts";

const manage = "manage-slider";

/** An address of the web, or a path of the site itself. */
const isLink = (said: string): boolean => {
  if (/^\/(?![/\\])/.test(said)) return !/[\s\\]/.test(said);
  return /^https?:\/\/\S+$/i.test(said) && URL.canParse(said);
};

const base = entityWithoutArchive({
  table,
  noun: ["slider", "sliders"],
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  title: "title",
  input: z
    .strictObject({
      title: text("Title", 80),
      subtitle: optionalText(160, "Subtitle"),
      alt: text("What the picture shows", 120),
      link: described(
        optionalText(500, "Link").refine(
          (said) => !said || isLink(said),
          "Link must start with https://, http:// or /",
        ),
        { label: "Link" },
      ),
      placement: word("Placement", sliderPlacements, "Choose where it is shown"),
      startsOn: optionalDay("From"),
      endsOn: optionalDay("Until"),
      isActive: flag("Active").default(true),
    })
    .refine(({ startsOn, endsOn }) => !startsOn || !endsOn || endsOn >= startsOn, {
      path: ["endsOn"],
      message: "Until must not be before from",
      ...always,
    }),
  search: { words: ["title", "subtitle"] },
  list: {
    sorts: { order: table.sort },
    filters: { placement: (placement) => eq(table.placement, placement as "landing") },
  },
  always: (db, { id, values, before }) => (values && !before ? [behindAll(db, table, id)] : []),
});

const pictures = pictured({
  ...{ table, permission: manage, owner: "slider", noun: "slider", title: table.title },
  ratio: [16, 9],
});
const verbs = {
  ...base,
  removing(db: Db, before: Row<typeof table>): Prepared {
    const { writes, activity } = base.removing(db, before);
    return { writes: [...writes, ...pictures.hiding(db, before.mediaId)], activity };
  },
};

/** Pictures with a few words, in the order in which a place shows them. One without its picture is not shown. */
export const sliders = {
  ...verbs,
  ...ordering({
    ...{ table, permission: manage, name: verbs.name, noun: verbs.noun[0] },
    ...{ title: table.title, among: table.placement },
  }),
  ...pictures,
  ...withPicture(verbs, pictures, true),
};
