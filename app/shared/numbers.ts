import { kept } from "./kept.ts";

const counting = kept((locale) => new Intl.NumberFormat(locale));

/** A number in a locale's grouping: "12,34,567". */
export const numberText = (value: number, locale: string): string => counting(locale).format(value);
