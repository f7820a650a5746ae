import { z } from "zod";
import type { locations } from "#drizzle/tenant/index.ts";
import { locationLevels } from "#drizzle/tenant/masters.ts";
import type { Row } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import {
  described,
  optionalId,
  optionalMultiline,
  optionalText,
  text,
  word,
} from "../entity/fields.ts";
import { type Level, nameProblem, rankOf } from "./paths.ts";

const degrees = (label: string, most: number) =>
  described(
    z
      .union([
        z.literal("").transform(() => null),
        z.null(),
        z.coerce
          .number(`${label} is a number of degrees`)
          .min(-most, `${label} is at least -${most}`)
          .max(most, `${label} is at most ${most}`),
      ])
      .optional()
      .transform((value) => value ?? null),
    { label },
  );

/** A place as its form sends it. */
export const placeInput = z.strictObject({
  parentId: optionalId("Place above"),
  level: word("Level", locationLevels, "Choose a level"),
  name: text("Name", 100).overwrite((name) => name.replace(/\s+/g, " ")),
  code: optionalText(20, "Code"),
  address: optionalMultiline(500, "Address"),
  postalCode: optionalText(12, "Postal code"),
  lat: degrees("Latitude", 90),
  lng: degrees("Longitude", 180),
});
export type Values = z.output<typeof placeInput>;
export type Place = Row<typeof locations>;

/** @throws Response 404 for a place above that is not there, 422 for one that may not be above */
export function provenAbove(values: Values, above: Place | undefined, before: Place | null) {
  if (!values.parentId) return;
  if (!above) return notFound("place");
  if (values.parentId !== before?.parentId && (above.archivedAt || above.deletedAt))
    invalid({ parentId: ["Place above is archived or was deleted"] });
  if (before && above.pathIds.includes(`/${before.id}/`))
    invalid({ parentId: [`${above.path} lies in ${before.name}`] });
  if (rankOf(above.level) >= rankOf(values.level))
    invalid({ level: [`${said[values.level]} cannot lie in ${said[above.level].toLowerCase()}`] });
}
/** @throws Response 422 for a new name, or one that comes to the top, by which no path would find the place */
export function provenName(values: Values, before: Place | null) {
  if (before && values.name === before.name && values.parentId === before.parentId) return;
  const problem = nameProblem(values.name, !values.parentId);
  if (problem) invalid({ name: [problem] });
}
/** A level as part of a sentence. */
export const said: Record<Level, string> = {
  city: "A city",
  site: "A site",
  building: "A building",
  floor: "A floor",
  room: "A room",
};

/** Values as the activity log shows them: the place above by its path. */
export const placeLog = (
  { parentId, name, level, code, address, postalCode, lat, lng }: Values | Place,
  above?: Place,
) => ({
  name,
  level,
  code,
  address,
  postalCode,
  lat,
  lng,
  above: above?.path ?? parentId,
});
