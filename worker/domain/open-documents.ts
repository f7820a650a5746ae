/** States in which a document still goes on. Closed ones are history and stay with what they were made for. */
export const openCalls = ["new", "acknowledged", "assigned", "in_progress", "on_hold", "resolved"] as const;
export const openTransfers = ["draft", "requested", "approved", "dispatched", "received_with_discrepancy"] as const;
export const openPasses = ["draft", "pending_approval", "approved", "out", "partially_returned"] as const;
export const openServices = ["scheduled", "in_progress", "deferred"] as const;
