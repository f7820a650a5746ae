import { z } from "zod";
import { described, optionalText, text } from "./fields.ts";

/** Digits in groups, with what people write between and after them: "+91 44 4000 1000 ext. 214", "044-4000, 4001". */
const PHONE = /^[+(]?[\d\s()+\-./,;#*]*(?:\s*(?:ext\.?|extn\.?|x)\s*\d+)?$/i;
const FEWEST_DIGITS = 3;
/** Stands for a required number that is still to be asked. */
export const UNKNOWN_PHONE = "-";
const isPhone = (said: string) =>
  said === UNKNOWN_PHONE || (PHONE.test(said) && said.replace(/\D/g, "").length >= FEWEST_DIGITS);
const LONGEST_PHONE = 30;
const notPhone = (label: string) => `${label} must be a phone number, such as +91 44 4000 1000`;

/** A required phone number, kept as it was written. */
export const phone = (label: string) =>
  described(
    text(label, LONGEST_PHONE)
      .refine((said) => !said || isPhone(said), notPhone(label))
      .meta({ examples: ["+91 44 4000 1000"] }),
    { label },
  );
/** A phone number or nothing. */
export const optionalPhone = (label: string) =>
  described(
    optionalText(LONGEST_PHONE, label)
      .refine((said) => !said || isPhone(said), notPhone(label))
      .meta({ examples: ["+91 44 4000 1000"] }),
    { label },
  );

/** An address of the web, or nothing. */
export const optionalWebsite = (label: string, longest: number) =>
  described(
    optionalText(longest, label).refine(
      (said) => !said || /^https?:\/\//i.test(said),
      `${label} must start with http:// or https://`,
    ),
    { label },
  );

const address = z.union([z.ipv4(), z.ipv6()]);
/** An address of version 4 or 6, or nothing. */
export const optionalIp = (label: string) =>
  described(
    optionalText(60, label).refine(
      (said) => !said || address.safeParse(said).success,
      `${label} must be an IPv4 or IPv6 address, such as 10.20.1.15`,
    ),
    { label },
  );

/** Twelve hexadecimal digits, however they are parted. */
const MAC =
  /^[\da-f]{12}$|^[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}$|^(?:[\da-f]{4}\.){2}[\da-f]{4}$/i;
/** A hardware address or nothing. */
export const optionalMac = (label: string) =>
  described(
    optionalText(60, label).refine(
      (said) => !said || MAC.test(said),
      `${label} must have six pairs of digits, such as 00:1A:2B:3C:4D:5E`,
    ),
    { label },
  );
