import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { platformOutbox } from "#drizzle/control/index.ts";
import type { Message } from "../db/db.ts";
import { among } from "../db/predicates.ts";
import {
  applyMessage,
  type CompanyMessage,
  companyTopics,
} from "../domain/platform/company-messages.ts";
import { openControl } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const AT_ONCE = 50;
const MINUTE = 60_000;
const LONGEST_WAIT = 60;

/** Applies the platform's messages that have not reached their company: those whose first attempt failed or whose reply was lost. */
export async function applyMessages({ env, at }: Part): Promise<string | null> {
  const control = openControl(env);
  const [waiting] = await control.read(
    control
      .select()
      .from(platformOutbox)
      .where(
        and(
          isNull(platformOutbox.sentAt),
          lte(platformOutbox.nextAt, at),
          inArray(platformOutbox.topic, [...companyTopics]),
        ),
      )
      .orderBy(asc(platformOutbox.nextAt), asc(platformOutbox.id))
      .limit(AT_ONCE),
  );
  for (const { id, topic, payload, attempts } of waiting) {
    try {
      await applyMessage(env, control, { id, topic, payload } as unknown as CompanyMessage);
    } catch (error) {
      console.error(`Message ${id} was not applied`, error);
      const wait = Math.min(2 ** attempts, LONGEST_WAIT) * MINUTE;
      await control.read(
        control.updating(platformOutbox, eq(platformOutbox.id, id), {
          attempts: attempts + 1,
          nextAt: at + wait,
        }),
      );
    }
  }
  return waiting.length === AT_ONCE ? "" : null;
}

/** Applies what a request has decided and saved. Of one that was refused, or had been carried out before, nothing waits. */
export async function applyAtOnce(env: Env, messages: readonly Message[]): Promise<void> {
  if (!messages.length) return;
  try {
    const control = openControl(env);
    const [saved] = await control.read(
      control
        .select({ id: platformOutbox.id })
        .from(platformOutbox)
        .where(
          and(
            inArray(platformOutbox.id, among(messages.map(({ id }) => id))),
            isNull(platformOutbox.sentAt),
          ),
        ),
    );
    for (const message of messages)
      if (saved.some(({ id }) => id === message.id))
        await applyMessage(env, control, message as CompanyMessage);
  } catch (error) {
    console.error("A message waits for the job", error);
  }
}
