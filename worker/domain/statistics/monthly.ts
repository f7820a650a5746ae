import { z } from "zod";
import type { Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { STATISTICS } from "../reports/mailed.ts";
import { keepSubscription } from "../reports/subscriptions.ts";
import { periodKinds } from "./period.ts";
import { dimensions } from "./tally.ts";

const input = z.strictObject({});
const names = ["compare", "department", ...dimensions];

/** The filters that stay from month to month: months of one's own choice become twelve. */
export function lastingStatistics(params: URLSearchParams): Record<string, string> {
  const kind = periodKinds.find((one) => one === params.get("period")) ?? "months";
  const kept = names.flatMap((name) => {
    const value = params.get(name) ?? "";
    return /^[\w-]{1,64}$/.test(value) ? [[name, value] as const] : [];
  });
  return { period: kind === "custom" ? "months" : kind, ...Object.fromEntries(kept) };
}

/**
 * The person gets the page of statistics as a PDF in the first morning of each month, with its filters, up to the month before.
 * @throws Response 403; 409 for the 21st; 422
 */
export async function subscribeStatistics(
  session: Session,
  params: URLSearchParams,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  session.authorize("view-asset");
  checked(input, sent);
  return keepSubscription(session, STATISTICS, lastingStatistics(params), "pdf");
}
