import { handleQuery, moveQuery } from "#worker/domain/platform/answer-queries.ts";
import { sendQuery } from "#worker/domain/platform/send-query.ts";
import type { Visit } from "#worker/env.ts";
import type { StaffSession } from "#worker/session.ts";
import type { Shelf } from "../laboratory/shelf.ts";
import { messages } from "./offers-data.ts";

/** Somebody on the platform's own host, each from a network of theirs. */
const visitor = (control: D1Database, shelf: Shelf, nth: number): Visit => ({
  env: {
    ...{ TOKEN_KEYS: "demo", APEX_HOSTS: "localhost", PUBLIC_SCHEME: "http", PUBLIC_PORT: "" },
    MEDIA: shelf.bucket,
  } as unknown as Env,
  url: new URL("http://localhost/contact"),
  place: { kind: "platform", hostname: "localhost" },
  ...{ control, shard: null, meter: null, requestId: `demo-message-${nth}`, ip: `192.0.2.${nth}` },
  ...{ userAgent: null, nonce: undefined, defer: () => {} },
  ...{ letters: [], platformLetters: [], messages: [], session: null, contact: null },
  ...{ mayExpect: false, expected: null, isElsewhere: false, refusedCredential: null },
});

/** What people have written on the public pages, and what was done about it. The letters that tell of it are not sent. */
export async function receiveMessages(
  control: D1Database,
  session: StaffSession,
  shelf: Shelf,
): Promise<void> {
  for (const [at, { kind, page, status, notes, ...said }] of messages.entries()) {
    const { data } = await sendQuery(visitor(control, shelf, at + 1), kind, page, said);
    if (notes) await handleQuery(session, data.id, { assignedTo: session.actor.userId, notes });
    if (status) await moveQuery(session, data.id, { status });
  }
  await control.prepare("delete from outbox where topic = 'mail'").run();
}
