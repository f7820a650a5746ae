import { z } from "zod";
import type { AssetCommand } from "#app/shared/asset-states.ts";
import { condemnReasons, disposalModes } from "#drizzle/tenant/assets.ts";
import { conditions } from "#drizzle/words.ts";
import {
  day,
  id,
  money,
  multiline,
  optionalDay,
  optionalId,
  optionalMultiline,
  optionalText,
} from "../entity/fields.ts";

const reason = () => multiline("Reason", 500);
const note = () => optionalMultiline(500, "Note");

/** What each command takes. */
export const commandInputs = {
  commission: z.strictObject({
    installedOn: day("Installed"),
    putToUseOn: optionalDay("Put to use"),
    reason: note(),
  }),
  standby: z.strictObject({ reason: reason() }),
  resume: z.strictObject({ reason: reason() }),
  condemn: z
    .strictObject({
      condemnReason: z.enum(condemnReasons, "Choose why it is condemned"),
      condemnedOn: optionalDay("Condemned on"),
      reason: note(),
    })
    .refine(({ condemnReason, reason }) => condemnReason !== "other" || reason !== null, {
      path: ["reason"],
      message: "Say why",
    }),
  reinstate: z.strictObject({ reason: reason() }),
  dispose: z.strictObject({
    disposalMode: z.enum(disposalModes, "Choose how it was disposed of"),
    disposedOn: day("Disposed on"),
    disposalValueMinor: money("Value"),
    disposalRef: optionalText(60, "Reference"),
    reason: note(),
  }),
  move: z.strictObject({
    departmentId: id("Location is required"),
    locationId: optionalId(),
    room: optionalText(60, "Room"),
    reason: reason(),
  }),
  condition: z.strictObject({
    condition: z.enum(conditions, "Choose the condition"),
    reason: reason(),
  }),
  "not-located": z.strictObject({
    notLocatedSince: optionalDay("Not located since"),
    reason: note(),
  }),
  found: z.strictObject({ reason: note() }),
  "rotate-qr": z.strictObject({ reason: note() }),
} as const satisfies Record<AssetCommand, z.ZodType>;

export type Asked<C extends AssetCommand> = z.output<(typeof commandInputs)[C]>;
