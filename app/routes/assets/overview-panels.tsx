import { dueBadge, type Service } from "#app/shared/due.ts";
import { Money } from "#app/ui/money.tsx";
import { Badge, DefinitionList, Panel } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { wordOf } from "./words.tsx";

/** A day in a list of facts. */
export const day = (on: string | null) => on && <DateText on={on} />;
const yes = (value: boolean) => (value ? "Yes" : "No");

/** How a service stands, with its date. */
export function DueText({ today, ...service }: Service & { today: string }) {
  const { date } = useDates();
  const { tone, icon, calm, state, text } = dueBadge(service, today, date);
  return (
    <span className="due">
      <Badge tone={tone} icon={icon} calm={calm}>
        {text}
      </Badge>
      {(state === "soon" || state === "late") && <DateText on={service.next} />}
    </span>
  );
}

/** How the device was condemned and disposed of. */
export function EndPanel({ asset }: { asset: AssetDetail["asset"] }) {
  return (
    <Panel title="End of life">
      <DefinitionList
        entries={[
          ["Condemned on", day(asset.condemnedOn)],
          ["Condemned for", wordOf(asset.condemnReason)],
          ["Disposed on", day(asset.disposedOn)],
          ["Disposed of by", wordOf(asset.disposalMode)],
          ["Value", <Money key="value" minor={asset.disposalValueMinor} />],
          ["Reference", asset.disposalRef],
        ]}
      />
    </Panel>
  );
}

/** A value of a category's own field. */
export const ownValue = (value: unknown) => {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return yes(value);
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? day(value)
    : String(value);
};

export function Span({ from, to }: { from: string | null; to: string | null }) {
  if (!from && !to) return <span className="quiet">–</span>;
  return (
    <>
      {from && <DateText on={from} />} {to && "to"} {to && <DateText on={to} />}
    </>
  );
}
