import type { Answer } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { applyMessage, type CompanyMessage } from "./company-messages.ts";

/** Applies at once what was decided. When that fails, the job does it later, and the answer says so. */
export async function applied<D>(
  env: Env,
  db: PlatformDb,
  message: CompanyMessage,
  answer: Answer<D>,
): Promise<Answer<D>> {
  try {
    await applyMessage(env, db, message);
    return answer;
  } catch (error) {
    console.error(`Message ${message.id} waits for the job`, error);
    return { ...answer, warnings: ["It takes effect in a few minutes."] };
  }
}
