import { z } from "zod";
import { TEST_EVENT } from "#app/shared/webhook-words.ts";
import { webhookEvents } from "#drizzle/tenant/index.ts";

export type WebhookEvent = (typeof webhookEvents)[number];

const id = z.string().meta({ description: "Id of a record" });
const day = z.string().meta({ format: "date" });
const url = z.string().meta({ format: "uri", description: "Where people open the record" });
const device = z.object({ id, code: z.string(), name: z.string() });

/** What each event tells: ids, numbers and names of records, and where to read the rest. Nothing in it is about a person. */
export const eventData = {
  "service_call.opened": z.object({
    id,
    number: z.string(),
    priority: z.enum(["critical", "high", "medium", "low"]),
    equipment_down: z.boolean(),
    asset: device,
    url,
  }),
  "service_report.saved": z.object({
    id,
    number: z.string(),
    is_new: z.boolean().meta({ description: "Made now; else an earlier one was changed" }),
    service_type: z.string(),
    service_on: day,
    asset: device,
    url,
  }),
  "certificate.issued": z.object({
    id,
    number: z.string(),
    revision_no: z.number().int(),
    issued_on: day,
    machine_id: id,
    url,
  }),
  "service.due": z.object({
    id,
    kind: z.string(),
    title: z.string(),
    due_on: day,
    asset: device,
    url,
  }),
  "stock.low": z.object({
    id,
    name: z.string(),
    store: z.string(),
    quantity: z.number(),
    min_quantity: z.number().nullable(),
    unit: z.string(),
    url,
  }),
} as const satisfies Record<WebhookEvent, z.ZodObject>;

/** What is told of an event. */
export type EventData<E extends WebhookEvent> = z.output<(typeof eventData)[E]>;

const testData = z.object({ message: z.string() });

/** The body in which an event is sent. */
export const eventBody = (event: WebhookEvent | typeof TEST_EVENT) =>
  z.object({
    id: z.string().meta({ description: "The event's id, the same as in the header webhook-id" }),
    type: z.literal(event),
    occurred_at: z.string().meta({ format: "date-time" }),
    data: event === TEST_EVENT ? testData : eventData[event],
  });

/** Every event that is sent, with the test's. */
export const sentEvents = [...webhookEvents, TEST_EVENT] as const;
