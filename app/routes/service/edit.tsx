import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { findReport, type ReportView, updateReport } from "#worker/domain/service-reports/index.ts";
import { portsOf } from "#worker/files/ports.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { reportForm } from "#worker/web/report-form.ts";
import type { Route } from "./+types/edit";
import { openedFrom } from "./opened.ts";
import { ReportForm } from "./report-form.tsx";
import { sent } from "./send.ts";

export function loader({ context, params }: Route.LoaderArgs) {
  if (!params.id.trim()) throw redirect("/dashboard");
  return findReport(context.get(sessionContext), params.id);
}

export const action = actions(
  ({ session, visit, id, form }) => updateReport(session, portsOf(visit), id, form),
  reportForm,
);
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sent(serverAction);

/** What was typed outlives a save. */
export const shouldRevalidate = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => !formMethod && defaultShouldRevalidate;
export const meta = () => [{ title: "Update Service/PM Report - Plumbline" }];

const closedText = ({ lockedAt, cancelledAt }: ReportView) =>
  cancelledAt
    ? "This report is cancelled. It can be read, not changed."
    : lockedAt
      ? "This report is locked. It can be read, not changed."
      : undefined;

export default function Edit({ loaderData: report, actionData }: Route.ComponentProps) {
  return (
    <ReportForm
      key={report.id}
      isEdit
      title="Update Service/PM Report"
      verb="Update Service Report"
      asset={report.asset}
      first={openedFrom(report)}
      file={report.media}
      refused={refusalOf(actionData)}
      closed={closedText(report)}
    />
  );
}
