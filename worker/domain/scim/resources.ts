import type { Directory } from "./directory.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

type Stamped = { id: string; version: number; createdAt: number; updatedAt: number };

/** How a version stands in a header. */
export const tagOf = ({ version }: Pick<Stamped, "version">) => `W/"${version}"`;

/** What every resource says of itself. */
export const metaOf = ({ base }: Directory, kind: "User" | "Group", row: Stamped) => ({
  resourceType: kind,
  created: new Date(row.createdAt).toISOString(),
  lastModified: new Date(row.updatedAt).toISOString(),
  location: `${base}/${kind}s/${row.id}`,
  version: tagOf(row),
});

/** A part of a list. @param total how many there are in all */
export const listOf = (resources: readonly object[], total: number, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
