import { z } from "zod";
import { CHOOSE, FEWEST, MOST, metricKeys } from "#app/shared/comparison.ts";
import { always, day, described, flag, text } from "../entity/fields.ts";

const listed = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
    : value;

/** Two to five assets, each once: as a list, or as the text of a form with commas. */
const assetIds = described(
  z
    .preprocess(listed, z.array(z.string().max(64), CHOOSE).max(50, CHOOSE))
    .transform((ids) => [...new Set(ids)])
    .refine((ids) => ids.length >= FEWEST && ids.length <= MOST, CHOOSE),
  { label: "Assets" },
);

/** Keys of metrics; none means all of them. */
const metricList = described(
  z
    .preprocess(
      (value) => listed(value ?? []),
      z.array(z.enum(metricKeys, "There is no such metric")).max(50),
    )
    .transform((keys) => metricKeys.filter((key) => keys.includes(key))),
  { label: "Metrics" },
);

/** A comparison as people keep it. */
export const comparisonInput = z
  .strictObject({
    name: text("Name", 120),
    assetIds,
    periodFrom: day("From"),
    periodTo: day("To"),
    metrics: metricList.optional(),
    isShared: flag("Shared"),
  })
  .refine(({ periodFrom, periodTo }) => periodTo >= periodFrom, {
    ...always,
    path: ["periodTo"],
    error: "To must not be before From",
  });
export type ComparisonValues = z.output<typeof comparisonInput>;
