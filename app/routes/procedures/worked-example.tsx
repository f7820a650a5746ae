import { type ReactNode, useMemo, useState } from "react";
import type { ExampleFigures } from "#app/shared/calibration/example-point.ts";
import { flagWords } from "#app/shared/calibration/flag-words.ts";
import { pointName } from "#app/shared/calibration/point-name.ts";
import type { PointInput, PointResult } from "#app/shared/metrology/point.ts";
import { type UnitCode, units } from "#app/shared/metrology/units.ts";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { Budget } from "./budget.tsx";
import { contentOf, type Draft, parameterOf } from "./editing.ts";
import { type Engine, useEditor } from "./editor-context.ts";
import { limitsText, shortFigure, VerdictBadge } from "./figures.tsx";

/** A heading with the unit of its figures. */
const withUnit = (name: string, symbol: string) => (symbol ? `${name}, ${symbol}` : name);

type Props = { at: number; now: number; onNow: (point: number) => void };
type Typed = { figures: Partial<ExampleFigures>; readings: Readonly<Record<string, string[]>> };

const figureLabels: readonly (readonly [keyof ExampleFigures, string])[] = [
  ["resolution", "Resolution of the device"],
  ["standardResolution", "Resolution of the standard"],
  ["uAbs", "U of the standard"],
  ["uPct", "U of the standard, %"],
  ["drift", "Drift of the standard, ±"],
];

export type WorkedPoint = { input: PointInput; result: PointResult; readings: readonly string[] };

/** Every point of a parameter, worked with what was typed for the example. */
function worked(
  engine: Engine,
  draft: Draft,
  at: number,
  typed: Typed,
  rules: ReturnType<typeof useEditor>["rules"],
) {
  const content = contentOf({ ...draft, content: { ...draft.content, parameters: [] } });
  const parameter = parameterOf(draft.content.parameters[at]!);
  const figures = { ...engine.firstFigures(parameter), ...typed.figures };
  const points = parameter.points.map((point): WorkedPoint => {
    const rule = rules.find(({ id }) => id === (point.decisionRuleId ?? draft.decisionRuleId));
    const own = typed.readings[point.key] ?? [];
    const readings = engine
      .firstReadings(point, figures)
      .map((reading, place) => own[place] ?? reading);
    const input = engine.exampleInput({
      ...{ parameter, point, content, figures, readings },
      rule: engine.engineRule(rule),
    });
    return { input, result: engine.evaluatePoint(input), readings };
  });
  return { figures, points };
}

/** What comes of the points with example readings: said to be an example, and kept nowhere. */
export function WorkedExample({ at, now, onNow }: Props) {
  const { draft, engine, rules } = useEditor();
  const [typed, setTyped] = useState<Typed>({ figures: {}, readings: {} });
  const all = useMemo(
    () => (engine ? worked(engine, draft, at, typed, rules) : null),
    [engine, draft, at, typed, rules],
  );
  const parameter = draft.content.parameters[at]!;
  const { symbol } = units[parameter.unit];
  if (!engine || !all)
    return (
      <Panel title="Worked example">
        <p className="muted">Loading the engine...</p>
      </Panel>
    );
  const chosen = all.points[now];
  const key = parameter.points[now]?.key ?? "";
  const setReading = (place: number, reading: string) =>
    setTyped({
      ...typed,
      readings: {
        ...typed.readings,
        [key]: (chosen?.readings ?? []).map((one, other) => (other === place ? reading : one)),
      },
    });
  return (
    <Panel title="Worked example" className="no-print">
      <div className="stack">
        <Note tone="info">
          An example with made-up readings and a made-up standard. It says nothing of a real device,
          and is not saved.
        </Note>
        <div className="form form-2">
          {figureLabels.map(([figure, label]) => (
            <label className="field" key={figure}>
              <span className="label">{figure === "uPct" ? label : withUnit(label, symbol)}</span>
              <input
                form=""
                className="input num"
                inputMode="decimal"
                maxLength={24}
                value={all.figures[figure]}
                onChange={({ currentTarget: { value } }) =>
                  setTyped({ ...typed, figures: { ...typed.figures, [figure]: value } })
                }
              />
            </label>
          ))}
        </div>
        {all.points.length > 0 && (
          <Results points={all.points} {...{ now, onNow, unit: parameter.unit, draft, at }} />
        )}
        {chosen && (
          <>
            <Flags flags={chosen.result.flags} />
            <fieldset className="pr-readings">
              <legend className="label">{`Example readings of point ${now + 1}`}</legend>
              {chosen.readings.map((reading, place) => (
                <input
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the reading's name
                  key={place}
                  form=""
                  className="input num"
                  inputMode="decimal"
                  maxLength={24}
                  aria-label={`Reading ${place + 1}`}
                  value={reading}
                  onChange={(event) => setReading(place, event.currentTarget.value)}
                />
              ))}
            </fieldset>
            <Budget key={key} engine={engine} worked={chosen} symbol={symbol} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** What the engine noticed at the point that is looked at. */
const Flags = ({ flags }: Pick<PointResult, "flags">) =>
  flags.length > 0 && (
    <ul className="pr-flags">
      {flags.map((flag) => (
        <li key={flag}>{flagWords[flag]}</li>
      ))}
    </ul>
  );

type ResultsProps = {
  points: readonly WorkedPoint[];
  now: number;
  onNow: (point: number) => void;
  unit: UnitCode;
  draft: Draft;
  at: number;
};

/** A symbol with its index, and what it stands for where it is heard. */
const Indexed = ({ base, index, name }: { base: string; index: string; name: string }) => (
  <>
    <span aria-hidden="true">
      {base}
      <sub>{index}</sub>
    </span>
    <span className="sr-only">{name}</span>
  </>
);
type Head = {
  name: string;
  head?: ReactNode;
  /** Its figures are in the unit of the parameter. */
  isInUnit?: true;
  /** Beside its figure on a phone. */
  short?: string;
};
const heads: readonly Head[] = [
  { name: "Error", isInUnit: true },
  {
    name: "Combined standard uncertainty",
    short: "u combined",
    head: <Indexed base="u" index="c" name="Combined standard uncertainty" />,
  },
  {
    name: "Effective degrees of freedom",
    short: "ν effective",
    head: <Indexed base="ν" index="eff" name="Effective degrees of freedom" />,
  },
  { name: "k" },
  { name: "U", isInUnit: true },
  { name: "Limits", isInUnit: true },
  { name: "TUR" },
];

/** What comes of each point, a line each. */
function Results({ points, now, onNow, unit, draft, at }: ResultsProps) {
  const { symbol } = units[unit];
  return (
    <div className="pr-scroll">
      <table className="pr-results" aria-label="Results of the example">
        <thead>
          <tr>
            <th scope="col">Point</th>
            {heads.map(({ name, isInUnit, head = isInUnit ? withUnit(name, symbol) : name }) => (
              <th key={name} scope="col" className="num">
                {head}
              </th>
            ))}
            <th scope="col">Verdict</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ result }, place) => {
            const point = draft.content.parameters[at]!.points[place]!;
            const [reason] = result.reasons;
            return (
              <tr key={point.key} className={place === now ? "is-now" : undefined}>
                <th scope="row">
                  <button className="btn-link" type="button" onClick={() => onNow(place)}>
                    {pointName(point, unit, place)}
                  </button>
                </th>
                {reason ? (
                  <td colSpan={heads.length} className="muted">
                    {reason.message}
                  </td>
                ) : (
                  [
                    shortFigure(result.error),
                    shortFigure(result.u_c),
                    result.nu_eff === null ? "∞" : shortFigure(result.nu_eff, 3),
                    shortFigure(result.k, 3),
                    result.u_reported ?? "–",
                    limitsText(result),
                    shortFigure(result.tur, 3),
                  ].map((text, column) => (
                    <td
                      key={heads[column]!.name}
                      className="num"
                      data-label={heads[column]!.short ?? heads[column]!.name}
                    >
                      {text}
                    </td>
                  ))
                )}
                <td>
                  <VerdictBadge verdict={result.verdict} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
