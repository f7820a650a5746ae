import { followAdmins, lookAtAdmins } from "../domain/platform/follow-admins.ts";
import { keepUsage } from "../domain/platform/usage.ts";
import { openControl, openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/** Takes into the platform's directory what a company tells of its Admins. */
export async function tellOfAdmins({ env, db, owner }: Part): Promise<string | null> {
  return (await followAdmins(openControl(env), openForJob(db, owner))) ? "" : null;
}

/** Looks at all Admins of a company, so that the directory is whole whatever was told before. */
export const countAdmins = ({ env, db, owner, from }: Part): Promise<string | null> =>
  lookAtAdmins(openControl(env), openForJob(db, owner), from);

/** Takes what a company uses into the platform's view of it. */
export async function takeUsage({ env, db, owner, at }: Part): Promise<null> {
  await keepUsage(openControl(env), openForJob(db, owner), at);
  return null;
}
