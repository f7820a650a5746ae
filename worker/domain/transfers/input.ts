import { z } from "zod";
import { conditionWords } from "#app/shared/flows/transfers.ts";
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

const conditions = Object.keys(conditionWords) as [keyof typeof conditionWords];
const anId = () => z.string().trim().min(1).max(64);

const parsed = (text: string, ctx: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue({ code: "custom", message: "The assets must be a list" });
    return z.NEVER;
  }
};
/** A list of lines, or its JSON as a form sends it. */
const listOf = <S extends z.ZodType>(line: S) => {
  const lines = z
    .array(line)
    .min(1, "Choose at least one asset")
    .max(MOST_LINES, `A transfer has at most ${MOST_LINES} assets`);
  return z.union([z.string().max(100_000).transform(parsed).pipe(lines), lines]);
};
const condition = (message: string) => z.enum(conditions, message);

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
      asset_id: anId(),
      condition_out: condition("Say in which condition it leaves"),
      accessory_ids: z.array(anId()).max(MOST_ACCESSORIES).default([]),
    }),
  ),
  /** It is kept, and asked for later. */
  isDraft: flag("Draft"),
});
export type TransferInput = z.output<typeof transferInput>;

/** What whoever receives a transfer says of each line. */
export const receivedLines = listOf(
  z.strictObject({
    id: anId(),
    decision: z.enum(["accepted", "rejected"], "Accept or reject each asset"),
    condition_in: condition("Say in which condition it arrived"),
    discrepancy: optionalMultiline(500, "Discrepancy"),
  }),
);
export type ReceivedLine = z.output<typeof receivedLines>[number];

/** The condition in which each lent device comes back. */
export const returnedLines = listOf(
  z.strictObject({ id: anId(), condition_back: condition("Say in which condition it comes back") }),
);
