import { Link, useLocation } from "react-router";
import type { ListPage } from "#app/shared/list.ts";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "#app/ui/format.ts";
import { listUrl } from "#app/ui/list-url.ts";
import { Money } from "#app/ui/money.tsx";
import type { AssetSums } from "#worker/domain/assets/sums.ts";

type Props = {
  page: Pick<ListPage, "total" | "capped">;
  sums: AssetSums;
};

/** What is known of all devices that match: how many, what they cost, and the exceptions among them, each a link to them. */
export function ListSums({ page: { total, capped }, sums }: Props) {
  const { locale } = useFormat();
  const at = useLocation();
  const number = (n: number, isCapped = false) => `${numberText(n, locale)}${isCapped ? "+" : ""}`;
  const exceptions = [
    { label: "Without a price", value: sums.unpriced, filter: ["missing", "cost"] },
    { label: "Not working", value: sums.broken, filter: ["condition", "not_working"] },
    {
      label: "PM overdue",
      value: sums.late,
      isCapped: sums.lateIsCapped,
      filter: ["pm", "overdue"],
    },
  ].filter(({ value }) => value);
  return (
    <dl className="list-sums" aria-label="Totals of this list">
      {total !== null && (
        <div>
          <dt>Assets</dt>
          <dd>{number(total, capped)}</dd>
        </div>
      )}
      {sums.valueMinor ? (
        <div>
          <dt>Purchase value</dt>
          <dd>
            <Money minor={sums.valueMinor} />
          </dd>
        </div>
      ) : null}
      {exceptions.map(({ label, value, isCapped, filter }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Link to={listUrl(at, Object.fromEntries([filter]))} preventScrollReset>
              {number(value ?? 0, isCapped)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
