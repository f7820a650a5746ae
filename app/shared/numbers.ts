import { kept } from "./kept.ts";

const counting = kept((locale) => new Intl.NumberFormat(locale));

/** A number in a locale's grouping: "12,34,567". */
export const numberText = (value: number, locale: string): string => counting(locale).format(value);

/** What can be many is counted no further. */
export const MOST_COUNTED = 1_000;
/** A count that stopped one after the most: "12", "1,000+". */
export const countText = (n: number, locale = "en", most = MOST_COUNTED): string =>
  n > most ? `${numberText(most, locale)}+` : numberText(n, locale);
