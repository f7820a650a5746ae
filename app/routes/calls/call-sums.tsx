import { Link, useLocation } from "react-router";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { useFormat } from "#app/ui/format.ts";
import { listUrl } from "#app/ui/list-url.ts";
import type { listCalls } from "#worker/domain/service-calls/list.ts";

type List = Pick<Awaited<ReturnType<typeof listCalls>>, "figures" | "sums" | "tabs">;

const exceptions = {
  down: "Equipment down",
  unassigned: "Not assigned",
  late: "Late",
} as const;
const narrowed = { all: "Calls", ...exceptions } as const;

/** How all the work stands; of a list that is narrowed, what is counted of those that were looked through. */
export function CallSums({ list: { figures, sums, tabs } }: { list: List }) {
  const { locale } = useFormat();
  const at = useLocation();
  if (!figures)
    return (
      sums && (
        <dl className="list-sums" aria-label="Totals of this list">
          {Object.entries(narrowed).map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{numberText(sums[key as keyof typeof narrowed] ?? 0, locale)}</dd>
            </div>
          ))}
        </dl>
      )
    );
  const { isCut, median } = figures;
  return (
    <dl className="list-sums" aria-label="Totals of all open calls">
      <div>
        <dt>Open</dt>
        <dd>{numberText(tabs.find(({ key }) => key === "open")?.count ?? 0, locale)}</dd>
      </div>
      {Object.entries(exceptions).map(([key, label]) => {
        const count = figures[key as keyof typeof exceptions];
        const text = `${numberText(count, locale)}${isCut && count ? "+" : ""}`;
        const to = listUrl(at, { tab: null, sort: null, dir: null, [key]: "yes" });
        return (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {count ? (
                <Link to={to} preventScrollReset>
                  {text}
                </Link>
              ) : (
                text
              )}
            </dd>
          </div>
        );
      })}
      {median && (
        <div className="hide-phone">
          <dt>{plural(median.of, "The last one resolved", "Median of the last {n} resolved")}</dt>
          <dd>{`${median.respond} to respond, ${median.resolve} to resolve`}</dd>
        </div>
      )}
    </dl>
  );
}
