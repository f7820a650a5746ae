import type { tokenPurposes } from "#drizzle/both.ts";

/**
 * A new address is verified where it is, and approved from the old one. The link of a lost device refuses what its password
 * has asked for; the one of new factors carries it out.
 */
export type LinkPurpose = (typeof tokenPurposes)[number];

const MINUTE = 60_000;
/** Milliseconds for which a link works. */
export const lifetime: Record<LinkPurpose, number> = {
  reset_password: 30 * MINUTE,
  invite: 72 * 60 * MINUTE,
  verify_email: 72 * 60 * MINUTE,
  approve_address: 72 * 60 * MINUTE,
  lost_device: 14 * 24 * 60 * MINUTE,
  new_factors: 7 * 24 * 60 * MINUTE,
};
