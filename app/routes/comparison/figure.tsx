import type { Figure } from "#app/shared/asset-metrics.ts";
import { figureText } from "#app/shared/figure-text.ts";
import { plural } from "#app/shared/plural.ts";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { Cell } from "#worker/domain/comparisons/cells.ts";
import type { ComparedRow } from "#worker/domain/comparisons/compare.ts";

type As = ComparedRow["as"];

/** How figures are written for the company's people: times in hours or days, shares in percent. */
export function useFigures() {
  const format = useFormat();
  const plain = (value: number, as: As): string => figureText(value, as, format);
  return {
    plain,
    text: ({ value, bound }: Figure, as: As): string => {
      if (as === "years" && value < 0) return `Over by ${plain(-value, as)}`;
      if (bound === "about") return `About ${plain(value, as)}`;
      if (bound === "more") return `More than ${plain(value, as)}`;
      return bound === "less" ? `Less than ${plain(value, as)}` : plain(value, as);
    },
  };
}

const none = <span className="quiet">n/a</span>;

/** A cell of the table: the figure or text, what is to be known beside it, and whether it is the best or the worst. */
export function FigureCell({ cell, row, at }: { cell: Cell; row: ComparedRow; at: number }) {
  const { text, plain } = useFigures();
  const { figure, beside } = cell;
  const mark = row.marks[at];
  const notes = [
    beside?.isEstimated && "The price is estimated",
    beside?.due !== undefined &&
      `${beside.onTime} of ${plural(beside.due, "1 PM", "{n} PMs")} on time`,
    figure?.bound === "about" && "Earlier reports were not read",
    beside?.equal !== undefined &&
      plural(beside.equal, "1 contract shared equally", "{n} contracts shared equally"),
    beside?.unshared !== undefined &&
      plural(beside.unshared, "1 contract without a share", "{n} contracts without a share"),
    beside?.median !== undefined &&
      `Median ${plain(beside.median, "hours")} of ${plural(beside.of ?? 0, "1 repair", "{n} repairs")}`,
  ].filter(Boolean);
  return (
    <>
      <span className="compare-value">
        {mark && (
          <span className={`compare-mark ${mark}`}>
            <Icon name={mark === "best" ? "ok" : "arrow-down"} size="s" />
            {mark === "best" ? "Best" : "Worst"}
          </span>
        )}
        {beside?.days !== undefined ? (
          plural(beside.days, "No failure in 1 day", "No failure in {n} days")
        ) : figure ? (
          text(figure, row.as)
        ) : (
          <Text cell={cell} row={row} />
        )}
      </span>
      {notes.map((note) => (
        <small key={String(note)} className="muted">
          {note}
        </small>
      ))}
    </>
  );
}

function Text({ cell: { text, on }, row }: { cell: Cell; row: ComparedRow }) {
  if (!text && !on) return row.as === "text" ? <span className="quiet">–</span> : none;
  if (text && on)
    return (
      <span>
        {text}, until <DateText on={on} />
      </span>
    );
  return on ? <DateText on={on} /> : text;
}
