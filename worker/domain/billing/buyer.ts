import type { z } from "zod";
import type { Buyer } from "#drizzle/control/orders.ts";
import { multiline, optionalText, text } from "../entity/fields.ts";
import { taxIds } from "../entity/tax-ids.ts";

/** Who is to pay, as a form sends it; the country is the company's. */
export const buyerFields = {
  legalName: text("Legal name", 150),
  address: multiline("Address", 500),
  region: optionalText(80, "State or region"),
  taxIds: taxIds(),
};
type Sent = z.output<z.ZodObject<typeof buyerFields>>;

export const buyerOf = (
  { legalName, address, region, taxIds: ids }: Sent,
  country: string,
): Buyer => ({ name: legalName, address, region, country, taxIds: ids });
