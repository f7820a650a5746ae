const AT_ONCE = 100;

/** Whose outbox: a company's in its shard, or the platform's. */
type Outbox = { shard: string; owner: string };
export const platformOutboxAt: Outbox = { shard: "CONTROL_DB", owner: "platform" };

/**
 * Sends mails that were just written at once, each by a message of its own. One that is lost here is found by the clock; where nothing is
 * sent they stay in the outbox.
 */
export async function sendLetters(
  env: Env,
  { shard, owner }: Outbox,
  letters: readonly string[],
): Promise<void> {
  if (!env.SEND_EMAIL) return;
  const messages = letters.map((from) => ({
    body: { job: "letter", shard, owner, at: Date.now(), from },
  }));
  for (let at = 0; at < messages.length; at += AT_ONCE)
    await env.MAIL_QUEUE.sendBatch(messages.slice(at, at + AT_ONCE)).catch((error: unknown) =>
      console.error(error),
    );
}
