import { z } from "zod";
import type { Answer } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { startRun } from "../runs/runs.ts";
import { reportIn, reportNamed } from "./all.ts";
import { filtersIn } from "./rows.ts";

const input = z.strictObject({ format: z.enum(["csv", "pdf"], "Choose CSV or PDF") });

/** Has a report made in the background. @throws Response 403; 404; 409 while three of the person's are made; 422 */
export async function askForReport(
  session: Session,
  params: URLSearchParams,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const name = reportIn(session, params);
  const report = reportNamed(session, name);
  const { format } = checked(input, sent);
  return startRun(session, {
    ...{ kind: "report", subject: report.subject, title: report.title, format },
    params: { ...filtersIn(report, params), report: name },
  });
}
