import "./clock.ts";

import application from "#worker/index.ts";
import { faultyBucket } from "./bucket.ts";
import { setClock } from "./clock.ts";
import { faultyDatabase } from "./database.ts";
import { delivered, notedOffice, notedQueue } from "./queues.ts";
import { type Rules, seen, setFaults } from "./rules.ts";

/*
 * Stands before the built Worker: faults strike between it and its bindings. What is set stays until the runtime ends.
 */

const DATABASE = /^(CONTROL_DB|TENANT_DB_\w+)$/;
const CONTROL_PATH = "/__faults";

/** The bindings as the application gets them. */
const faulty = (env: Env): Env => ({
  ...env,
  ...Object.fromEntries(
    Object.entries(env)
      .filter(([name]) => DATABASE.test(name))
      .map(([name, d1]) => [
        name,
        faultyDatabase(d1 as D1Database, name === "CONTROL_DB" ? "control" : "tenant"),
      ]),
  ),
  MEDIA: faultyBucket(env.MEDIA),
  JOB_QUEUE: notedQueue(env.JOB_QUEUE),
  MAIL_QUEUE: notedQueue(env.MAIL_QUEUE),
  ...(env.SEND_EMAIL ? { SEND_EMAIL: notedOffice(env.SEND_EMAIL) } : {}),
});

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    if (new URL(request.url).pathname !== CONTROL_PATH)
      return application.fetch(request, faulty(env), context);
    if (request.method === "POST") {
      const { faults, clockMs } = (await request.json()) as Rules;
      setFaults(faults);
      setClock(clockMs);
    }
    return Response.json(seen());
  },
  scheduled: (event: ScheduledController, env: Env) => application.scheduled(event, faulty(env)),
  queue: (batch: Parameters<typeof application.queue>[0], env: Env) =>
    delivered(batch, (one) => application.queue(one, faulty(env))),
};
