import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { platformOutbox } from "#drizzle/control/index.ts";
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
