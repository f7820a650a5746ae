import type { ClipboardEvent } from "react";
import { pointName } from "#app/shared/calibration/point-name.ts";
import { units } from "#app/shared/metrology/units.ts";
import { pastedCells } from "#app/shared/pasted-cells.ts";
import { Icon } from "#app/ui/icon.tsx";
import { inOneRow, type OneRow } from "#app/ui/one-row.ts";
import { Panel } from "#app/ui/page.tsx";
import { ChoiceCell, TextBox, TextCell, TickCell } from "./boxes.tsx";
import type { EditingParameter, EditingPoint } from "./editing.ts";
import { toleranceProblem } from "./editing.ts";
import { useEditor } from "./editor-context.ts";
import { Grid, RemoveRow } from "./grid.tsx";
import { freshKey } from "./put.ts";

const MOST_POINTS = 100;
const first: Omit<EditingPoint, "key"> = {
  ...{ nominal: "", pctOfRange: "", readings: "3", tolerance: "", decisionRuleId: "" },
  ...{ mandatory: true, conditions: "", verify: false },
};

type Props = OneRow & { at: number };

/** What a block of cells says: set points, with tolerances and readings where a row has more than one cell. */
const blockOf = (text: string) =>
  pastedCells(text.trim()).map((row) => row.map((cell) => cell.trim()));

/** The points of a parameter: typed like a sheet, or pasted as a block. */
export function PointsGrid({ at, now, onNow }: Props) {
  const { draft, change, rules } = useEditor();
  const parameter = draft.content.parameters[at]!;
  const { points, key, unit } = parameter;
  const path = ["content", "parameters", at, "points"] as const;
  const { symbol } = units[unit];
  const keys = draft.content.parameters.flatMap((one) => one.points.map((point) => point.key));
  const ruleChoices = rules.map((rule) => ({ value: rule.id, label: rule.name }));
  const add = () => {
    const last = points.at(-1) ?? { ...first, key: "" };
    change(path, [
      ...points,
      { ...last, nominal: "", verify: false, key: freshKey(keys, `${key}-`) },
    ]);
    onNow(points.length);
  };
  const paste = (place: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    change(path, pasted(points, place, blockOf(text), keys, key));
  };
  const current = points[now];
  return (
    <Panel
      title="Points"
      flush
      foot={
        <button
          className="btn btn-sm"
          type="button"
          disabled={points.length >= MOST_POINTS}
          onClick={add}
        >
          <Icon name="plus" />
          Add point
        </button>
      }
    >
      {points.length === 0 && (
        <p className="panel-body muted">
          No points yet. Add the first one, or paste a column of set points into it.
        </p>
      )}
      {points.length > 0 && (
        <Grid
          label={`Points of ${parameter.name}`}
          heads={[
            { label: symbol ? `Nominal, ${symbol}` : "Nominal", look: "w-n" },
            { label: "Tolerance", look: "w-t" },
            { label: "Readings", look: "w-s" },
            { label: "Decision rule" },
            { label: "Mandatory", look: "w-s" },
            { label: "Confirmed", look: "w-s" },
          ]}
          {...{ now, onNow, count: points.length, thing: "Point" }}
        >
          {points.map((point, place) => {
            const name = pointName(point, unit, place);
            return (
              <tr key={point.key} {...inOneRow({ now, onNow }, place)}>
                <td data-label="Nominal">
                  <TextCell
                    path={[...path, place, "nominal"]}
                    value={point.nominal}
                    label={`Nominal value of point ${place + 1}`}
                    inputMode="decimal"
                    maxLength={24}
                    onPaste={paste(place)}
                  />
                </td>
                <td data-label="Tolerance">
                  <TextCell
                    path={[...path, place, "tolerance"]}
                    value={point.tolerance}
                    label={`Tolerance of ${name}`}
                    error={toleranceProblem(point.tolerance)}
                    maxLength={120}
                    placeholder="±max(15 %, 3)"
                  />
                </td>
                <td data-label="Readings">
                  <TextCell
                    path={[...path, place, "readings"]}
                    value={point.readings}
                    label={`Readings of ${name}`}
                    inputMode="decimal"
                    maxLength={2}
                  />
                </td>
                <td data-label="Decision rule">
                  <ChoiceCell
                    path={[...path, place, "decisionRuleId"]}
                    value={point.decisionRuleId}
                    label={`Decision rule of ${name}`}
                    options={ruleChoices}
                    empty="As the version"
                  />
                </td>
                <td data-label="Mandatory">
                  <TickCell
                    path={[...path, place, "mandatory"]}
                    checked={point.mandatory}
                    label={`${name} is mandatory`}
                  />
                </td>
                <td data-label="Confirmed">
                  <TickCell
                    path={[...path, place, "verify"]}
                    checked={!point.verify}
                    means={false}
                    label={`The figure of ${name} is confirmed`}
                  />
                </td>
                <RemoveRow
                  name={name}
                  onRemove={() => {
                    change(
                      path,
                      points.filter((_, other) => other !== place),
                    );
                    onNow(Math.max(0, Math.min(now, points.length - 2)));
                  }}
                />
              </tr>
            );
          })}
        </Grid>
      )}
      {current && (
        <div className="panel-body stack">
          <div className="form form-2">
            <TextBox
              path={[...path, now, "conditions"]}
              value={current.conditions}
              label={`Conditions of point ${now + 1}`}
              maxLength={500}
              hint="With semicolons: Load: 50 Ω; Lead: II."
            />
            <TextBox
              path={[...path, now, "pctOfRange"]}
              value={current.pctOfRange}
              label={`Per cent of range of point ${now + 1}`}
              inputMode="decimal"
              maxLength={24}
              hint="Instead of a nominal value."
            />
          </div>
          <p className="hint">
            A tolerance is ±3, ±2 %, ±max(15 %, 3), +5/-3, &lt;= 500, 95 .. 105 or info; machine
            where the device's own parameter says it.
          </p>
        </div>
      )}
    </Panel>
  );
}

/** Points with a block of cells from one of them on; those that are missing are added. */
function pasted(
  points: EditingParameter["points"],
  from: number,
  block: readonly (readonly string[])[],
  keys: readonly string[],
  prefix: string,
): EditingPoint[] {
  const all = [...points];
  const taken = [...keys];
  for (const [row, [nominal = "", tolerance, readings]] of block.entries()) {
    const place = from + row;
    if (place >= MOST_POINTS) break;
    const before = all[place] ?? all.at(-1) ?? { ...first, key: "" };
    const key = all[place]?.key ?? freshKey(taken, `${prefix}-`);
    taken.push(key);
    all[place] = {
      ...before,
      ...{ key, nominal },
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(readings === undefined ? {} : { readings }),
    };
  }
  return all;
}
