import { z } from "zod";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { conflict, isRefusal, refuse } from "../../refusals.ts";
import { checked } from "../entity/fields.ts";
import { counted, countSent, isTooMuch, mostByLink, refuseMore } from "../labels/public-limits.ts";
import { callFlow } from "../service-calls/flow.ts";
import { openedBy } from "./open.ts";
import { remarked, remarkText } from "./remark.ts";

type Values = Record<string, string>;
type Said = Answer<null>;

/** What the link may have done by its forms, in the flow's words. */
const moves = { works: "close", again: "reopen", rate: "rate" } as const;
type Intent = keyof typeof moves;
export const isIntent = (word: string): word is Intent => Object.hasOwn(moves, word);
const messages: Record<Intent, string> = {
  works: "Thank you. The call is closed.",
  again: "Thank you. The call is open again.",
  rate: "Thank you for the rating.",
};

/** The call of a link with what every command from it needs: its limits, and what it was answered before. */
async function opened(visit: Visit, token: string) {
  const found = await openedBy(
    visit,
    token,
    (db, it, network, now) => [countSent(db, it("asset_id"), network, now)] as const,
  );
  const { db, device, network, now, guest } = found;
  if (guest().isReadOnly)
    refuse(402, "The subscription of this company has ended. Nothing is taken here.");
  const [[sent]] = found.rest;
  const limits = counted(db, device.id, network, now, mostByLink);
  return { ...found, limits, isTooMany: isTooMuch(sent, mostByLink) };
}

/** Carries a command out; one that was carried out before, its answer lost, is answered as it was. */
async function onceAt(
  db: { firstAnswer<D>(): Promise<Answer<D> | null> },
  isTooMany: boolean,
  work: () => Promise<Said>,
): Promise<Said> {
  const first = async () => {
    const answer = await db.firstAnswer<null>();
    return answer && { ...answer, data: null };
  };
  if (isTooMany) return (await first()) ?? refuseMore();
  try {
    return await work();
  } catch (refusal) {
    const isRepeat = refusal instanceof Response && refusal.status === 409 ? await first() : null;
    if (isRepeat) return isRepeat;
    if (brokenRule(refusal)?.name === "assert_user_limit") refuseMore();
    throw refusal;
  }
}

/**
 * Makes a move of the call by its private link: `works` closes it, with a rating from 1 to 5 if one is given, `again` reopens
 * it, `rate` rates one that is resolved or closed.
 * @throws Response 402, 404, 409 when the call is not so that it can be, 422, 429
 */
export async function answerCall(
  visit: Visit,
  token: string,
  intent: Intent,
  values: Values,
): Promise<Said> {
  const { db, call, guest, limits, isTooMany } = await opened(visit, token);
  return onceAt(db, isTooMany, async () => {
    const moving = callFlow.move(guest(limits), call.id, moves[intent], values);
    const answer = await moving.catch((refusal: unknown) => {
      if (intent === "works" && isRefusal(refusal, 409))
        conflict("This call was answered meanwhile. See how it stands now.");
      throw refusal;
    });
    return { ...answer, message: messages[intent], data: null };
  });
}

const remark = z.strictObject({ remark: remarkText });

/** Adds a remark of the reporter while the call is open. @throws Response as `answerCall` */
export async function remarkOnCall(visit: Visit, token: string, values: Values): Promise<Said> {
  const { db, call, device, guest, now, limits, isTooMany } = await opened(visit, token);
  const { remark: text } = checked(remark, values);
  const over = () => conflict("This call is closed. Report the problem anew at the device.");
  return onceAt(db, isTooMany, async () => {
    if (!(openCalls as readonly string[]).includes(call.status)) over();
    try {
      return await db.commit<null>({
        ...remarked(
          db,
          guest().origin,
          { call, asset: device, open: openCalls },
          { remark: text, name: call.reportedByName, at: now },
          limits,
        ),
        answer: { status: 200, message: "Your remark was added", data: null },
      });
    } catch (error) {
      if (brokenRule(error)?.name === "assert_no_overlap") over();
      throw error;
    }
  });
}
