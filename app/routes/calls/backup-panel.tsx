import { Link } from "react-router";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { plural } from "#app/shared/plural.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Props = { detail: CallDetail };

const nearnessWords = {
  location: "Same Location",
  room: "Same room",
  floor: "Same floor",
  building: "Same building",
  site: "Same site",
  city: "Same city",
  elsewhere: "In another city",
  unknown: "Distance not known",
} as const;
const hinderedWords = {
  broken: "Not offered: it does not work",
  out: "Not offered: out on a gate pass",
  moving: "Not offered: in a transfer",
  lost: "Not offered: not located",
} as const;

/** Devices on standby that could stand in, the nearest first. */
export function BackupPanel({ detail: { call, asset, backups, may } }: Props) {
  const mayReserve = may.reserve && (workedOn as readonly string[]).includes(call.status);
  return (
    <Panel title="Backup" actions={<span className="muted">Same type, on standby</span>} flush>
      {backups.length === 0 ? (
        <div className="panel-body">
          <p className="muted">
            {asset.machineTypeId
              ? "No device of this machine type is on standby."
              : "This device has no machine type, so none can be found that stands in."}
          </p>
        </div>
      ) : (
        <ul className="row-list">
          {backups.map((one) => (
            <li key={one.id}>
              <div>
                <Link className="name" to={`/asset/detail/${one.id}`}>
                  {[one.name, one.make, one.model].filter(Boolean).join(" ")}
                </Link>
                <span className="line-2">
                  <span className="code">{one.code}</span>,{" "}
                  {[one.department, one.path, one.room].filter(Boolean).join(", ")}
                </span>
                {!one.hindered && (
                  <span className="line-2">
                    {nearnessWords[one.nearness]}
                    {one.steps !== null &&
                      one.steps > 0 &&
                      plural(one.steps, ", 1 step away", ", {n} steps away")}
                  </span>
                )}
              </div>
              {one.hindered ? (
                <span className="at">{hinderedWords[one.hindered]}</span>
              ) : (
                mayReserve &&
                one.nearness !== "location" && (
                  <Link
                    className="btn btn-sm"
                    to={`/asset-transfer/create?assets=${one.id}&standsIn=${call.id}`}
                    aria-label={`Reserve ${one.code}`}
                  >
                    Reserve
                  </Link>
                )
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Spares that fit the device. */
export function SparesPanel({ detail: { spares } }: Props) {
  if (!spares.length) return null;
  return (
    <Panel title="Parts that fit" actions={<span className="muted">In stock</span>} flush>
      <ul className="row-list">
        {spares.map((item) => (
          <li key={item.id}>
            <div>
              <Link className="name" to={`/stocks/ledger/${item.id}`}>
                {item.name}
              </Link>
              <span className="line-2">
                {item.partNo && <span className="code">{item.partNo} </span>}
                {item.store}
              </span>
            </div>
            <span className="at">
              {quantityText(item.quantity, item.unit)}
              <br />
              <Money minor={item.rateMinor} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
