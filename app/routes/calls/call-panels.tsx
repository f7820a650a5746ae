import { Link } from "react-router";
import { coverWords } from "#app/shared/asset-words.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Props = { detail: CallDetail };
const telOf = (phone: string) => `tel:${phone.replace(/[^\d+]/g, "")}`;

/** What covered the device when the call began. */
export function CoverPanel({ detail: { cover, today } }: Props) {
  const { date } = useDates();
  if (!cover)
    return (
      <Panel title="Cover">
        <p className="muted">
          No warranty and no contract covered this device when it was reported.
        </p>
      </Panel>
    );
  const left = daysBetween(today, cover.until);
  return (
    <Panel
      title="Cover"
      actions={
        <Badge
          tone={left < 0 ? "hold" : left <= SOON_DAYS ? "amber" : "in-date"}
          icon={left < 0 ? "pause" : left <= SOON_DAYS ? "clock" : "ok"}
        >
          {left < 0 ? `Ended ${date(cover.until)}` : `Until ${date(cover.until)}`}
        </Badge>
      }
    >
      <p className="panel-lead">
        <b>{[coverWords[cover.kind], cover.vendorName].filter(Boolean).join(", ")}</b>
        {cover.vendorPhone && <a href={telOf(cover.vendorPhone)}>{cover.vendorPhone}</a>}
      </p>
      <dl className="facts-dl">
        <dt>Response</dt>
        <dd>
          {cover.responseHours === null
            ? "Not promised"
            : plural(cover.responseHours, "Within 1 hour", "Within {n} hours")}
        </dd>
        <dt>Labour</dt>
        <dd>{cover.hasLabour ? "Included" : "Chargeable"}</dd>
        <dt>Spares</dt>
        <dd>
          {cover.hasSpares ? "Included" : "Chargeable"}
          {cover.exclusions && `. Not included: ${cover.exclusions}`}
        </dd>
        {cover.visitsLeft !== null && cover.visitsPerYear !== null && (
          <>
            <dt>PM visits</dt>
            <dd>{`${cover.visitsLeft} of ${cover.visitsPerYear} left`}</dd>
          </>
        )}
        {cover.number && (
          <>
            <dt>Contract</dt>
            <dd className="code">{cover.number}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

const nearnessWords = {
  location: "Same Location",
  room: "Same room",
  floor: "Same floor",
  building: "Same building",
  site: "Same site",
  city: "Same city",
  elsewhere: "In another city",
  unknown: "Place not known",
} as const;
const hinderedWords = {
  broken: "Not offered: it does not work",
  out: "Not offered: out on a gate pass",
  moving: "Not offered: in a transfer",
  lost: "Not offered: not located",
} as const;

/** Devices on standby that could stand in, the nearest first. */
export function BackupPanel({ detail: { asset, backups } }: Props) {
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
              </div>
              <span className="at">
                {one.hindered ? hinderedWords[one.hindered] : nearnessWords[one.nearness]}
                {!one.hindered && one.steps !== null && one.steps > 0 && (
                  <>
                    <br />
                    {plural(one.steps, "1 step away", "{n} steps away")}
                  </>
                )}
              </span>
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
