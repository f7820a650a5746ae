import type { Visit } from "../env.ts";
import { apexHosts, originOf, placeOf } from "../tenancy/hosts.ts";

const LONGEST_HOST = 300;

/**
 * The sign-in page of the company a person names by its short name or its whole host.
 * @returns its host and origin, today's for one that it has left; null when we do not know the domain
 */
export async function findHost(
  visit: Visit,
  typed: string,
): Promise<{ hostname: string; origin: string } | null> {
  const word = typed
    .trim()
    .slice(0, LONGEST_HOST)
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/:?#].*$/, "")
    .replace(/\.$/, "");
  if (!/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/.test(word)) return null;
  const hostname = word.includes(".") ? word : `${word}.${apexHosts(visit.env)[0]}`;
  const place = await placeOf(hostname, visit.env, visit.control);
  const company = place.kind === "retired" ? place.company : place;
  if (company.kind !== "company") return null;
  const { isRetired, primaryHost } = company;
  return { hostname: isRetired ? primaryHost : hostname, origin: originOf(visit.env, primaryHost) };
}
