import { type SQL, sql } from "drizzle-orm";
import { deliveryRules } from "#app/shared/flows/webhook-deliveries.ts";
import { webhookDeliveries as table, webhookEndpoints } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict } from "../../refusals.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { OFF } from "./endpoints.ts";

const work = workOn<typeof table>();

/** The endpoint of a delivery, while it is there. */
const endpointQuery = (db: CompanyDb, id: string) => {
  const its: SQL = sql`(select "named"."endpoint_id" from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
  return db.byId(webhookEndpoints, its);
};

/** An event on its way to an endpoint. Attempts themselves are made by the clock and the queue (`sending.ts`). */
export const deliveryFlow = flow({
  name: "webhook_delivery",
  label: "Webhook delivery",
  noun: "delivery",
  table,
  column: "status",
  rules: deliveryRules,
  title: ({ event }) => event,
  moves: {
    replay: work({
      reads: (db, id) => [endpointQuery(db, id)] as const,
      run({ db, read: [[endpoint]], at }) {
        if (!endpoint) return conflict("This webhook was removed");
        if (endpoint.disabledAt !== null) conflict(OFF);
        return {
          set: { attempts: 0, nextAt: at },
          writes: [db.assertUnchanged(webhookEndpoints, endpoint)],
        };
      },
      message: "It is sent again",
      summary: "Send a delivery again, with the id and the text it had",
      example: {},
    }),
  },
});
