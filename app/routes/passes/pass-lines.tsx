import { Link } from "react-router";
import { disposalHref } from "#app/shared/disposal.ts";
import { lineConditionText } from "#app/shared/line-conditions.ts";
import { formatMinor } from "#app/shared/money.ts";
import { Money } from "#app/ui/money.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { PassPage } from "./pass.tsx";

/** What is on a pass, and what is back of it; what is asked next of a device that came back or is given up. */
export function PassLines({ pass }: { pass: PassPage }) {
  const { lines, accessories, may } = pass;
  return (
    <Panel title={lines.length === 1 ? "1 line" : `${lines.length} lines`} flush>
      <ul className="feed">
        {lines.map((line) => {
          const { assetId, stockItemId, qty, returnedQty, unit } = line;
          const with_ = accessories.filter(
            (one) => one.assetId === assetId && line.accessoryIds.includes(one.id),
          );
          return (
            <li key={line.id}>
              <span className="feed-main">
                {assetId && may.asset ? (
                  <Link className="name" to={`/asset/detail/${assetId}`}>
                    {line.assetCode} {line.name}
                  </Link>
                ) : stockItemId && may.stock ? (
                  <Link className="name" to={`/stocks/ledger/${stockItemId}`}>
                    {line.name}
                  </Link>
                ) : (
                  <span className="name">{line.name}</span>
                )}
                <span className="muted">
                  {[
                    line.serialNo &&
                      (assetId ? `Serial ${line.serialNo}` : `Part no ${line.serialNo}`),
                    !assetId && `${qty} ${unit ?? (qty === 1 ? "piece" : "pieces")}`,
                    pass.outAt
                      ? `${lineConditionText(line.conditionOut).toLowerCase()} when it left`
                      : lineConditionText(line.conditionOut).toLowerCase(),
                  ]
                    .filter(Boolean)
                    .join(", ")}
                  {line.estValueMinor !== null && (
                    <>
                      , <Money minor={line.estValueMinor} />
                    </>
                  )}
                </span>
                {with_.length > 0 && (
                  <span className="muted">With {with_.map(({ name }) => name).join(", ")}</span>
                )}
                {line.remark && <span className="said">{line.remark}</span>}
                {returnedQty > 0 && line.returnedAt && (
                  <span className="muted">
                    {returnedQty} of {qty} back <TimeText at={line.returnedAt} />,{" "}
                    {lineConditionText(line.conditionIn).toLowerCase()}
                  </span>
                )}
                {line.photoMediaId && (
                  <a href={`/media/${line.photoMediaId}`} target="_blank" rel="noreferrer">
                    Photo of how it came back
                  </a>
                )}
                <Next pass={pass} line={line} />
              </span>
              <LineBadge pass={pass} line={line} />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

type LineProps = { pass: PassPage; line: PassPage["lines"][number] };

function LineBadge({ pass, line }: LineProps) {
  const { qty, returnedQty, isOpen } = line;
  if (returnedQty === qty)
    return (
      <Badge tone="in-date" icon="ok">
        Back
      </Badge>
    );
  if (pass.status === "written_off")
    return (
      <Badge tone="overdue" icon="trash">
        Written off
      </Badge>
    );
  if (pass.status === "closed")
    return (
      <Badge tone="hold" icon="out">
        Left
      </Badge>
    );
  return isOpen && pass.outAt !== null ? (
    <Badge tone="info" icon="out">
      {qty > 1 ? `${qty - returnedQty} out` : "Out"}
    </Badge>
  ) : null;
}

/** How a device is disposed of that left for good, by the purpose of its pass. */
const disposalModes: Record<string, string> = { condemn_sale: "sale", demo_return: "returned" };

/** What is to be done with a device now that it is back, or gone. */
function Next({ pass, line }: LineProps) {
  const { assetId, lifecycle, isOpen } = line;
  if (!assetId) return null;
  const { purpose, status, breakdownId, may } = pass;
  const isBack = line.returnedQty === line.qty;
  if (isBack && purpose === "repair" && may.report) {
    const about = breakdownId ? `?breakdown=${breakdownId}` : "";
    return (
      <Link to={`/asset/service-report/${assetId}${about}`}>
        Write the service report of the repair
      </Link>
    );
  }
  const isGone = status === "closed" || (status === "written_off" && !isBack && !isOpen);
  if (!isGone || !may.condemn) return null;
  if (lifecycle === "condemned")
    return (
      <Link
        to={disposalHref({
          ...{ assetId, pass: pass.number, party: pass.party?.vendorName ?? pass.partyName ?? "" },
          on: pass.leftOn ?? pass.today,
          mode: disposalModes[purpose] ?? "",
          value: line.estValueMinor === null ? "" : formatMinor(line.estValueMinor),
        })}
      >
        Dispose of it: it has left for good
      </Link>
    );
  return lifecycle === "disposed" ? null : (
    <Link to={`/asset/detail/${assetId}?do=condemn`}>Condemn it: it does not come back</Link>
  );
}
