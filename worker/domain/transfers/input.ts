import { z } from "zod";
import { lineConditions } from "#app/shared/line-conditions.ts";
import {
  flag,
  id,
  multiline,
  optionalDay,
  optionalId,
  optionalMultiline,
  word,
} from "../entity/fields.ts";

/** Devices of one transfer. */
export const MOST_LINES = 50;
const MOST_ACCESSORIES = 50;

const listOf = <S extends z.ZodType>(line: S) =>
  z
    .array(line, "Choose at least one asset")
    .min(1, "Choose at least one asset")
    .max(MOST_LINES, `A transfer has at most ${MOST_LINES} assets`);
const lineId = () => id("Choose a line", "Line");
const condition = (message: string) => word("Condition", lineConditions, message);

/** What a transfer says, as its form and its call send it. */
export const transferInput = z.strictObject({
  kind: word("Kind", ["permanent", "temporary"], "Choose permanent or temporary"),
  toDepartmentId: id("Choose the Location they go to", "Location"),
  toLocationId: optionalId("Place"),
  dueBackOn: optionalDay("Due back"),
  reason: multiline("Reason", 500),
  remarks: optionalMultiline(2000, "Remarks"),
  lines: listOf(
    z.strictObject({
      assetId: id("Choose an asset", "Asset"),
      conditionOut: condition("Say in which condition it leaves"),
      accessoryIds: z
        .array(id("Choose an accessory", "Accessory"))
        .max(MOST_ACCESSORIES)
        .default([]),
    }),
  ),
  /** It is kept, and asked for later. */
  isDraft: flag("Draft"),
});
export type TransferInput = z.output<typeof transferInput>;

/** What whoever receives a transfer says of each line. */
export const receivedLines = listOf(
  z.strictObject({
    id: lineId(),
    decision: word("Decision", ["accepted", "rejected"], "Accept or reject each asset"),
    conditionIn: condition("Say in which condition it arrived"),
    discrepancy: optionalMultiline(500, "Discrepancy"),
  }),
);
export type ReceivedLine = z.output<typeof receivedLines>[number];

/** The condition in which each lent device comes back. */
export const returnedLines = listOf(
  z.strictObject({
    id: lineId(),
    conditionBack: condition("Say in which condition it comes back"),
  }),
);
