import { z } from "zod";
import { companyKinds } from "#drizzle/control/index.ts";
import { isReserved } from "../../tenancy/reserved.ts";
import { email, optionalId, optionalText, text, whole } from "../entity/fields.ts";
import { phone } from "../entity/formats.ts";
import { hasTwoDecimals, isZone, notTwoDecimals, startingIn } from "./countries.ts";

/** What staff fill in for a new company and its first Admin. */
export const companyFields = z.strictObject({
  name: text("Name", 150),
  slug: z
    .string({ error: "Short name is required" })
    .trim()
    .toLowerCase()
    .regex(
      /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/,
      "Short name takes 2 to 40 letters, digits and hyphens",
    )
    .refine((slug) => !isReserved(slug), "This short name is reserved"),
  kind: z.enum(companyKinds, { error: "Kind is required" }),
  country: z
    .string({ error: "Country is required" })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Country is required"),
  currency: optionalText(3)
    .refine((code) => !code || /^[A-Z]{3}$/.test(code), "Currency has three letters")
    .refine((code) => !code || !/^[A-Z]{3}$/.test(code) || hasTwoDecimals(code), notTwoDecimals),
  timeZone: optionalText(60).refine((zone) => !zone || isZone(zone), "This time zone is not known"),
  serviceType: whole("Service type", 0, 2),
  shardId: optionalId(),
  phone: phone("Phone"),
  email: email(),
  adminName: text("First Admin", 100),
  adminEmail: email(),
});
/** The same, with currency and time zone of the country where none is chosen. */
export const newCompany = companyFields.transform((values, ctx) => {
  const starting = startingIn(values.country);
  const currency = values.currency ?? starting?.currency;
  const timeZone = values.timeZone ?? starting?.timeZone;
  if (currency && timeZone) return { ...values, currency, timeZone };
  ctx.addIssue(
    currency
      ? {
          code: "custom",
          path: ["timeZone"],
          message: "Choose a time zone: this country has several",
        }
      : {
          code: "custom",
          path: ["currency"],
          message: "Choose a currency: the one of this country is not kept here",
        },
  );
  return z.NEVER;
});
