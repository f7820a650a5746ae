import { applyMessages } from "./apply-messages.ts";
import { forgetAnswers, forgetReporters, purgeMedia, sweepImports, sweepMedia } from "./clean-up.ts";
import { followProfiles } from "./follow-profiles.ts";
import { mailDigests, remind, tellOfLowStock, wakeNotices } from "./notices.ts";
import { refreshSearch } from "./refresh-search.ts";
import { renewAllMarks } from "./renew-marks.ts";
import { keepHeads, sealLogs } from "./seal-log.ts";
import { sendWaitingMail } from "./send-waiting-mail.ts";

/** Every minute, and once a night, as wrangler.toml says. */
const NIGHTLY = "17 2 * * *";
const often = [applyMessages, wakeNotices, tellOfLowStock, remind, mailDigests, sendWaitingMail, sealLogs, renewAllMarks, followProfiles];
const nightly = [forgetAnswers, forgetReporters, purgeMedia, sweepMedia, sweepImports, keepHeads, refreshSearch];

/** What the clock starts: each job finds its own work, so it may run twice or late without harm. */
export async function runJobs(cron: string, env: Env, now: number): Promise<void> {
  for (const job of cron === NIGHTLY ? nightly : often) await job(env, now).catch((error: unknown) => console.error(error));
}
