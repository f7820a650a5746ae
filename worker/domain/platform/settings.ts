import type { z } from "zod";
import type { gateways, Seller } from "#drizzle/control/orders.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { readingSettings, type StoredSetting, storedValue } from "../../db/platform-settings.ts";
import type { GatewayName, Gateways } from "../../payments/port.ts";
import { PLATFORM_NAME } from "../../tenancy/notice.ts";
import {
  described,
  fieldAbout,
  flag,
  optionalEmail,
  optionalMultiline,
  optionalText,
  text,
  whole,
} from "../entity/fields.ts";
import { optionalWebsite } from "../entity/formats.ts";
import { instantFrom, optionalMoment } from "../entity/moments.ts";
import { taxIds, taxIdsText } from "../entity/tax-ids.ts";
import { countryChoices } from "./countries.ts";
import { taxRates, taxRatesText } from "./tax-rates.ts";

/** Instants of the platform are written in this zone. */
export const PLATFORM_ZONE = "UTC";

/** The parts of the platform's settings, each of which saves alone. */
export const settingSections = {
  brand: "Brand",
  sender: "Mail sender",
  seller: "Seller on invoices",
  tax: "Tax",
  trial: "Trial and grace",
  gateways: "Payment gateways",
  maintenance: "Maintenance notice",
} as const;
export type SettingSection = keyof typeof settingSections;

type Setting<S extends z.ZodType> = {
  section: SettingSection;
  /** What it takes: of a form, of the API, and as it is stored. */
  input: S;
  /** What holds until it is set. */
  first: z.output<S>;
  hint?: string | undefined;
  /** What the form shows otherwise than it is stored. */
  shown?: ((value: z.output<S>) => unknown) | undefined;
};
const settingOf =
  (section: SettingSection) =>
  <S extends z.ZodType>(
    input: S,
    first: z.output<S>,
    hint?: string,
    shown?: (value: z.output<S>) => unknown,
  ): Setting<S> => ({ section, input, first, hint, shown });

const brand = settingOf("brand");
const sender = settingOf("sender");
const seller = settingOf("seller");
const tax = settingOf("tax");
const trial = settingOf("trial");
const gateway = settingOf("gateways");
const maintenance = settingOf("maintenance");

/** The beginning of an invoice's number, which in India has 16 characters at most. */
const prefix = (label: string) =>
  text(label, 4).regex(/^[A-Z0-9][A-Z0-9/-]*$/, `${label} takes capitals, digits, - and /`);
const countries = new Set<string>(countryChoices.map(({ value }) => value));
const country = (label: string) =>
  optionalText(2, label).refine((code) => !code || countries.has(code), `${label} is not on offer`);
const days = (label: string, least: number, most: number) =>
  described(whole(label, least, most), { label });
const moment = (label: string) =>
  optionalMoment(label).transform((given) => instantFrom(given, PLATFORM_ZONE));

/** Every setting of the platform; its label is that of its input. A name that is not here is no setting. */
export const settings = {
  brandName: brand(text("Name", 60), PLATFORM_NAME, "In the footer of every page"),
  supportEmail: brand(
    optionalEmail("Support e-mail"),
    null,
    "Where messages from the public pages are sent, and what people are told to write to",
  ),
  postalAddress: brand(optionalMultiline(300, "Postal address"), null, "On the contact page"),
  mapLink: brand(
    optionalWebsite("Map link", 500),
    null,
    "Opens a map of the address, such as https://maps.example.com/…",
  ),
  senderName: sender(
    optionalText(60, "Sender name"),
    null,
    "Who mails are from, before the address. Empty: as in the configuration",
  ),
  sellerName: seller(optionalText(150, "Legal name"), null),
  sellerAddress: seller(optionalMultiline(500, "Address"), null),
  sellerCountry: seller(country("Country"), null),
  sellerRegion: seller(
    optionalText(80, "State or region"),
    null,
    "In India it decides between CGST with SGST, and IGST",
  ),
  sellerTaxIds: seller(taxIds(), [], "One a line, such as GSTIN: 29ABCDE1234F1Z5", (ids) =>
    taxIdsText(ids),
  ),
  invoicePrefix: seller(prefix("Invoice prefix"), "INV", "Numbers of invoices begin with it"),
  creditPrefix: seller(prefix("Credit note prefix"), "CN", "Numbers of credit notes begin with it"),
  taxRates: tax(
    taxRates("Rates by country"),
    [{ country: "IN", label: "GST", rateBp: 1800 }],
    "One country a line: its code, the name of the tax, and per cent, such as IN: GST 18. Customers elsewhere pay no tax.",
    (rates) => taxRatesText(rates),
  ),
  untaxedNote: tax(
    optionalMultiline(300, "Note where no tax is charged"),
    "Supply meant for export without payment of tax. Where reverse charge applies, the recipient accounts for the tax.",
    "On invoices to countries without a rate",
  ),
  trialDays: trial(days("Days of trial", 1, 365), 30),
  graceDays: trial(
    whole("Days of grace", 7, 15),
    10,
    "From the end of a subscription until the company can only read: 7 to 15",
  ),
  payingOffline: gateway(
    optionalMultiline(1000, "How to pay by transfer"),
    null,
    "What companies read beside an order that is to be paid: account, bank, what to name",
  ),
  isRazorpayOn: gateway(flag("Razorpay"), false),
  isStripeOn: gateway(flag("Stripe"), false),
  maintenanceText: maintenance(
    optionalMultiline(300, "Notice"),
    null,
    "Everybody who is signed in sees it at the top of each page",
  ),
  maintenanceUntil: maintenance(moment("Shown until"), null, `In ${PLATFORM_ZONE}`),
} as const satisfies Record<string, Setting<z.ZodType>>;

export type SettingName = keyof typeof settings;
/** The platform's settings with their types. */
export type PlatformSettings = { [N in SettingName]: z.output<(typeof settings)[N]["input"]> };
export const settingNames = Object.keys(settings) as SettingName[];

/** What people call a setting. */
export const settingLabel = (name: SettingName): string =>
  fieldAbout(settings[name].input).label ?? name;

/** The statement that reads settings, for a batch of reads; `platformSettingsIn` takes what it answers. */
export const readingPlatformSettings = (
  db: Pick<PlatformDb, "select">,
  names: readonly SettingName[] = settingNames,
) => readingSettings(db, names);

/** Settings as they are set, or as they are until then; a stored value that is none counts as not set. */
export function platformSettingsIn(rows: readonly StoredSetting[]): PlatformSettings {
  const entries = settingNames.map((name) => {
    const { input, first } = settings[name] as Setting<z.ZodType>;
    const value = storedValue(rows, name);
    const read = value === undefined ? undefined : input.safeParse(value);
    return [name, read?.success ? read.data : first];
  });
  return Object.fromEntries(entries) as PlatformSettings;
}

/** All settings of the platform, in one round trip. */
export async function platformSettings(
  db: Pick<PlatformDb, "select" | "read">,
): Promise<PlatformSettings> {
  const [rows] = await db.read(readingPlatformSettings(db));
  return platformSettingsIn(rows);
}

/** Who sells, as an invoice names them; null until a legal name, an address and a country are set. */
export function sellerOf(set: PlatformSettings): Seller | null {
  const { sellerName: name, sellerAddress: address, sellerCountry: country } = set;
  if (!name || !address || !country) return null;
  const { sellerRegion: region, sellerTaxIds: taxIds, untaxedNote } = set;
  return { name, address, country, region, taxIds, untaxedNote };
}

export type Gateway = (typeof gateways)[number];
/** Gateways that have keys in the configuration; paying offline needs none. */
export const gatewaysWithKeys = (opened: Gateways): Record<Gateway, boolean> => ({
  offline: true,
  razorpay: opened("razorpay") !== null,
  stripe: opened("stripe") !== null,
});
/** Gateways that take payments themselves, of those that are on and have keys. */
export const gatewaysOn = (opened: Gateways, set: PlatformSettings): GatewayName[] => {
  const isOn = { razorpay: set.isRazorpayOn, stripe: set.isStripeOn };
  return (["stripe", "razorpay"] as const).filter((name) => isOn[name] && opened(name) !== null);
};
