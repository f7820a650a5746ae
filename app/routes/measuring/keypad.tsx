import { useState } from "react";
import { pointName } from "#app/shared/calibration/point-name.ts";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";
import { sideRead } from "#app/shared/measuring/lines.ts";
import { importedOn } from "#app/shared/measuring/measured.ts";
import { withReading } from "#app/shared/measuring/typing.ts";
import { signed } from "#app/shared/metrology/measured.ts";
import { units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { VerdictBadge } from "../procedures/figures.tsx";
import { openKey, useMeasuring } from "./measure-context.ts";
import { ToleranceBar } from "./tolerance-bar.tsx";

const setWords = { as_found: "As found", as_left: "As left" } as const;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** The first reading of a line that is still to be typed, else its last one. */
const nextReading = ({ typed, parameter, line }: EvaluatedLine): number => {
  const readings = typed[sideRead(parameter)];
  const free = Array.from({ length: line.point.readings }, (_, at) => readings[at] ?? "").findIndex(
    (reading) => reading.trim() === "",
  );
  return free < 0 ? Math.max(0, line.point.readings - 1) : free;
};

const lookOf = (isNow: boolean, isImported: boolean) =>
  [isNow && "now", isImported && "is-imported"].filter(Boolean).join(" ") || undefined;

const titleOf = ({ parameter, line }: EvaluatedLine) =>
  `${parameter.name}, ${pointName({ nominal: line.nominal, pctOfRange: line.point.pctOfRange }, parameter.unit, line.at)}`;

/** A line after a key was pressed. */
function pressed(before: string, key: string): string {
  if (key === "del") return before.slice(0, -1);
  if (key === "sign") return before.startsWith("-") ? before.slice(1) : `-${before}`;
  if (key === "." && before.includes(".")) return before;
  return before.length < 24 ? before + key : before;
}

/** One point at a time with large keys, for a phone. */
export function Keypad() {
  const { lines: all, measured, change, setOpen } = useMeasuring();
  const lines = all.filter(
    ({ notMeasured, line }) => notMeasured === null && line.point.readings > 0,
  );
  const [place, setPlace] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(place, lines.length - 1);
  const now = lines[at];
  if (!now) return null;
  const side = sideRead(now.parameter);
  const reading = chosen ?? nextReading(now);
  const typed = now.typed[side][reading] ?? "";
  const { symbol } = units[now.parameter.unit];
  const go = (to: number) => {
    setPlace(Math.max(0, Math.min(lines.length - 1, to)));
    setChosen(null);
  };
  const type = (key: string) => {
    setChosen(reading);
    change((before) =>
      withReading(
        before,
        { dataset: now.dataset, line: now.line.key, side, at: reading },
        pressed(typed, key),
      ),
    );
  };
  const isLastReading = reading >= now.line.point.readings - 1;
  const next = lines[at + 1];
  const forward = () => (isLastReading ? go(at + 1) : setChosen(reading + 1));
  const isAdjusted = measured.adjusted.includes(now.parameter.key);
  const { result } = now;
  const mean = side === "reference" ? result.reference : result.indication;
  const count = `point ${at + 1} of ${lines.length}`;
  return (
    <section className="keypad-screen" aria-label="Point by point">
      <header>
        <button
          className="btn btn-ghost btn-icon"
          type="button"
          aria-label="Point before"
          disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <Icon name="left" />
        </button>
        <div>
          <b>{titleOf(now)}</b>
          <span>{isAdjusted ? `${setWords[now.dataset]}, ${count}` : count}</span>
        </div>
        <button
          className="btn btn-ghost btn-icon"
          type="button"
          aria-label="Next point"
          disabled={at === lines.length - 1}
          onClick={() => go(at + 1)}
        >
          <Icon name="right" />
        </button>
      </header>
      <ol className="k-reads">
        {Array.from({ length: now.line.point.readings }, (_, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the reading's name
            key={n}
            className={lookOf(n === reading, importedOn(now.typed, side).includes(n))}
          >
            <button
              type="button"
              aria-current={n === reading ? "true" : undefined}
              onClick={() => setChosen(n)}
            >
              <small>
                <span className="sr-only">Reading </span>
                {n + 1}
              </small>{" "}
              {now.typed[side][n] || "–"}
              {importedOn(now.typed, side).includes(n) && (
                <span className="sr-only"> from a file of an instrument</span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <output className="k-out" aria-label={`Reading ${reading + 1}`}>
        <span>{typed || " "}</span>
        <small>{symbol}</small>
      </output>
      <div className="k-live">
        <ToleranceBar result={result} isReference={side === "reference"} />
        <dl>
          <div>
            <dt>Mean</dt>
            <dd>{result.value_reported ?? (mean ? signed(mean) : "–")}</dd>
          </div>
          <div>
            <dt>Error</dt>
            <dd>{result.error_reported ? signed(result.error_reported) : "–"}</dd>
          </div>
          <div>
            <dt>U</dt>
            <dd>{result.u_reported ? `${result.u_reported} ${symbol}` : "–"}</dd>
          </div>
        </dl>
        <p>
          <VerdictBadge verdict={result.verdict} />
          {result.budget.length > 0 && (
            <button
              type="button"
              className="btn-link"
              onClick={() => {
                setOpen(openKey(now.dataset, now.line.key));
                requestAnimationFrame(() =>
                  document.getElementById(`row-${now.line.key}`)?.scrollIntoView(),
                );
              }}
            >
              Why is this U?
            </button>
          )}
        </p>
      </div>
      <div className="keys">
        {DIGITS.map((digit, n) => (
          <Key
            key={digit}
            name={digit}
            onPress={type}
            extra={n === 2 ? "del" : n === 5 ? "sign" : null}
          />
        ))}
        <button
          type="button"
          className="k-next"
          disabled={isLastReading && !next}
          onClick={forward}
        >
          <Icon name="right" />
          <span>{isLastReading ? (next ? "Next point" : "End") : `Reading ${reading + 2}`}</span>
        </button>
        <button type="button" aria-label="Decimal point" onClick={() => type(".")}>
          .
        </button>
        <button type="button" className="k-0" onClick={() => type("0")}>
          0
        </button>
      </div>
    </section>
  );
}

type KeyProps = { name: string; extra: "del" | "sign" | null; onPress: (key: string) => void };
/** A digit, and the key at the end of its row. */
const Key = ({ name, extra, onPress }: KeyProps) => (
  <>
    <button type="button" onClick={() => onPress(name)}>
      {name}
    </button>
    {extra === "del" && (
      <button type="button" className="k-del" onClick={() => onPress("del")}>
        Delete
      </button>
    )}
    {extra === "sign" && (
      <button type="button" aria-label="Change sign" onClick={() => onPress("sign")}>
        ±
      </button>
    )}
  </>
);
