import { idFrom } from "#drizzle/columns.ts";
import { ADMINS_CHANGED } from "../db/told-admins.ts";
import { expireRequests } from "../domain/domains/expiring.ts";
import { companyTopics } from "../domain/platform/company-messages.ts";
import { followProfile, PROFILE_CHANGED } from "../domain/platform/follow-profile.ts";
import { endOver } from "../domain/platform/inside.ts";
import { closeResolved, resolvedBefore } from "../domain/support/closing.ts";
import { MAIL } from "../mail/outbox.ts";
import { apexHosts, originOf } from "../tenancy/hosts.ts";
import { openControl, openForJob } from "../tenancy/shard-door.ts";
import { KEYS_TOLD_MS, tellOfKeys } from "./api-keys.ts";
import { applyMessages } from "./apply-messages.ts";
import { drawCertificates } from "./certificates.ts";
import {
  purgedBefore,
  purgeMedia,
  sweepImports,
  sweepMedia,
  sweepPlatformMedia,
} from "./clean-up.ts";
import {
  BY,
  companiesDue,
  companiesIn,
  companiesWith,
  everyCompany,
  served,
  servedOfEither,
} from "./due.ts";
import { horizonOf, makeDates } from "./due-dates.ts";
import { dropExports, makeExports } from "./exports.ts";
import { forgetOfCompany, forgetOfPlatform } from "./forget.ts";
import { tellOfLowStock } from "./low-stock.ts";
import { CONTROL, type Part, type QueueName } from "./message.ts";
import { closeMonths, mailDigests, remind } from "./mornings.ts";
import { countAdmins, takeUsage, tellOfAdmins } from "./platform-view.ts";
import { closedBefore, closedLongAgo, purgeClosed } from "./purge.ts";
import { matchRecalls } from "./recalls.ts";
import { goOnWithFiles, sweepRuns } from "./report-runs.ts";
import { scoreDevices, scoreModels } from "./scores.ts";
import { keepHead, LAG_MS, sealLog } from "./seal-log.ts";
import { sendLetter, sendMail } from "./send-mail.ts";
import { countStatistics } from "./statistics.ts";
import { turnSubscriptions } from "./subscriptions.ts";
import { wakeCalls } from "./wake-calls.ts";
import { wakeNotices } from "./wake-notices.ts";
import { findDeliveries, sendDelivery, tellOfDue } from "./webhooks.ts";

/** Work of the clock, in parts that are bounded. */
export type Job = {
  /** How often the clock looks for who has work. A job without it is sent by others. */
  each?: "minute" | "night";
  /** SQL that finds who has work: companies of a shard, or a condition for the platform. */
  due?: string;
  /** What "due" is measured by; the instant itself when absent. */
  by?: (at: number) => number | string;
  isOn?: (env: Env) => boolean;
  queue?: Exclude<QueueName, "JOB_QUEUE">;
  /** Does one part. @returns where the next goes on; null when nothing is left */
  run: (part: Part) => Promise<string | null>;
};

const LOW =
  "quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and archived_at is null and deleted_at is null";
const NO_LONGER_LOW =
  "low_stock_notified_at is not null and (min_qty is null or quantity > min_qty)";

const beforeLag = (at: number) => idFrom(at - LAG_MS);
const waiting = (topics: readonly string[]) =>
  `exists (select 1 from outbox where sent_at is null and next_at <= ${BY} and topic in (${topics.map((topic) => `'${topic}'`).join(", ")}))`;
const mail = {
  each: "minute",
  queue: "MAIL_QUEUE",
  isOn: (env: Env) => Boolean(env.SEND_EMAIL),
  run: sendMail,
} as const;
const letter: Job = { queue: "MAIL_QUEUE", run: sendLetter };

const companyJobs: Record<string, Job> = {
  mail: { ...mail, due: companiesWith(MAIL) },
  letter,
  profile: {
    each: "minute",
    due: companiesWith(PROFILE_CHANGED),
    run: async ({ env, db, owner }) => {
      await followProfile(openControl(env), openForJob(db, owner));
      return null;
    },
  },
  admins: { each: "minute", due: companiesWith(ADMINS_CHANGED), run: tellOfAdmins },
  wake: {
    each: "minute",
    due: companiesIn(
      "notifications",
      "notifications_to_wake",
      "snooze_until is not null",
      `snooze_until <= ${BY}`,
    ),
    run: wakeNotices,
  },
  calls: {
    each: "minute",
    due: served(
      companiesIn("breakdowns", "breakdowns_to_wake", "wake_at is not null", `wake_at <= ${BY}`),
    ),
    run: wakeCalls,
  },
  "low-stock": {
    each: "minute",
    due: servedOfEither(
      companiesIn("stock_items", "stock_items_low_untold", LOW),
      companiesIn("stock_items", "stock_items_no_longer_low", NO_LONGER_LOW),
    ),
    run: tellOfLowStock,
  },
  recalls: {
    each: "minute",
    due: servedOfEither(
      companiesIn("recall_queue", "recall_queue_waiting", "true"),
      companiesIn("recalls", "recalls_to_match", "matched_to is not null"),
    ),
    run: matchRecalls,
  },
  webhooks: {
    each: "minute",
    due: served(
      companiesIn(
        "webhook_deliveries",
        "webhook_deliveries_due",
        "next_at is not null",
        `next_at <= ${BY}`,
      ),
    ),
    run: findDeliveries,
  },
  /** One attempt of one delivery. */
  webhook: { queue: "HOOK_QUEUE", run: sendDelivery },
  /** Sent by the morning. */
  "webhooks-due": { run: tellOfDue },
  "due-dates": {
    each: "minute",
    due: served(
      companiesIn("schedules", "schedules_to_generate", "next_on is not null", `next_on <= ${BY}`),
    ),
    by: horizonOf,
    run: makeDates,
  },
  /** Sent by the morning. */
  statistics: { run: countStatistics },
  runs: {
    each: "minute",
    due: companiesIn("report_runs", "report_runs_waiting", "status in ('queued', 'running')"),
    run: goOnWithFiles,
  },
  certificates: {
    each: "minute",
    due: companiesIn(
      "certificate_reports",
      "certificate_reports_to_render",
      "render_state = 'pending'",
    ),
    run: drawCertificates,
  },
  reminders: { each: "minute", due: companiesDue, run: remind },
  digest: { each: "minute", due: companiesDue, run: mailDigests },
  closings: { each: "minute", due: companiesDue, run: closeMonths },
  seal: {
    each: "minute",
    due: companiesIn("activity_log", "activity_log_unsealed", "seq is null", `id < ${BY}`),
    by: beforeLag,
    run: sealLog,
  },
  forget: { each: "night", due: everyCompany, run: forgetOfCompany },
  "api-keys": {
    each: "night",
    due: servedOfEither(
      companiesIn("api_keys", "api_keys_by_end", "revoked_at is null", `expires_at <= ${BY}`),
      companiesIn("scim_tokens", "scim_tokens_by_end", "revoked_at is null", `expires_at <= ${BY}`),
    ),
    by: (at) => at + KEYS_TOLD_MS,
    run: tellOfKeys,
  },
  "purge-media": {
    each: "night",
    due: companiesIn(
      "media",
      "media_to_purge",
      "deleted_at is not null and object_key >= 'c/' and object_key < 'c0'",
      `deleted_at < ${BY}`,
    ),
    by: purgedBefore,
    run: purgeMedia,
  },
  "sweep-media": { each: "night", due: everyCompany, run: sweepMedia },
  replacement: { each: "night", due: everyCompany, run: scoreDevices },
  reliability: { each: "night", due: everyCompany, run: scoreModels },
  "sweep-runs": { each: "night", due: everyCompany, run: sweepRuns },
  "sweep-imports": { each: "night", due: everyCompany, run: sweepImports },
  "keep-head": { each: "night", due: everyCompany, run: keepHead },
  usage: { each: "night", due: everyCompany, run: takeUsage },
  directory: { each: "night", due: everyCompany, run: countAdmins },
};

const platformJobs: Record<string, Job> = {
  mail: { ...mail, due: waiting([MAIL]) },
  letter,
  messages: { each: "minute", due: waiting(companyTopics), run: applyMessages },
  seal: {
    each: "minute",
    due: `exists (select 1 from platform_activity_log indexed by platform_activity_log_unsealed where seq is null and id < ${BY})`,
    by: beforeLag,
    run: sealLog,
  },
  tickets: {
    each: "minute",
    due: `exists (select 1 from support_tickets indexed by support_tickets_resolved where status = 'resolved' and resolved_at < ${BY})`,
    by: resolvedBefore,
    run: ({ env, at }) => closeResolved(openControl(env), at),
  },
  inside: {
    each: "minute",
    due: `exists (select 1 from access_grants indexed by access_grants_by_end where revoked_at is null and ends_at <= ${BY})`,
    run: async ({ env, at }) => ((await endOver(openControl(env), at)) ? "" : null),
  },
  "domain-requests": {
    each: "night",
    due: `exists (select 1 from domain_requests indexed by domain_requests_by_end where status in ('pending', 'dns_pending') and expires_at < ${BY})`,
    run: ({ env, at }) => expireRequests(openControl(env), originOf(env, apexHosts(env)[0]!), at),
  },
  exports: {
    each: "minute",
    due: "exists (select 1 from company_exports indexed by company_exports_at_work where status in ('queued', 'running'))",
    run: makeExports,
  },
  "sweep-exports": { each: "night", due: "true", run: dropExports },
  subscriptions: { each: "night", due: "true", run: turnSubscriptions },
  forget: { each: "night", due: "true", run: forgetOfPlatform },
  purge: { each: "night", due: closedLongAgo(BY), by: closedBefore, run: purgeClosed },
  "keep-head": { each: "night", due: "true", run: keepHead },
  "sweep-media": { each: "night", due: "true", run: sweepPlatformMedia },
};

/** The jobs of a shard's companies, or of the platform. */
export const jobsOf = (shard: string): Record<string, Job> =>
  shard === CONTROL ? platformJobs : companyJobs;
