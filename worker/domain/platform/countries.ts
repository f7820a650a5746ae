/** Countries on offer, with the currency and time zone a company there starts with. */
const countries = [
  ["IN", "India", "INR", "Asia/Kolkata"],
  ["AE", "United Arab Emirates", "AED", "Asia/Dubai"],
  ["AU", "Australia", "AUD", "Australia/Sydney"],
  ["BD", "Bangladesh", "BDT", "Asia/Dhaka"],
  ["BH", "Bahrain", "BHD", "Asia/Bahrain"],
  ["BR", "Brazil", "BRL", "America/Sao_Paulo"],
  ["CA", "Canada", "CAD", "America/Toronto"],
  ["CH", "Switzerland", "CHF", "Europe/Zurich"],
  ["DE", "Germany", "EUR", "Europe/Berlin"],
  ["EG", "Egypt", "EGP", "Africa/Cairo"],
  ["ES", "Spain", "EUR", "Europe/Madrid"],
  ["ET", "Ethiopia", "ETB", "Africa/Addis_Ababa"],
  ["FR", "France", "EUR", "Europe/Paris"],
  ["GB", "United Kingdom", "GBP", "Europe/London"],
  ["GH", "Ghana", "GHS", "Africa/Accra"],
  ["ID", "Indonesia", "IDR", "Asia/Jakarta"],
  ["IE", "Ireland", "EUR", "Europe/Dublin"],
  ["IT", "Italy", "EUR", "Europe/Rome"],
  ["KE", "Kenya", "KES", "Africa/Nairobi"],
  ["KW", "Kuwait", "KWD", "Asia/Kuwait"],
  ["LK", "Sri Lanka", "LKR", "Asia/Colombo"],
  ["MY", "Malaysia", "MYR", "Asia/Kuala_Lumpur"],
  ["NG", "Nigeria", "NGN", "Africa/Lagos"],
  ["NL", "Netherlands", "EUR", "Europe/Amsterdam"],
  ["NP", "Nepal", "NPR", "Asia/Kathmandu"],
  ["NZ", "New Zealand", "NZD", "Pacific/Auckland"],
  ["OM", "Oman", "OMR", "Asia/Muscat"],
  ["PH", "Philippines", "PHP", "Asia/Manila"],
  ["PK", "Pakistan", "PKR", "Asia/Karachi"],
  ["QA", "Qatar", "QAR", "Asia/Qatar"],
  ["SA", "Saudi Arabia", "SAR", "Asia/Riyadh"],
  ["SG", "Singapore", "SGD", "Asia/Singapore"],
  ["TH", "Thailand", "THB", "Asia/Bangkok"],
  ["TZ", "Tanzania", "TZS", "Africa/Dar_es_Salaam"],
  ["UG", "Uganda", "UGX", "Africa/Kampala"],
  ["US", "United States", "USD", "America/New_York"],
  ["VN", "Vietnam", "VND", "Asia/Ho_Chi_Minh"],
  ["ZA", "South Africa", "ZAR", "Africa/Johannesburg"],
] as const;

/** Zones of countries that have several. */
const moreZones = [
  "America/Anchorage",
  "America/Chicago",
  "America/Denver",
  "America/Halifax",
  "America/Los_Angeles",
  "America/Manaus",
  "America/Phoenix",
  "America/Vancouver",
  "America/Winnipeg",
  "Asia/Jayapura",
  "Asia/Makassar",
  "Australia/Adelaide",
  "Australia/Brisbane",
  "Australia/Darwin",
  "Australia/Perth",
  "Pacific/Honolulu",
  "UTC",
];

/** Whether it is a zone of the tz database; offsets and abbreviations are none. */
export const isZone = (zone: string) => {
  try {
    return (
      Boolean(new Intl.DateTimeFormat("en", { timeZone: zone })) &&
      /^(UTC|[A-Z]\w+\/[\w/+-]+)$/.test(zone)
    );
  } catch {
    return false;
  }
};

/** ISO 4217 gives these two decimals; Intl writes them without any. */
const writtenShort = new Set(["IDR", "PKR"]);
/** Whether money, which has two decimals, keeps amounts of a currency as its people write them. */
export const hasTwoDecimals = (currency: string) =>
  writtenShort.has(currency) ||
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits === 2;
export const notTwoDecimals = "Amounts in this currency do not have two decimals";

const plain = (value: string) => ({ value, label: value });

/** The name of a country by its code; the code of one that is not on offer. */
export const countryName = (code: string): string =>
  countries.find(([known]) => known === code)?.[1] ?? code;
export const countryChoices = countries.map(([value, label]) => ({ value, label }));
export const currencyChoices = [...new Set(countries.map(([, , currency]) => currency))]
  .filter(hasTwoDecimals)
  .sort()
  .map(plain);
export const zoneChoices = [...new Set([...countries.map(([, , , zone]) => zone), ...moreZones])]
  .sort()
  .map(plain);

/** What a company of a country starts with, without a currency that money cannot keep; null for a country that is not on offer. */
export function startingIn(country: string): { currency: string | null; timeZone: string } | null {
  const found = countries.find(([code]) => code === country);
  return found
    ? { currency: hasTwoDecimals(found[2]) ? found[2] : null, timeZone: found[3] }
    : null;
}
