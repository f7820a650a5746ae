import { addDays, dayIn } from "#app/shared/company-time.ts";
import { NO_FACTOR } from "#worker/auth/factors/standing.ts";
import { PlatformDb } from "#worker/db/platform-db.ts";
import { coupons } from "#worker/domain/platform/coupons.ts";
import { faqs } from "#worker/domain/platform/faqs.ts";
import { addVersion } from "#worker/domain/platform/plan-versions.ts";
import { plans } from "#worker/domain/platform/plans.ts";
import { testimonials } from "#worker/domain/platform/testimonials.ts";
import { platformPermissions } from "#worker/permissions.ts";
import { StaffSession } from "#worker/session.ts";
import type { Shelf } from "../laboratory/shelf.ts";
import { receiveMessages } from "./messages.ts";
import { adminQuestions, publicQuestions, userQuestions, voices } from "./offers-data.ts";
import { showSlides } from "./slides.ts";

/** The platform's own person at work, as a request would find them. */
async function staffAtWork(control: D1Database): Promise<StaffSession> {
  const { id, name, email } = (await control
    .prepare("select id, name, email from staff where email = 'super@plumbline.test'")
    .first<{ id: string; name: string; email: string }>())!;
  const stamp = {
    ...{ actorKind: "staff" as const, actorId: id, actorName: name, via: "web" as const },
    ...{ ip: null, userAgent: null, requestId: `demo-${id.slice(-12)}` },
  };
  const permissions = platformPermissions.map((permission) => ({
    ...{ name: permission, value: true, is_web_permission: true },
  }));
  return new StaffSession(
    { sessionId: "", userId: id, name, email, permissions, counts: {}, secondFactor: NO_FACTOR },
    "http://localhost",
    () => new PlatformDb(control, stamp),
  );
}

const SERVICE_TYPES = { assets: 0, laboratory: 1, both: 2 } as const;
const sold = [
  ["CLINIC", "Clinic", "assets", "For one building and a small team", 300, 10, 2_048, 199_900],
  ["HOSPITAL", "Hospital", "assets", "For hospitals of any size", 5_000, 100, 20_480, 799_900],
  ["LABORATORY", "Laboratory", "laboratory", "For those who calibrate", 0, 25, 20_480, 599_900],
  ["COMPLETE", "Complete", "both", "Both sides in one place", 10_000, 250, 102_400, 1_199_900],
] as const;
const money = (minor: number) => (minor / 100).toFixed(2);

async function sellPlans(session: StaffSession, today: string): Promise<void> {
  for (const [at, one] of sold.entries()) {
    const [code, name, side, summary, maxAssets, maxUsers, maxStorageMb, price] = one;
    const version = {
      ...{ currency: "INR", trialDays: 14, validFrom: addDays(today, -400) },
      ...{ maxUsers, maxStorageMb, maxAssets: side === "laboratory" ? "" : maxAssets },
      maxCertificatesPerMonth: side === "assets" ? 0 : "",
      features: [
        ...(side === "laboratory" ? [] : ["Assets with labels", "Maintenance and service calls"]),
        ...(side === "assets" ? [] : ["Calibration certificates", "Traceable standards"]),
        "Every record exported at any time",
      ],
    };
    const priced = (minor: number) => ({
      priceMonthlyMinor: money(minor),
      priceYearlyMinor: money(minor * 10),
    });
    const own = { code, name, summary, serviceType: SERVICE_TYPES[side], sort: 10 * (at + 1) };
    const { data } = await plans.create(session, { ...own, ...version, ...priced(price) });
    if (code === "HOSPITAL")
      await addVersion(session, data.id, {
        ...{ ...version, ...priced(899_900), validFrom: addDays(today, -30), after: 1 },
      });
  }
}

/** What the platform sells, and what it says of itself, kept by its own person. */
export async function seedOffers(control: D1Database, shelf: Shelf): Promise<void> {
  if (await control.prepare("select 1 from plans limit 1").first()) return;
  const session = await staffAtWork(control);
  const today = dayIn("UTC");
  await sellPlans(session, today);
  const terms = { startsOn: addDays(today, -20), endsOn: addDays(today, 100), isActive: true };
  for (const coupon of [
    { code: "WELCOME10", kind: "percent", value: "10" },
    { code: "YEARLY500", kind: "flat", value: "500.00", currency: "INR", maxRedemptions: 50 },
    { code: "MONSOON15", kind: "percent", value: "15", endsOn: addDays(today, -1) },
  ])
    await coupons.create(session, { ...terms, ...coupon });
  for (const [audience, questions] of [
    ["public", publicQuestions],
    ["admin", adminQuestions],
    ["user", userQuestions],
  ] as const)
    for (const [category, question, answer] of questions)
      await faqs.create(session, {
        ...{ category, question, answer, audience, serviceTypes: [0, 1, 2], isActive: true },
      });
  for (const voice of voices) await testimonials.create(session, { ...voice, isActive: true });
  await showSlides(session, shelf);
  await receiveMessages(control, session, shelf);
}
