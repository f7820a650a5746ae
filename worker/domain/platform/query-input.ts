import { z } from "zod";
import {
  always,
  described,
  multiline,
  optionalEmail,
  optionalText,
  text,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";

const LEAST_MESSAGE = 10;
const MOST_MESSAGE = 2000;
const NOT_REACHABLE = "Give an e-mail address or a phone number";

const name = text("Your name", 100);
const email = optionalEmail("E-mail");
const phone = optionalPhone("Phone");
const organisation = optionalText(150, "Organisation");
const message = described(
  multiline("Message", MOST_MESSAGE).refine(
    (given) => given === "" || given.length >= LEAST_MESSAGE,
    `Message must have at least ${LEAST_MESSAGE} characters`,
  ),
  { label: "Message" },
);
/** Filled by machines only: people do not see the field. */
export const website = z.string().max(0, "Leave this field empty").optional();

type Reachable = { email?: string | null; phone?: string | null };
/** Somebody must be able to answer; told at the first of the two fields. */
const reachable = <S extends z.ZodType<Reachable>>(schema: S) =>
  schema.refine((given) => Boolean(given.email || given.phone), {
    ...always,
    path: ["email"],
    error: NOT_REACHABLE,
  });

/** What each kind of message holds, in the order of its form. */
export const queryInputs = {
  contact: reachable(
    z.strictObject({
      ...{ name, email, phone, organisation },
      subject: optionalText(150, "Subject"),
      ...{ message, website },
    }),
  ),
  career: reachable(
    z.strictObject({
      ...{ name, email, phone },
      subject: text("What you apply for", 150),
      ...{ message, website },
    }),
  ),
  product: reachable(z.strictObject({ name, email, phone, organisation, message, website })),
  training: reachable(z.strictObject({ name, email, phone, organisation, message, website })),
};
export type QueryKind = keyof typeof queryInputs;
