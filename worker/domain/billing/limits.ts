import { plural } from "#app/shared/plural.ts";
import { megabytesText } from "#app/shared/size-text.ts";
import type { Offer } from "./quote.ts";

export type Limits = Record<string, number>;
type Extras = { extraAssets: number; extraUsers: number };

/** What a plan with extras allows, by the names that commands look at; what is not limited is absent. */
export function limitsOf(
  offer: Pick<Offer, "maxAssets" | "maxUsers" | "maxStorageMb" | "maxCertificatesPerMonth">,
  { extraAssets, extraUsers }: Extras,
): Limits {
  const all = {
    max_assets: offer.maxAssets === null ? null : offer.maxAssets + extraAssets,
    max_users: offer.maxUsers === null ? null : offer.maxUsers + extraUsers,
    max_storage_mb: offer.maxStorageMb,
    max_certificates_per_month: offer.maxCertificatesPerMonth,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, most]) => (most === null ? [] : [[name, most]])),
  );
}

/** Whether one set of limits allows less of anything than another. */
export const isSmaller = (one: Limits, other: Limits): boolean =>
  Object.entries(one).some(([name, most]) => most < (other[name] ?? Number.POSITIVE_INFINITY));

export type Usage = { assets: number; users: number; storageBytes: number };
const MEGABYTE = 1024 * 1024;

/** What a company has more of than limits allow, a sentence each. Certificates count by the month and are never too many already. */
export function exceeding(limits: Limits, { assets, users, storageBytes }: Usage): string[] {
  const megabytes = Math.ceil(storageBytes / MEGABYTE);
  const { max_assets: mostAssets, max_users: mostUsers, max_storage_mb: mostStorage } = limits;
  return [
    ...(mostAssets !== undefined && assets > mostAssets
      ? [plural(assets, `1 asset, ${mostAssets} allowed`, `{n} assets, ${mostAssets} allowed`)]
      : []),
    ...(mostUsers !== undefined && users > mostUsers
      ? [plural(users, `1 person, ${mostUsers} allowed`, `{n} people, ${mostUsers} allowed`)]
      : []),
    ...(mostStorage !== undefined && megabytes > mostStorage
      ? [`${megabytesText(megabytes)} of files, ${megabytesText(mostStorage)} allowed`]
      : []),
  ];
}
