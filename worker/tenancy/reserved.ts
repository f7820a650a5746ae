import { lookAlikes } from "#drizzle/control/look-alikes.ts";
import { screens } from "../screens.ts";

const words =
  "www api admin app mail developer support status cdn assets static media dev test demo help docs blog ftp smtp imap ns1 ns2 autodiscover plumbline platform";
/** First words of the specification's routes, also of those that stand outside the access table. */
const routes =
  "services contact-us career products biomedical-skill-development-and-job-oriented-training testing-and-calibration clinical-engineering win-cal win-bme privacy terms security sitemap robots site-media pictures verify-email login register signup company-closed error404 error500 forgot-password reset-password verify q users user team profile categories sub-categories locations departments teams vendors stores stocks accessory all-assets asset asset-breakdowns asset-breakdown calibrations machines procedures orders subscription-log consumers report certificate-reports certificate-report signatures asset-transfers gate-passes asset-comparison inhouse-calibrations inhouse-calibration due-service-calendar statics activity-logs subscription supports settings request-domains upgrade-requests super-admin admins companies company coupons plans testimonials roles role app-sliders helps machine-types pm-checklists pm-checklist dashboard";

const reserved = new Set([
  ...words.split(" "),
  ...routes.split(" "),
  ...Object.keys(screens).map((path) => path.split("/")[1]!),
]);

/** How a word looks, as the database compares hosts (`drizzle/control/look-alikes.ts`). */
const looksOf = (word: string) =>
  lookAlikes.reduce((text, [from, to]) => text.replaceAll(from, to), word.toLowerCase());
const looks = new Set([...reserved].map(looksOf));
/** Whether a word is easily taken for a reserved one. */
export const looksReserved = (word: string) => looks.has(looksOf(word));

/** Whether a company may not have this word before the platform's host name. */
export const isReserved = (slug: string) => reserved.has(slug) || slug.startsWith("xn--");
