import type { Stamp } from "./db/db.ts";

/** The id by which a row names the writer as one of the company's people; null for an API key, which is nobody. */
export const personOf = ({ actorKind, actorId }: Stamp): string | null =>
  actorKind === "api_key" ? null : actorId;
