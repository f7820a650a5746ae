import { type ChangeEvent, useContext, useId } from "react";
import {
  correctionChoices,
  driftChoices,
  type TypedRange,
  uncertaintyChoices,
} from "#app/shared/calibration/certificates.ts";
import type { Choice } from "#app/shared/list.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PointGrid } from "./point-grid.tsx";
import { AtValue, symbolOf } from "./ranges.tsx";

type Texts = Exclude<keyof TypedRange, "points">;
type Change = (name: Texts, value: string) => void;
type Props = {
  /** The name of the field that holds the range, such as `ranges.0`. */
  name: string;
  range: TypedRange;
  set: (change: (range: TypedRange) => TypedRange) => void;
};
type CellProps = {
  of: string;
  name: Texts;
  label: string;
  range: TypedRange;
  change: Change;
  required?: boolean;
  hint?: string;
  options?: readonly Choice[];
  isText?: boolean;
};

/** A figure or choice of a range, with what the server says of it. */
export function Cell(props: CellProps) {
  const { of, name, label, range, change, required, hint, options, isText = false } = props;
  const id = useId();
  const { errors } = useContext(FormContext);
  const [message] = errors[`${of}.${name}`] ?? [];
  const described = [hint && `${id}-hint`, message && `${id}-error`].filter(Boolean).join(" ");
  const common = {
    id,
    required,
    value: range[name],
    "aria-invalid": message ? (true as const) : undefined,
    "aria-describedby": described || undefined,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      change(name, currentTarget.value),
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
        {required && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {options ? (
        <span className="pick">
          <select {...common} className="select">
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      ) : (
        <input
          {...common}
          className={isText ? "input" : "input code"}
          {...(isText ? { maxLength: 500 } : { inputMode: "decimal" as const, maxLength: 40 })}
          autoComplete="off"
        />
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {message && (
        <span className="error" id={`${id}-error`}>
          {message}
        </span>
      )}
    </div>
  );
}

const unitOptions: Choice[] = [
  { value: "", label: "Choose" },
  ...unitCodes.map((code) => ({
    value: code,
    label: `${units[code].symbol || code} (${units[code].quantity})`,
  })),
];

/** What the figure of a drift is called. */
function driftLabel({ driftKind, unit }: TypedRange): string {
  if (driftKind === "per_year_pct") return "Drift a year, %";
  const symbol = symbolOf(unit);
  return symbol ? `Drift a year, ${symbol}` : "Drift a year";
}

type DriftProps = Pick<CellProps, "of" | "range" | "change"> & { options: readonly Choice[] };

/** How a range drifts from one calibration to the next, and the figure where its kind has one. */
export function DriftCells({ options, ...own }: DriftProps) {
  const { driftKind } = own.range;
  return (
    <>
      <Cell {...own} name="driftKind" label="Drift" options={options} />
      {driftKind !== "none" && driftKind !== "spec_only" && (
        <Cell
          {...own}
          name="driftValue"
          label={driftLabel(own.range)}
          required={driftKind !== "from_history"}
        />
      )}
    </>
  );
}

/** The range that is open: what it covers, its uncertainty, drift and correction, and its points. */
export function RangeFields({ name, range, set }: Props) {
  const change: Change = (field, value) => set((before) => ({ ...before, [field]: value }));
  const own = { of: name, range, change };
  const { uKind, correction } = range;
  const takesAbs = uKind === "abs" || uKind === "pct_plus_abs";
  const takesPct = uKind === "pct_reading" || uKind === "pct_plus_abs";
  return (
    <>
      <div className="form form-3">
        <Cell {...own} name="parameter" label="Parameter" required isText />
        <Cell {...own} name="unit" label="Unit" required options={unitOptions} />
        <Cell {...own} name="resolution" label="Resolution" />
        <Cell {...own} name="rangeLo" label="From" required />
        <Cell {...own} name="rangeHi" label="To" required />
        <Cell {...own} name="uKind" label="U is told as" options={uncertaintyChoices} />
        {takesPct && <Cell {...own} name="uPct" label="U in %" required />}
        {takesAbs && <Cell {...own} name="uAbs" label="U" required />}
        {uKind === "equation" && (
          <Cell
            {...own}
            name="uEquation"
            label="Equation of U"
            required
            isText
            hint="Of the reading, such as 0.1 + 0.01*abs(reading)"
          />
        )}
        <Cell {...own} name="uK" label="k" required />
        <DriftCells {...own} options={driftChoices} />
        <Cell {...own} name="correction" label="Corrected" options={correctionChoices} />
        {correction === "equation" && (
          <Cell
            {...own}
            name="correctionEquation"
            label="Equation of the correction"
            required
            isText
            hint="Of the reading, such as -0.002*reading"
          />
        )}
      </div>
      <details>
        <summary>Frequency, coverage and specification</summary>
        <div className="form form-3">
          <Cell {...own} name="frequencyLo" label="Frequency from" hint="Hz" />
          <Cell {...own} name="frequencyHi" label="Frequency to" hint="Hz" />
          <Cell {...own} name="uP" label="Coverage probability" hint="Such as 0.9545" />
          <Cell {...own} name="uDof" label="Degrees of freedom" hint="Infinite if left empty" />
          <Cell {...own} name="specAbs" label="Specification" />
          <Cell {...own} name="specPct" label="Specification in %" />
        </div>
      </details>
      <PointGrid
        name={name}
        points={range.points}
        set={(pointsOf) => set((before) => ({ ...before, points: pointsOf(before.points) }))}
      />
      <AtValue range={range} />
    </>
  );
}
