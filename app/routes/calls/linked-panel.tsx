import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Props = { detail: CallDetail };

/** What was written and sent because of the call, and what it cost. */
export function LinkedPanel({ detail }: Props) {
  const { call, cover, reports, passes, asset, may, sees } = detail;
  if (!sees.assets && !passes.length) return null;
  const counted = reports.filter(({ cancelledAt }) => cancelledAt === null);
  const total = counted.reduce((sum, one) => sum + one.totalCostMinor, 0);
  const parts = counted.reduce((sum, one) => sum + one.partsCostMinor, 0);
  return (
    <Panel
      title="Linked records and cost"
      actions={<Money minor={total} />}
      flush
      foot={
        cover?.hasSpares &&
        parts > 0 && (
          <div className="note amber">
            <Icon name="alert" />
            <span>Parts cost was entered, and the cover includes spares. Was it charged?</span>
          </div>
        )
      }
    >
      <ul className="row-list">
        {reports.map((one) => (
          <li key={one.id}>
            <div>
              <Link className="name code" to={`/asset/service-report/print/${one.id}`}>
                {one.serviceTicket}
              </Link>
              <span className="line-2">
                {one.cancelledAt === null ? "Service report" : "Cancelled service report"},{" "}
                <DateText on={one.serviceOn} />, {one.doneBy}
              </span>
            </div>
            <span className="at">
              <Money minor={one.totalCostMinor} />
            </span>
          </li>
        ))}
        {passes.map((one) => (
          <li key={one.id}>
            <div>
              <Link className="name code" to={`/gate-pass/${one.id}`}>
                {one.number}
              </Link>
              <span className="line-2">
                Gate pass
                {one.expectedReturnOn && (
                  <>
                    , back <DateText on={one.expectedReturnOn} />
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
        {reports.length === 0 && (
          <li>
            <div>
              No service report
              <span className="line-2">Parts, checks and cost are entered there</span>
            </div>
            {may.report && (
              <Link
                className="btn btn-sm"
                to={`/asset/service-report/${asset.id}?breakdown=${call.id}`}
              >
                Service report
              </Link>
            )}
          </li>
        )}
      </ul>
    </Panel>
  );
}
