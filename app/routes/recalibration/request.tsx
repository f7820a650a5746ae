import { Link } from "react-router";
import { recalibrationRules } from "#app/shared/flows/recalibration-requests.ts";
import { plural } from "#app/shared/plural.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { recalibrationFlow } from "#worker/domain/recalibration/flow.ts";
import { recalibrationRequestPage } from "#worker/domain/recalibration/read.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesInAddress } from "#worker/web/flow-actions.ts";
import { CertificateBadge } from "../certificates/words.tsx";
import type { Route } from "./+types/request";
import { RequestBadge } from "./words.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  recalibrationRequestPage(context.get(sessionContext), params.id);
export { clientAction } from "#app/ui/sending.ts";
export const action = actions(movesInAddress(recalibrationFlow));
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.request.requestNo ?? "Request"} - Plumbline` },
];

type Page = Awaited<ReturnType<typeof recalibrationRequestPage>>;

/** A consumer's request: what is asked for, what was answered, and the certificates begun for it. */
export default function RecalibrationRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, may } = loaderData;
  const { id, requestNo, consumerId, consumerName, contactName, status } = request;
  const dialog = useDialog();
  const offered = request.moves.filter(({ fits }) => fits);
  return (
    <div className="stack">
      <PageHead
        title={requestNo}
        crumbs={[
          { label: "Consumers", to: "/consumers" },
          { label: "Recalibration requests", to: "/recalibration-requests" },
        ]}
        badges={<RequestBadge status={status} />}
        actions={offered.map((move, nth) => (
          <Link
            key={move.move}
            className={nth === 0 ? "btn btn-primary" : "btn"}
            to={dialog.to({ do: move.move })}
            preventScrollReset
          >
            {move.label}
          </Link>
        ))}
      />
      <Panel title="What is asked for">
        <DefinitionList
          entries={[
            [
              "Consumer",
              <Link key="consumer" to={`/consumer/detail/${consumerId}`}>
                {consumerName}
              </Link>,
            ],
            ["Asked by", contactName],
            ["Sent on", <TimeText key="sent" at={request.createdAt} />],
            ["Wished for", <DateText key="wished" on={request.wishedOn} />],
            ["Note", request.note ?? "–"],
            ["Answer", request.answer ?? "–"],
          ]}
        />
      </Panel>
      <Lines request={request} may={may} />
      <MoveDialog
        of={{ id, version: request.version, moves: request.moves }}
        rules={recalibrationRules}
        name={requestNo}
        problem={refusalOf(actionData)}
      />
    </div>
  );
}

/** The machines, each with its certificate or the way to begin it. */
function Lines({ request: { lines, status }, may }: Page) {
  return (
    <Panel flush title={plural(lines.length, "1 machine", "{n} machines")}>
      <DataTable
        label="Machines"
        rows={lines}
        rowName={({ machineNo }) => machineNo}
        sticky={false}
        columns={[
          {
            key: "no",
            label: "Machine",
            card: "c-top",
            show: ({ machineId, machineNo }) =>
              may.machines ? (
                <Link className="code" to={`/machine/${machineId}`}>
                  {machineNo}
                </Link>
              ) : (
                <span className="code">{machineNo}</span>
              ),
          },
          { key: "name", label: "Name", card: "c-name", field: "machineName" },
          { key: "serial", label: "Serial no", card: "c-meta", as: "code", field: "serialNo" },
          { key: "due", label: "Next due", card: "c-due", as: "day", field: "nextDueOn" },
          {
            key: "certificate",
            label: "Certificate",
            card: "c-due",
            keep: true,
            show: ({ id, machineId, certificateReportId, certificateName, certificateStatus }) => (
              <>
                {certificateReportId && certificateStatus && (
                  <span className="badges">
                    <Link className="code" to={`/certificate-report/${certificateReportId}`}>
                      {certificateName}
                    </Link>{" "}
                    <CertificateBadge status={certificateStatus} />
                  </span>
                )}
                {may.begin &&
                  status === "accepted" &&
                  (!certificateStatus || certificateStatus === "cancelled") && (
                    <Link
                      className="btn btn-sm"
                      to={`/certificate-report/create?machine=${machineId}&line=${id}`}
                    >
                      Begin certificate
                    </Link>
                  )}
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
