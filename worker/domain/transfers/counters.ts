import { arrived } from "#app/shared/flows/transfers.ts";
import type { Transfer } from "./lines.ts";

type Counted = Pick<Transfer, "status" | "kind" | "returnedAt" | "requestedBy" | "dispatchedBy">;

/** Whether a transfer still holds devices. */
export const isOpen = ({ status, kind, returnedAt }: Counted): boolean =>
  ["draft", "requested", "approved", "dispatched"].includes(status) ||
  ((arrived as readonly string[]).includes(status) && kind === "temporary" && returnedAt === null);

/**
 * The counters that a transfer is counted in: its state, whether it is open, and who may not decide on it next, since nobody
 * approves what they asked for or receives what they sent.
 */
export const countersOf = (transfer: Counted): string[] => {
  const { status, requestedBy, dispatchedBy } = transfer;
  return [
    `transfers.${status}`,
    ...(isOpen(transfer) ? ["transfers.open"] : []),
    ...(status === "requested" && requestedBy ? [`transfers.requested:${requestedBy}`] : []),
    ...(status === "dispatched" && dispatchedBy ? [`transfers.dispatched:${dispatchedBy}`] : []),
  ];
};
