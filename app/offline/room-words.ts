import { RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { NotTaken } from "./drafts.ts";
import { isFull } from "./keeping.ts";
import type { Room } from "./taking.ts";

/** What a person is told of the room on this device before something is taken along. */
export const roomWords: Readonly<Record<Exclude<Room, "safe">, string>> = {
  "may go":
    "This browser may remove what is kept here when the device runs short of room. Send what is finished as soon as there is a network.",
  little:
    "There is little room on this device. Photos may find no place; remove old rounds or other data first.",
  none: "This browser keeps nothing for work without a network. Use another browser, or leave its private mode.",
};

/** Why something was not taken along, as a sentence. */
export function whyNotTaken(error: unknown): string {
  if (error instanceof RefusedAnswer || error instanceof NotTaken) return error.message;
  if (isFull(error)) return "This device is full. Nothing was taken along.";
  return error instanceof Error ? `Nothing was taken along: ${error.message}` : WENT_WRONG;
}
