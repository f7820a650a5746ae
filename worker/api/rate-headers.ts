import type { Used } from "../env.ts";

/**
 * The fields by which a client knows how many requests it has left, as the IETF's draft "RateLimit header fields for HTTP" writes them
 * (draft-ietf-httpapi-ratelimit-headers-10): the quota and its window in seconds, and what is left of it for how many seconds.
 */
export const rateHeaders = ({
  by,
  used,
  most,
  seconds,
  secondsLeft,
}: Used): Record<string, string> => ({
  "RateLimit-Policy": `"${by}";q=${most};w=${seconds}`,
  RateLimit: `"${by}";r=${Math.max(0, most - used)};t=${secondsLeft}`,
});
