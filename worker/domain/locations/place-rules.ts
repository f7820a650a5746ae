import type { locations } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { type Level, nameProblem, rankOf } from "./paths.ts";

export type PlaceRow = Row<typeof locations>;
/** What a form says of a place. */
type Values = Pick<
  PlaceRow,
  "parentId" | "level" | "name" | "code" | "address" | "postalCode" | "lat" | "lng"
>;

/** @throws Response 404 for a place above that is not there, 422 for one that may not be above */
export function provenAbove(values: Values, above: PlaceRow | undefined, before: PlaceRow | null) {
  if (!values.parentId) return;
  if (!above) return notFound("place");
  if (values.parentId !== before?.parentId && (above.archivedAt || above.deletedAt))
    invalid({ parentId: ["Place above is archived or was deleted"] });
  if (before && above.pathIds.includes(`/${before.id}/`))
    invalid({ parentId: [`${above.path} lies in ${before.name}`] });
  if (rankOf(above.level) >= rankOf(values.level))
    invalid({
      level: [`${levelWords[values.level]} cannot lie in ${levelWords[above.level].toLowerCase()}`],
    });
}
/**
 * @throws Response 422 for a new name, or one that comes to the top, by which no path would find
 * the place
 */
export function provenName(values: Values, before: PlaceRow | null) {
  if (before && values.name === before.name && values.parentId === before.parentId) return;
  const problem = nameProblem(values.name, !values.parentId);
  if (problem) invalid({ name: [problem] });
}
/** A level as part of a sentence. */
export const levelWords: Record<Level, string> = {
  city: "A city",
  site: "A site",
  building: "A building",
  floor: "A floor",
  room: "A room",
};

/** Values as the activity log shows them: the place above by its path. */
export const placeLog = (
  { parentId, name, level, code, address, postalCode, lat, lng }: Values,
  above?: PlaceRow,
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
