import { refusalOf } from "#app/ui/form.tsx";
import { createReport, newReport } from "#worker/domain/service-reports/index.ts";
import { portsOf } from "#worker/files/ports.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { reportForm } from "#worker/web/report-form.ts";
import type { Route } from "./+types/create";
import { openedNew } from "./opened.ts";
import { ReportForm } from "./report-form.tsx";

export { clientAction, shouldRevalidate } from "#app/ui/sending.ts";

export const loader = async ({ context, params, request }: Route.LoaderArgs) => ({
  ...(await newReport(context.get(sessionContext), params.id)),
  /** The call that the report was begun from. */
  asked: new URL(request.url).searchParams.get("breakdown"),
  /** The planned service that it is to do. */
  occurrence: new URL(request.url).searchParams.get("occurrence"),
});

export const action = actions(
  ({ session, visit, id, form }) => createReport(session, portsOf(visit), id, form),
  reportForm,
);

export const meta = () => [{ title: "Create Service/PM Report - Plumbline" }];

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ReportForm
      key={loaderData.asset.id}
      isEdit={false}
      title="Create Service/PM Report"
      verb="Create Service Report"
      asset={loaderData.asset}
      first={openedNew(loaderData)}
      calls={loaderData.calls}
      dues={loaderData.dues}
      file={null}
      refused={refusalOf(actionData)}
    />
  );
}
