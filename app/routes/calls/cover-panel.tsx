import { coverWords } from "#app/shared/asset-words.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { Badge, Panel } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
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
