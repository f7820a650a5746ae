import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef } from "react";
import {
  datasetsOf,
  type EvaluatedLine,
  type EvaluatedParameter,
} from "#app/shared/measuring/evaluated.ts";
import { anchorOf } from "#app/shared/measuring/gates-of-lines.ts";
import { type Line, sideRead } from "#app/shared/measuring/lines.ts";
import { type Dataset, datasets, type Side, sides } from "#app/shared/measuring/measured.ts";
import {
  cellsOf,
  withAdjusted,
  withBlock,
  withBothSides,
  withNotMeasured,
  withReading,
  withSetPoints,
} from "#app/shared/measuring/typing.ts";
import { units } from "#app/shared/metrology/units.ts";
import { plural } from "#app/shared/plural.ts";
import { stepFrom } from "#app/ui/grid-keys.ts";
import { Menu } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { LineCells } from "./line-cells.tsx";
import { openKey, useMeasuring } from "./measure-context.ts";
import { limitsText, PointHead, SetBadge } from "./parameter-parts.tsx";
import { WhyU } from "./why-u.tsx";

const datasetWords: Readonly<Record<Dataset, string>> = {
  as_found: "As found",
  as_left: "As left",
};

/** The readings of one parameter, as a grid like a sheet. */
export function ParameterPanel({ of: { parameter, lines } }: { of: EvaluatedParameter }) {
  const { measured, change, lines: all, open, setOpen } = useMeasuring();
  const body = useRef<HTMLTableSectionElement>(null);
  const isAdjusted = measured.adjusted.includes(parameter.key);
  const bothSides = measured.bothSides.includes(parameter.key);
  const own = useMemo(
    () => all.filter((line) => line.parameter.key === parameter.key),
    [all, parameter.key],
  );
  const shown = datasetsOf(measured, parameter.key);
  const cellOf = (line: Line, dataset: Dataset) =>
    own.find((one) => one.line.key === line.key && one.dataset === dataset);
  const { symbol } = units[parameter.unit];
  const readings = lines.map(({ key, point }) => ({ key, readings: point.readings }));
  const most = Math.max(1, ...readings.map((one) => one.readings));

  const onType = useRef((line: EvaluatedLine, side: Side, at: number, typed: string) =>
    change((before) =>
      withReading(before, { dataset: line.dataset, line: line.line.key, side, at }, typed),
    ),
  ).current;
  const opened = useRef(open);
  opened.current = open;
  const onOpen = useRef(({ dataset, line }: EvaluatedLine) => {
    const key = openKey(dataset, line.key);
    setOpen(opened.current === key ? null : key);
  }).current;

  const placeOf = (target: EventTarget) => {
    const [dataset, side, row, column] = ((target as HTMLElement).dataset.cell ?? "").split(".");
    const isCell = datasets.includes(dataset as Dataset) && sides.includes(side as Side);
    if (!isCell) return null;
    return {
      dataset: dataset as Dataset,
      side: side as Side,
      row: Number(row),
      column: Number(column),
    };
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = placeOf(event.target);
    const to = at && stepFrom(event, at, { rows: lines.length, columns: most });
    if (!at || !to || to.row >= lines.length) {
      if (at && event.key === "Enter") event.preventDefault();
      return;
    }
    event.preventDefault();
    const cell = `${at.dataset}.${at.side}.${to.row}.${to.column}`;
    const field = body.current?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`);
    field?.focus();
    field?.select();
  };
  const onPaste = (event: ClipboardEvent) => {
    const at = placeOf(event.target);
    const text = event.clipboardData.getData("text/plain");
    if (!at || !/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    const block = cellsOf(text);
    const pasted = withBlock(measured, { ...at, lines: readings }, block);
    change(() => pasted.measured);
    notify.info(plural(pasted.taken, "1 reading pasted", "{n} readings pasted"));
  };

  const set = sideRead(parameter) === "reference" ? "indication" : "reference";
  const fillSetPoints = () =>
    change((before) =>
      shown.reduce((after, dataset) => withSetPoints(after, lines, { dataset, side: set }), before),
    );

  return (
    <section className="panel m-panel" aria-label={parameter.name}>
      <div className="panel-head">
        <h2>{parameter.name}</h2>
        <span className="muted hide-phone">{symbol}</span>
        <span className="end">
          {shown.map((dataset) => (
            <SetBadge
              key={dataset}
              name={isAdjusted ? datasetWords[dataset] : "Results"}
              lines={own.filter((line) => line.dataset === dataset && line.notMeasured === null)}
            />
          ))}
          <Menu label={`Actions for ${parameter.name}`}>
            <button
              type="button"
              className="menu-item"
              onClick={() => change((before) => withAdjusted(before, parameter.key, !isAdjusted))}
            >
              {isAdjusted ? "It was not adjusted" : "It was adjusted"}
            </button>
            <button
              type="button"
              className="menu-item"
              onClick={() => change((before) => withBothSides(before, parameter.key, !bothSides))}
            >
              {bothSides ? "Read one side" : "Read device and standard"}
            </button>
            {bothSides && (
              <button type="button" className="menu-item" onClick={fillSetPoints}>
                Fill in the set points
              </button>
            )}
          </Menu>
        </span>
      </div>
      <table className={isAdjusted ? "m-grid m-pair" : "m-grid"}>
        <colgroup>
          <col className="m-c1" />
          {shown.map((dataset) => (
            <col key={dataset} />
          ))}
        </colgroup>
        <thead className={isAdjusted ? undefined : "sr-only"}>
          <tr>
            <th scope="col">Setting</th>
            {shown.map((dataset) => (
              <th key={dataset} scope="col">
                {isAdjusted ? datasetWords[dataset] : "Readings and result"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown} onPaste={onPaste}>
          {lines.map((line, row) => (
            <LineRows
              key={line.key}
              {...{ line, row, isAdjusted, bothSides, onType, onOpen, parameter }}
              cells={shown.flatMap((dataset) => cellOf(line, dataset) ?? [])}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowsProps = {
  line: Line;
  row: number;
  parameter: EvaluatedParameter["parameter"];
  cells: readonly EvaluatedLine[];
  isAdjusted: boolean;
  bothSides: boolean;
  onType: (line: EvaluatedLine, side: Side, at: number, typed: string) => void;
  onOpen: (line: EvaluatedLine) => void;
};

function LineRows({
  line,
  row,
  parameter,
  cells,
  isAdjusted,
  bothSides,
  onType,
  onOpen,
}: RowsProps) {
  const { open, setOpen, change } = useMeasuring();
  const [first] = cells;
  const budget = cells.find(({ dataset }) => openKey(dataset, line.key) === open);
  const why = first?.notMeasured ?? null;
  const skip = (text: string | null) => change((before) => withNotMeasured(before, line.key, text));
  return (
    <>
      <tr id={`row-${line.key}`} className={budget ? "is-open" : undefined}>
        <th scope="row">
          <PointHead {...{ line, unit: parameter.unit, limits: first ? limitsText(first) : "" }} />
          {why === null && !line.point.mandatory && (
            <button className="btn-link" type="button" onClick={() => skip("Not measured")}>
              Leave out
            </button>
          )}
        </th>
        {why === null ? (
          cells.map((evaluated) => (
            <td key={evaluated.dataset} id={anchorOf(evaluated)}>
              <LineCells
                {...{ evaluated, row, isAdjusted, bothSides, onType, onOpen }}
                isOpen={openKey(evaluated.dataset, line.key) === open}
              />
            </td>
          ))
        ) : (
          <td colSpan={cells.length || 1}>
            <label className="m-skipped">
              <span>Not measured, since</span>
              <input
                className="input"
                value={why}
                maxLength={300}
                onChange={({ currentTarget }) => skip(currentTarget.value || "Not measured")}
              />
              <button className="btn btn-sm" type="button" onClick={() => skip(null)}>
                Measure it
              </button>
            </label>
          </td>
        )}
      </tr>
      {budget && (
        <tr className="why-row">
          <td colSpan={cells.length + 1}>
            <WhyU evaluated={budget} isAdjusted={isAdjusted} onClose={() => setOpen(null)} />
          </td>
        </tr>
      )}
    </>
  );
}
