import { applyMessages } from "./apply-messages.ts";
import { sendWaitingMail } from "./send-waiting-mail.ts";

/** What the clock starts: each job finds its own work, so it may run twice or late without harm. */
export async function runJobs(_cron: string, env: Env): Promise<void> {
  for (const job of [applyMessages, sendWaitingMail]) await job(env).catch((error: unknown) => console.error(error));
}
