import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { drawCertificates } from "#worker/jobs/certificates.ts";
import type { Shelf } from "../laboratory/shelf.ts";
import type { Work } from "./index.ts";
import { unsent } from "./sent-mail.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Typefaces as they lie in the packages. */
const ASSETS = {
  fetch: async (address: string | URL) =>
    new Response(await readFile(join(ROOT, new URL(address, "http://assets").pathname))),
};

/**
 * Draws what was issued, as the clock does within the minute, and puts the files on the shelf. Nobody gets a letter about it.
 * @param most parts of the job, of five certificates each; all of it by default
 */
export async function drawIssued(
  { db, companyId, now }: Pick<Work, "db" | "companyId" | "now">,
  shelf: Shelf,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const env = { MEDIA: shelf.bucket, ASSETS } as unknown as Env;
  const part = { env, db, at: now, owner: companyId, job: "certificates", shard: "" };
  for (let done = 0; done < most; done++)
    if ((await drawCertificates({ ...part, from: "" })) === null) break;
  await unsent(db, companyId).run();
}
