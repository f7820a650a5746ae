/** Currencies whose smallest unit is not 1/100, by ISO 4217 or by what gateways charge in. */
const otherUnits = new Set(
  "BHD BIF CLP DJF GNF IQD ISK JOD JPY KMF KRW KWD LYD MGA OMR PYG RWF TND UGX VND VUV XAF XOF XPF".split(
    " ",
  ),
);

/** Whether gateways count a currency in 1/100 as we do. */
export const isInHundredths = (currency: string): boolean => !otherUnits.has(currency);
