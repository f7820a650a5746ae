import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { useFormat } from "#app/ui/format.ts";
import { listUrl } from "#app/ui/list-url.ts";
import type { CallFigures } from "#worker/domain/service-calls/figures.ts";
import type { listCalls } from "#worker/domain/service-calls/list.ts";

type List = Pick<Awaited<ReturnType<typeof listCalls>>, "sums" | "tabs" | "query" | "now">;

const exceptions = {
  down: "Equipment down",
  unassigned: "Not assigned",
  late: "Late",
} as const;
const narrowed = { all: "Calls", ...exceptions } as const;
type Exception = keyof typeof exceptions;

/** How all the work stands; of a list that is narrowed, what is counted of those that were looked through. */
export function CallSums({ list: { sums, tabs, query, now } }: { list: List }) {
  const { locale } = useFormat();
  const open = tabs.find(({ key }) => key === "open")?.count ?? null;
  const isWhole = query.q === "" && !Object.values(query.filters).some(Boolean);
  if (isWhole && !sums) return open === null ? null : <Standing open={open} at={now} />;
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
}

/** How all open calls stand: asked for once the list is there, and again when it is read anew. */
function Standing({ open, at }: { open: number; at: number }) {
  const { locale } = useFormat();
  const [figures, setFigures] = useState<CallFigures | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read anew has other figures
  useEffect(() => {
    const stop = new AbortController();
    ask<CallFigures | null>("/asset-breakdowns/figures", { signal: stop.signal }).then(
      setFigures,
      () => {},
    );
    return () => stop.abort();
  }, [at]);
  const median = figures?.median;
  return (
    <dl className="list-sums" aria-label="Totals of all open calls" aria-busy={figures === null}>
      <div>
        <dt>Open</dt>
        <dd>{numberText(open, locale)}</dd>
      </div>
      {Object.entries(exceptions).map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{figures ? <Count figures={figures} of={key as Exception} /> : "–"}</dd>
        </div>
      ))}
      {median && (
        <div className="hide-phone">
          <dt>{plural(median.of, "The last one resolved", "Median of the last {n} resolved")}</dt>
          <dd>{`${median.respond} to respond, ${median.resolve} to resolve`}</dd>
        </div>
      )}
    </dl>
  );
}

/** How many calls are an exception, as the way to them. */
function Count({ figures, of }: { figures: CallFigures; of: Exception }) {
  const { locale } = useFormat();
  const at = useLocation();
  const count = figures[of];
  if (!count) return "0";
  return (
    <Link to={listUrl(at, { tab: null, sort: null, dir: null, [of]: "yes" })} preventScrollReset>
      {`${numberText(count, locale)}${figures.isCut ? "+" : ""}`}
    </Link>
  );
}
