/** What companies can have told to their own software, as people read it. */
export const webhookEventWords = {
  "service_call.opened": "A service call was opened",
  "service_report.saved": "A service report was saved",
  "certificate.issued": "A certificate was issued",
  "service.due": "A planned service falls due",
  "stock.low": "An item came to its minimum",
} as const;

/** An event that a test sends; nobody subscribes to it. */
export const TEST_EVENT = "webhook.test";

/** Why an endpoint is switched off. */
export const disabledWords = {
  by_admin: "An Admin switched it off",
  gone: "Its address answered that it is gone for good (410)",
  failing: "Nothing arrived for five days",
} as const;
