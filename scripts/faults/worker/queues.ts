import { mailed, sent, striking } from "./rules.ts";

/** A queue whose messages are noted as they are sent. */
export function notedQueue<Q extends Queue>(queue: Q): Q {
  return new Proxy(queue, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      const call = member.bind(target) as (...args: unknown[]) => unknown;
      if (name !== "sendBatch") return call;
      return (messages: { body: unknown }[], ...rest: unknown[]) => {
        sent.push(...messages.map(({ body }) => body));
        return call(messages, ...rest);
      };
    },
  });
}

type Office = NonNullable<Env["SEND_EMAIL"]>;
/** An office whose letters are noted as they go out. */
export const notedOffice = (office: Office): Office => ({
  send: (letter) => {
    mailed.push(letter);
    return office.send(letter);
  },
});

/** Delivers messages as a queue may: twice, or after they came back unread. */
export async function delivered<B>(
  batch: MessageBatch<B>,
  take: (batch: MessageBatch<B>) => Promise<void>,
): Promise<void> {
  const fault = batch.queue.endsWith("-dead") ? undefined : striking("queue", () => true);
  if (fault?.how === "late") return batch.retryAll();
  if (fault?.how === "twice") {
    const nobody = () => undefined;
    const messages = batch.messages.map((message) => ({
      ...{ id: message.id, timestamp: message.timestamp, body: message.body },
      ...{ attempts: message.attempts, ack: nobody, retry: nobody },
    }));
    await take({ ...{ queue: batch.queue, messages, ackAll: nobody, retryAll: nobody } } as never);
  }
  return take(batch);
}
