import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Badge } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { portalMachines } from "#worker/domain/portal/read.ts";
import { contactContext } from "#worker/web/context.ts";
import { DueBadge, MachineBadge } from "../calibration/machine-words.tsx";
import type { Route } from "./+types/machines";
import { More, PortalSearch } from "./search.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  portalMachines(context.get(contactContext), new URL(request.url).searchParams);
export const meta = () => [{ title: "Machines" }];

type Row = Awaited<ReturnType<typeof portalMachines>>["rows"][number];

/** The machines of the contact's consumer: what falls due first comes first. */
export default function PortalMachines({ loaderData }: Route.ComponentProps) {
  const { rows, next, q, today } = loaderData;
  return (
    <>
      <h1>Machines</h1>
      <PortalSearch label="Number, name, maker or serial no" q={q} />
      {rows.length === 0 ? (
        q ? (
          <EmptyState title={`Nothing matches “${q}”`} />
        ) : (
          <EmptyState
            title="No machine yet"
            text="Machines that the laboratory calibrates for you are here, with when they fall due."
          />
        )
      ) : (
        <form action="/portal/request" className="stack">
          <ul className="portal-list" aria-label="Machines">
            {rows.map((row) => (
              <MachineRow key={row.id} row={row} today={today} />
            ))}
          </ul>
          <div className="portal-pack">
            <button className="btn btn-primary" type="submit">
              <Icon name="gauge" />
              Ask for recalibration
            </button>
          </div>
        </form>
      )}
      <More next={next} />
    </>
  );
}

function MachineRow({ row, today }: { row: Row; today: string }) {
  const { id, machineNo, machineName, modelName, serialNo, customerTag, locationText } = row;
  const about = [
    modelName,
    serialNo && `serial no ${serialNo}`,
    customerTag && `your tag ${customerTag}`,
    locationText,
  ];
  return (
    <li>
      <label className="check">
        <input type="checkbox" name="machine" value={id} disabled={!row.mayAsk} />
        <span className="sr-only">Choose {machineNo}</span>
      </label>
      <div>
        <p>
          <b>{machineName}</b> <span className="code muted">{machineNo}</span>
        </p>
        <p className="muted">{about.filter(Boolean).join(", ")}</p>
        {row.lastNo && (
          <p>
            Last certificate{" "}
            <a
              className="code"
              href={`/portal/certificate/${row.lastId}/pdf`}
              target="_blank"
              rel="noreferrer"
            >
              {row.lastNo}
            </a>
          </p>
        )}
      </div>
      <div className="portal-state">
        <DueBadge machine={row} today={today} />
        {row.status !== "active" && <MachineBadge status={row.status} archivedAt={null} />}
        {row.requestNo && (
          <Badge tone="info" icon="clock">
            {`Asked for: ${row.requestNo}`}
          </Badge>
        )}
      </div>
      <div className="portal-files">
        {row.mayAsk && (
          <Link className="btn btn-sm" to={`/portal/request?machine=${id}`}>
            Ask for recalibration
            <span className="sr-only">of {machineNo}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
