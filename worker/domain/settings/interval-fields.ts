import { z } from "zod";
import type { IntervalFigures } from "#app/shared/calibration/intervals.ts";
import { decimalText } from "../calibration/fields.ts";

/** A figure of the methods that propose intervals, as decimal text or number. */
const figure = (label: string, least: string, most: string) =>
  z.union([z.number().transform(String), z.string()]).pipe(decimalText(label, { least, most }));

/** The fields of the figures by which intervals are proposed. */
export const intervalFields = {
  intervalLonger: figure("Longer by", "1", "2"),
  intervalShorter: figure("Shorter by", "0.1", "1"),
  intervalWithin: figure("Well within", "0.1", "1"),
  intervalMost: figure("Longest", "1", "5"),
  intervalTarget: figure("Part to be found in tolerance", "0.5", "0.99"),
  intervalStep: figure("Step", "0.01", "0.5"),
  intervalConfidence: figure("Confidence", "0.05", "0.99"),
};
type Sent = Record<keyof typeof intervalFields, string>;

export const intervalFiguresIn = (sent: Sent): IntervalFigures => ({
  longer: Number(sent.intervalLonger),
  shorter: Number(sent.intervalShorter),
  within: Number(sent.intervalWithin),
  most: Number(sent.intervalMost),
  target: Number(sent.intervalTarget),
  step: Number(sent.intervalStep),
  confidence: Number(sent.intervalConfidence),
});
export const intervalForm = (set: IntervalFigures): Sent => ({
  intervalLonger: String(set.longer),
  intervalShorter: String(set.shorter),
  intervalWithin: String(set.within),
  intervalMost: String(set.most),
  intervalTarget: String(set.target),
  intervalStep: String(set.step),
  intervalConfidence: String(set.confidence),
});
