import type { MeasuringSetup } from "./setup.ts";

/** What of a standard's range is known before its certificate is read. */
type AskedRange = { parameter: string; unit: string; rangeLo: string; rangeHi: string };

/** The range that a standard must cover for each parameter that is compared with it: that of the device, as far as it is known. */
export const rangesAsked = ({ content, device }: MeasuringSetup, role: string): AskedRange[] =>
  content.parameters
    .filter((one) => one.role === role)
    .map(({ key, name, unit }) => {
      const known = device.parameters.find((one) => one.key === key);
      return { parameter: name, unit, rangeLo: known?.lo ?? "", rangeHi: known?.hi ?? "" };
    });
