import { Link } from "react-router";
import { recalibrationRules } from "#app/shared/flows/recalibration-requests.ts";
import { plural } from "#app/shared/plural.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { portalRequests } from "#worker/domain/portal/read.ts";
import { contactContext } from "#worker/web/context.ts";
import { requestActions } from "#worker/web/portal.ts";
import { RequestBadge } from "../recalibration/words.tsx";
import type { Route } from "./+types/requests";
import { More } from "./search.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  portalRequests(context.get(contactContext), new URL(request.url).searchParams);
export { clientAction } from "#app/ui/sending.ts";
export const action = requestActions;
export const meta = () => [{ title: "Requests" }];

type Request = Awaited<ReturnType<typeof portalRequests>>["rows"][number];
const { title, verb, from } = recalibrationRules.moves.withdraw;
const mayWithdraw = ({ status }: Request) => (from as readonly string[]).includes(status);

/** What the contact's consumer has asked for, and how it stands. */
export default function PortalRequests({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, next } = loaderData;
  const { to, asked, shown } = useDialog();
  const opened = rows.find(({ id }) => asked("do") === "withdraw" && id === asked("on"));
  return (
    <>
      <div className="portal-head">
        <h1>Requests</h1>
        <Link className="btn btn-primary" to="/portal/request">
          Ask for recalibration
        </Link>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          title="No request yet"
          text="Choose machines that fall due and ask the laboratory to calibrate them. Here you see what it answers."
        />
      ) : (
        <ul className="portal-requests" aria-label="Requests">
          {rows.map((row) => (
            <RequestCard
              key={row.id}
              row={row}
              withdraw={mayWithdraw(row) ? to({ do: "withdraw", on: row.id }) : null}
            />
          ))}
        </ul>
      )}
      <More next={next} />
      {opened && (
        <ConfirmDialog
          {...shown}
          problem={refusalOf(actionData)}
          title={title(opened.requestNo)}
          intent="withdraw"
          hidden={{ id: opened.id }}
          verb={verb}
          keep="Keep request"
        >
          <p>The laboratory does not work on it. You can ask for its machines again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function RequestCard({ row, withdraw }: { row: Request; withdraw: string | null }) {
  const rest = row.lineCount - row.machines.length;
  return (
    <li className="panel">
      <div className="portal-head">
        <h2 className="code">{row.requestNo}</h2>
        <RequestBadge status={row.status} />
      </div>
      <p className="muted">
        Sent <TimeText at={row.createdAt} />
        {row.wishedOn && (
          <>
            , wished for <DateText on={row.wishedOn} />
          </>
        )}
      </p>
      {row.note && <p className="said">{row.note}</p>}
      {row.answer && (
        <p>
          <b>The laboratory: </b>
          {row.answer}
        </p>
      )}
      <ul className="portal-lines">
        {row.machines.map((machine) => (
          <li key={machine.machineNo}>
            {machine.machineName} <span className="code muted">{machine.machineNo}</span>
            {machine.certificateId && machine.certificateNo && (
              <a
                className="code"
                href={`/portal/certificate/${machine.certificateId}/pdf`}
                target="_blank"
                rel="noreferrer"
              >
                {machine.certificateNo}
              </a>
            )}
          </li>
        ))}
        {rest > 0 && (
          <li className="muted">{plural(rest, "1 more machine", "{n} more machines")}</li>
        )}
      </ul>
      {withdraw && (
        <Link className="btn btn-sm" to={withdraw} preventScrollReset>
          Withdraw
          <span className="sr-only">{row.requestNo}</span>
        </Link>
      )}
    </li>
  );
}
