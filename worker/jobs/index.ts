import { applyMessages } from "./apply-messages.ts";
import { forgetAnswers, purgeMedia, sweepMedia } from "./clean-up.ts";
import { sendWaitingMail } from "./send-waiting-mail.ts";

/** Every minute, and once a night, as wrangler.toml says. */
const NIGHTLY = "17 2 * * *";
const often = [applyMessages, sendWaitingMail];
const nightly = [forgetAnswers, purgeMedia, sweepMedia];

/** What the clock starts: each job finds its own work, so it may run twice or late without harm. */
export async function runJobs(cron: string, env: Env, now: number): Promise<void> {
  for (const job of cron === NIGHTLY ? nightly : often) await job(env, now).catch((error: unknown) => console.error(error));
}
