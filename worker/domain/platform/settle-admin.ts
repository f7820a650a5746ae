import { eq } from "drizzle-orm";
import type { Problem } from "#app/shared/refusal.ts";
import { adminDirectory, companies, platformAppliedMessages } from "#drizzle/control/index.ts";
import { appliedMessages } from "#drizzle/tenant/index.ts";
import { onceOnly } from "../../db/applied.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { isRefusal } from "../../refusals.ts";
import type { AdminAsked } from "./admin-effects.ts";

/** Somebody of the company may be faster: then it is looked at anew. */
const ATTEMPTS = 2;

/**
 * Carries out what staff ask of a company's Admin, once. What the company refuses for good is over, too: the directory and the platform's
 * log keep why. Who becomes the owner, the platform notes when the company has agreed.
 */
export async function settleAdmin(
  control: PlatformDb,
  db: CompanyDb,
  { id, payload }: { id: string; payload: AdminAsked },
  carryOut: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; !(await isApplied(db, id)); attempt++) {
    try {
      await onceOnly(carryOut());
      break;
    } catch (error) {
      const isLast = attempt === ATTEMPTS;
      if (isRefusal(error, 409) && isLast)
        return refused(control, db.companyId, id, payload, error);
      if (isLast || !isOvertaken(error)) throw error;
    }
  }
  if (payload.act === "make-owner")
    await control.read(
      control.updating(companies, eq(companies.id, db.companyId), { ownerUserId: payload.userId }),
    );
}

/** Refused, or stopped by the plan's limit in the batch: the second look says which, in words. */
const isOvertaken = (error: unknown) =>
  isRefusal(error, 409) || brokenRule(error)?.name === "assert_user_limit";

async function isApplied(db: CompanyDb, id: string): Promise<boolean> {
  const [[before]] = await db.read(
    db
      .select({ id: appliedMessages.id })
      .from(appliedMessages)
      .where(db.ofOwner(appliedMessages, eq(appliedMessages.id, id)))
      .limit(1),
  );
  return before !== undefined;
}

async function refused(
  control: PlatformDb,
  companyId: string,
  messageId: string,
  { act, entryId, userId, name }: AdminAsked,
  refusal: Response,
): Promise<void> {
  const { message } = await refusal.clone().json<Problem>();
  await onceOnly(
    control.commit({
      writes: [
        control.inserting(platformAppliedMessages, { id: messageId, appliedAt: Date.now() }),
        ...(entryId
          ? [control.updating(adminDirectory, eq(adminDirectory.id, entryId), { refusal: message })]
          : []),
      ],
      activity: {
        ...{ action: "refuse.admin", kind: "admin", id: userId, label: name, companyId },
        changes: [{ field: "asked", from: null, to: act.replace("-", " ") }],
        reason: message,
      },
      answer: { status: 200, message: "", data: null },
    }),
  );
}
