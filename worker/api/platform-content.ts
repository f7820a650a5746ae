import { z } from "zod";
import { planVersions } from "#drizzle/control/index.ts";
import { checked } from "../domain/entity/fields.ts";
import { platformResources } from "../domain/index.ts";
import { generateCoupons } from "../domain/platform/coupon-codes.ts";
import { generateInput } from "../domain/platform/coupon-input.ts";
import { couponRedemptionsOf } from "../domain/platform/coupons.ts";
import { faqs } from "../domain/platform/faqs.ts";
import { moveInput } from "../domain/platform/ordered.ts";
import { planInput, versionInput } from "../domain/platform/plan-input.ts";
import { addVersion, planDetail } from "../domain/platform/plan-versions.ts";
import { sliders } from "../domain/platform/sliders.ts";
import { testimonials } from "../domain/platform/testimonials.ts";
import { takeUpload } from "../files/upload.ts";
import { formOf } from "../forms.ts";
import type { PlatformPermission } from "../permissions.ts";
import { data, done, file, page } from "./answers.ts";
import { type Call, platformCalls } from "./call.ts";
import { resourceCalls, state } from "./resource-calls.ts";
import {
  columnsShape,
  id,
  instant,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  rowShape,
  type Schema,
  text,
  whole,
} from "./shapes.ts";

const { plans, coupons, helps } = platformResources as Record<
  string,
  (typeof platformResources)["x"]
>;

/** What a version says, as `Offer` names it. */
const offer = columnsShape(
  planVersions,
  "versionNo currency priceMonthlyMinor priceYearlyMinor trialDays maxAssets maxUsers maxStorageMb maxCertificatesPerMonth validFrom",
).properties!;
const companies = { ...whole, description: "Companies that have it, counted to 1,001" };

const ofPlans = platformCalls({ tag: "Plan", needs: "manage-plan", of: plans!.table });
const version = {
  ...{ currency: "INR", price_monthly: "4999.00", price_yearly: "49990.00", trial_days: 14 },
  valid_from: "2026-01-15",
};
const planCalls = [
  ...resourceCalls("plans", plans!, "platform", {
    list: {
      sorts: ["order", "name"],
      filters: { state },
      row: rowShape(plans!.table, { ...offer, companies }),
    },
    change: planInput,
    example: { code: "CLINIC", service_type: 0 },
  }),
  ofPlans({
    get: "/plans/:id/versions",
    says: "What a plan has cost and allowed, the newest version first",
    answer: data(list(rowShape(planVersions as never, { features: list(text), companies }))),
    run: async ({ session, id }) => (await planDetail(session, id)).versions,
  }),
  ofPlans({
    post: "/plans/:id/versions",
    says: "Give a plan another price or other limits from a day on. `after` is the number of the version that was read",
    input: versionInput,
    example: version,
    status: 201,
    answer: done(object({ id, version_no: whole })),
    run: ({ session, id, body }) => addVersion(session, id, body),
  }),
];

const value: Schema = {
  ...text,
  description: "Per cent as a whole number, or an amount with two decimals",
};
const couponRow = (more: Record<string, Schema>) => rowShape(coupons!.table, { value, ...more });
const terms = { kind: "percent", value: "10", starts_on: "2026-01-15", ends_on: "2026-12-31" };
const ofCoupons = platformCalls({ tag: "Coupon", needs: "manage-coupon", of: coupons!.table });
const couponCalls = [
  ...resourceCalls("coupons", coupons!, "platform", {
    list: {
      sorts: ["code", "created"],
      filters: { standing: oneOf("active", "upcoming", "ended", "used_up", "off") },
      row: couponRow({ plan_names: orNull(text) }),
    },
    record: couponRow({ plan_ids: list(id) }),
    example: { ...terms, code: "WELCOME10" },
  }),
  ofCoupons({
    post: "/coupons/generate",
    says: "Add up to 200 coupons of the same terms, each with a code of its own that nobody guesses",
    input: generateInput,
    example: { ...terms, prefix: "NEW", count: 2 },
    status: 201,
    answer: done(object({ codes: list(text), first: id, last: id })),
    run: ({ session, body }) => generateCoupons(session, body),
  }),
  ofCoupons({
    get: "/coupons/:id/redemptions",
    says: "Who has used a coupon, in the order in which the companies came",
    query: listQuery(["company"], {}, false),
    answer: page(
      object({
        ...{ id, company_name: text, order_id: id, order_number: text },
        created_at: instant,
      }),
    ),
    run: ({ session, id, query }) => couponRedemptionsOf(session, id, query),
  }),
];

type Ordered = Pick<typeof faqs | typeof sliders | typeof testimonials, "move" | "table" | "label">;
const moveCall = (path: string, entity: Ordered, needs: PlatformPermission) =>
  platformCalls({ tag: entity.label, needs, of: entity.table })({
    post: `/${path}/:id/move`,
    says: "Let it change places with the one before or behind it",
    input: moveInput,
    example: { to: "up" },
    run: ({ session, id, body }) => entity.move(session, id, body),
  });

const faqList = rowShape(helps!.table);
const { answer: _, ...shortFaq } = faqList.properties!;
const faqCalls = [
  ...resourceCalls("helps", helps!, "platform", {
    list: {
      sorts: ["order"],
      filters: { audience: oneOf("public", "admin", "user"), active: oneOf("yes", "no") },
      row: object(shortFaq),
    },
    example: { service_types: [0, 2] },
  }),
  moveCall("helps", faqs, "manage-help"),
];

const binary: Schema = { ...text, format: "binary" };
/** The picture of a record: it is read, set and taken away. */
function pictureCalls(
  path: string,
  entity: typeof sliders | typeof testimonials,
  needs: PlatformPermission,
  says: string,
): Call[] {
  const call = platformCalls({ tag: entity.label, needs, of: entity.table });
  return [
    call({
      get: `/${path}/:id/picture`,
      says: "Its picture",
      answer: file,
      run: ({ session, visit, request, id }) =>
        entity.picture(session, visit.env.MEDIA, id, request),
    }),
    call({
      post: `/${path}/:id/picture`,
      says,
      form: {
        schema: object({ picture: binary }),
        // Nothing is read of whoever may not set it.
        read: (request, visit, session) => {
          session.authorize(needs);
          return formOf(request, visit);
        },
      },
      status: 201,
      run: ({ session, visit, id, form }) => {
        const upload = takeUpload(form, "picture");
        checked(z.strictObject({}), Object.fromEntries(form));
        return entity.addPicture(session, visit.env.MEDIA, id, upload);
      },
    }),
    call({
      delete: `/${path}/:id/picture`,
      says: "Take its picture away",
      run: ({ session, id }) => entity.removePicture(session, id),
    }),
  ];
}

const PICTURE = "a jpg, png or webp of at most 2 MB";
const shownCalls = [
  ...resourceCalls("app-sliders", platformResources["app-sliders"]!, "platform", {
    example: { alt: "A technician reads a label" },
  }),
  moveCall("app-sliders", sliders, "manage-slider"),
  ...pictureCalls(
    "app-sliders",
    sliders,
    "manage-slider",
    `Set its picture, ${PICTURE}, 16:9 within 2 %. One without is not shown`,
  ),
  ...resourceCalls("testimonials", platformResources.testimonials!, "platform"),
  moveCall("testimonials", testimonials, "manage-testimonial"),
  ...pictureCalls(
    "testimonials",
    testimonials,
    "manage-testimonial",
    `Set its picture, ${PICTURE}`,
  ),
];

/** What the platform sells and what it says in public, on the apex host. */
export const contentCalls: Call[] = [...planCalls, ...couponCalls, ...faqCalls, ...shownCalls];
