import { useState } from "react";
import { type DriftSeries, driftSeen } from "#app/shared/calibration/drift.ts";
import { saidAt } from "#app/shared/metrology/calibrated-range.ts";
import { signed, withSymbol } from "#app/shared/metrology/measured.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { CalibratorPage } from "#worker/domain/calibrators/page.ts";

export type Range = CalibratorPage["ranges"][number];

/** "J" for the code of a unit. */
export const symbolOf = (code: string) => (isUnit(code) ? units[code].symbol : code);
/** "0.1 J": a figure with its unit. */
export const withUnit = (figure: string | null, code: string) =>
  figure === null ? "–" : withSymbol(figure, symbolOf(code));

/** U as a certificate tells it. */
export function uncertaintyText({ uKind, uAbs, uPct, uEquation, unit }: Range): string {
  const abs = withUnit(uAbs, unit);
  switch (uKind) {
    case "abs":
      return abs;
    case "pct_reading":
      return `${uPct} % of reading`;
    case "pct_plus_abs":
      return `${uPct} % of reading + ${abs}`;
    case "equation":
      return uEquation ?? "–";
    default:
      return "By the points";
  }
}

function driftText(
  { parameter, driftKind, driftValue, unit }: Range,
  drifts: readonly DriftSeries[],
): string {
  switch (driftKind) {
    case "per_year_abs":
      return `±${withUnit(driftValue, unit)} a year`;
    case "per_year_pct":
      return `±${driftValue} % a year`;
    case "from_history": {
      const seen = driftSeen(drifts, parameter, unit);
      if (seen === null) return "From history";
      return seen.size.eq(0)
        ? "No drift seen"
        : `Up to ±${withUnit(seen.change, unit)}, from history`;
    }
    case "spec_only":
      return "Within its specification";
    default:
      return "None";
  }
}

const columns = (drifts: readonly DriftSeries[]): Column<Range>[] => [
  { key: "parameter", label: "Parameter", card: "c-name" },
  {
    key: "range",
    label: "Range",
    card: "c-due",
    show: ({ rangeLo, rangeHi, unit }) => `${signed(rangeLo ?? "–")} to ${withUnit(rangeHi, unit)}`,
  },
  {
    key: "frequency",
    label: "Frequency",
    show: ({ frequencyLo, frequencyHi }) =>
      frequencyLo === null ? "–" : `${frequencyLo} to ${frequencyHi} Hz`,
  },
  {
    key: "resolution",
    label: "Resolution",
    card: "c-due",
    show: ({ resolution, unit }) => withUnit(resolution, unit),
  },
  { key: "u", label: "U", card: "c-due", show: uncertaintyText },
  { key: "uK", label: "k", card: "c-due", field: "uK" },
  { key: "drift", label: "Drift", card: "c-due", show: (row) => driftText(row, drifts) },
];

type Point = Range["points"][number] & { id: number };
const pointColumns = (unit: string): Column<Point>[] => [
  { key: "nominal", label: "Nominal", card: "c-name", show: (one) => withUnit(one.nominal, unit) },
  {
    key: "reference",
    label: "Reference",
    card: "c-due",
    numeric: true,
    show: (one) => signed(one.reference),
  },
  {
    key: "indicated",
    label: "Indicated",
    card: "c-due",
    numeric: true,
    show: (one) => signed(one.indicated),
  },
  {
    key: "correction",
    label: "Correction",
    card: "c-due",
    numeric: true,
    show: (one) => signed(one.correction),
  },
  { key: "u", label: "U", card: "c-due", numeric: true, field: "u" },
  { key: "k", label: "k", card: "c-due", numeric: true, field: "k" },
];

type Props = { ranges: Range[]; certificateNo: string; drifts: readonly DriftSeries[] };
/** The ranges of a certificate, with the points of each and what it says at a value. */
export function Ranges({ ranges, certificateNo, drifts }: Props) {
  const hasFrequency = ranges.some(({ frequencyLo }) => frequencyLo !== null);
  return (
    <section className="table-wrap" aria-label="Ranges" id="ranges">
      <div className="panel-head">
        <h2>Ranges</h2>
        <span className="end muted">
          from <span className="code">{certificateNo}</span>
        </span>
      </div>
      {ranges.length ? (
        <DataTable
          label="Ranges"
          rows={ranges}
          columns={columns(drifts).filter(({ key }) => key !== "frequency" || hasFrequency)}
          rowName={(row) => row.parameter}
          sticky={false}
        />
      ) : (
        <EmptyState title="No ranges" text="This certificate was entered without ranges." />
      )}
      {ranges
        .filter(({ points }) => points.length > 0)
        .map((range) => (
          <Points key={range.id} range={range} />
        ))}
    </section>
  );
}

function Points({ range }: { range: Range }) {
  const rows = range.points.map((point, id) => ({ ...point, id }));
  return (
    <details className="panel-body">
      <summary>{`Points of ${range.parameter}`}</summary>
      <DataTable
        label={`Points of ${range.parameter}`}
        rows={rows}
        columns={pointColumns(range.unit)}
        rowName={(row) => row.nominal}
        sticky={false}
      />
      <AtValue range={range} />
    </details>
  );
}

/** What a range says at a value that one types. */
export function AtValue({ range }: { range: Parameters<typeof saidAt>[0] & { unit: string } }) {
  const [value, setValue] = useState("");
  const said = value.trim() === "" ? null : saidAt(range, value);
  const unit = symbolOf(range.unit);
  return (
    <p className="chips">
      <label className="chips muted">
        At
        <input
          className="input code"
          inputMode="decimal"
          maxLength={24}
          size={10}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
        {unit}
      </label>
      <output aria-live="polite">
        {said === null
          ? "Type a value to see its correction and U"
          : said.problem !== undefined
            ? said.problem
            : `Correction ${signed(said.correction)} ${unit}, U ${said.u} ${unit} (k = ${said.k})`}
      </output>
    </p>
  );
}
