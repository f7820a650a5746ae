import { useMemo, useState } from "react";
import {
  type DistributionWord,
  distributionWords,
} from "#app/shared/calibration/procedure-words.ts";
import type { Influence } from "#app/shared/calibration/worked.ts";
import { typedNumber } from "#app/shared/metrology/decimal.ts";
import type { PointResult } from "#app/shared/metrology/point.ts";
import type { Engine } from "./editor-context.ts";
import { shortFigure } from "./figures.tsx";
import type { WorkedPoint } from "./worked-example.tsx";

const percent = (part: number) => `${(part * 100).toFixed(part < 0.0995 ? 1 : 0)} %`;

/** What improving a component would do, in words. */
function improvement({ shrink }: Influence, asked: boolean): string {
  if (!asked) return "";
  if (shrink === null) return "not by this alone";
  if (shrink >= 1) return "enough already";
  return shrink === 0 ? "only without it" : `down to ${percent(shrink)} of it`;
}

/** So much larger shows in the figures. */
const VISIBLY = 1.0005;
/** Whether taking a component out would make U larger, which only fewer degrees of freedom do. */
const isLargerWithout = (influences: readonly Influence[], { u_raw }: PointResult) =>
  u_raw !== null &&
  influences.some(({ without }) => without !== null && without > Number(u_raw) * VISIBLY);

type Props = { engine: Engine; worked: WorkedPoint; symbol: string };

/** The budget of a point: the part that each component has of the variance, and what it takes to reach a U. */
export function Budget({ engine, worked, symbol }: Props) {
  const [target, setTarget] = useState("");
  const { input, result } = worked;
  const wanted = typedNumber(target);
  const asked = wanted?.gt(0) ? Number(target) : null;
  const influences = useMemo(() => engine.whatIf(input, asked), [engine, input, asked]);
  if (influences.length === 0) return null;
  const lines = new Map(result.budget.map((line) => [line.symbol, line]));
  return (
    <>
      <label className="field pr-target">
        <span className="label">{symbol ? `Wanted U, ${symbol}` : "Wanted U"}</span>
        <input
          form=""
          className="input num"
          inputMode="decimal"
          maxLength={24}
          value={target}
          placeholder={result.u_reported ?? ""}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
        <span className="hint">Which component to improve for it, and by how much.</span>
      </label>
      <div className="pr-scroll">
        <table className="pr-results" aria-label="Budget of the example">
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Distribution</th>
              <th scope="col" className="num">
                u
              </th>
              <th scope="col" className="num">
                c
              </th>
              <th scope="col" className="num">
                ν
              </th>
              <th scope="col">Share of the variance</th>
              <th scope="col" className="num">
                U without it
              </th>
              {asked !== null && <th scope="col">To reach it</th>}
            </tr>
          </thead>
          <tbody>
            {influences.map((one) => {
              const line = lines.get(one.symbol)!;
              return (
                <tr key={one.symbol}>
                  <th scope="row" className="all">
                    {one.name}
                  </th>
                  <td data-label="Distribution">
                    {distributionWords[line.distribution as DistributionWord]}
                  </td>
                  <td className="num" data-label="u">
                    {shortFigure(line.u)}
                  </td>
                  <td className="num" data-label="c">
                    {shortFigure(line.sensitivity, 3)}
                  </td>
                  <td className="num" data-label="ν">
                    {line.dof === null ? "∞" : shortFigure(line.dof, 3)}
                  </td>
                  <td className="all">
                    <span className="pr-share">
                      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
                        <rect className="c2" width="100" height="8" />
                        <rect className="c1" width={one.share * 100} height="8" />
                      </svg>
                      {percent(one.share)}
                    </span>
                  </td>
                  <td className="num" data-label="U without it">
                    {one.without === null ? "–" : shortFigure(String(one.without))}
                  </td>
                  {asked !== null && <td data-label="To reach it">{improvement(one, true)}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {isLargerWithout(influences, result) && (
        <p className="hint">
          U without a component can be larger than U: the effective degrees of freedom are fewer
          then, and k is larger.
        </p>
      )}
    </>
  );
}
