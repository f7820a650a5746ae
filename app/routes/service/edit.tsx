import { redirect } from "react-router";
import { whyNot } from "#app/shared/flows/rules.ts";
import { reportRules } from "#app/shared/flows/service-reports.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { reportFlow, reportToEdit, updateReport } from "#worker/domain/service-reports/index.ts";
import { portsOf } from "#worker/files/ports.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { reportForm } from "#worker/web/report-form.ts";
import type { Route } from "./+types/edit";
import { openedFrom } from "./opened.ts";
import { ReportForm } from "./report-form.tsx";

export { clientAction, shouldRevalidate } from "#app/ui/sending.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!params.id.trim()) throw redirect("/dashboard");
  const session = context.get(sessionContext);
  const report = await reportToEdit(session, params.id);
  return { report, why: whyNot(reportRules, "edit", report, reportFlow.moverOf(session)) };
}

export const action = actions(
  ({ session, visit, id, form }) => updateReport(session, portsOf(visit), id, form),
  reportForm,
);

export const meta = () => [{ title: "Update Service/PM Report - Plumbline" }];

export default function Edit({ loaderData: { report, why }, actionData }: Route.ComponentProps) {
  return (
    <ReportForm
      key={report.id}
      isEdit
      title="Update Service/PM Report"
      verb="Update Service Report"
      asset={report.asset}
      dues={report.dues}
      first={openedFrom(report)}
      file={report.media}
      storedFiles={report.files}
      refused={refusalOf(actionData)}
      closed={why === null ? undefined : `${why}. It can be read, not changed.`}
    />
  );
}
