import { directionWords, displayWords } from "#app/shared/calibration/machine-words.ts";
import {
  type CellName,
  cellNames,
  cells,
  limitsAtEnds,
  limitsText,
  type ParameterRow,
  rangeText,
  unitCodeOf,
} from "#app/shared/calibration/parameter-rows.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  at: number;
  row: ParameterRow;
  /** On a phone: its cells are shown. */
  isOpen: boolean;
  errors: Partial<Record<CellName, string>>;
  /** The id of the list of known units. */
  unitList: string;
  onOpen: () => void;
  onSet: (cell: CellName, value: string) => void;
  onRemove: () => void;
};
const words: Partial<Record<CellName, Readonly<Record<string, string>>>> = {
  direction: directionWords,
  display: displayWords,
};
const numbers: readonly CellName[] = ["lo", "hi", "resolution"];
const symbolOf = (text: string) => {
  const code = unitCodeOf(text);
  return isUnit(code) ? units[code].symbol : text;
};

/** One parameter of a device in its editor. */
export function ParameterCells(props: Props) {
  const { at, row, isOpen, errors, onOpen, onRemove } = props;
  const nth = at + 1;
  const isWrong = Object.keys(errors).length > 0;
  const called = row.name.trim() || `Parameter ${nth}`;
  return (
    <div className={isOpen ? "param is-open" : "param"} data-row={at}>
      <button className="param-head" type="button" aria-expanded={isOpen} onClick={onOpen}>
        <b>{called}</b>
        <span className="muted">{rangeText(row.lo, row.hi)}</span>
        <span className="muted">{symbolOf(row.unit)}</span>
        {isWrong && <Icon name="alert" />}
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      {cellNames.map((name) => (
        <Cell key={name} name={name} nth={nth} error={errors[name]} {...props} />
      ))}
      <Limits row={row} told={Object.values(errors)} />
      <button
        className="btn btn-ghost btn-icon param-x"
        type="button"
        aria-label={`Take out ${called}`}
        title="Take out"
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

type CellProps = Pick<Props, "row" | "unitList" | "onSet"> & {
  name: CellName;
  nth: number;
  error: string | undefined;
};

function Cell({ name, nth, row, error, unitList, onSet }: CellProps) {
  const { label, most } = cells[name];
  const id = `parameter-${nth}-${name}-error`;
  const shared = {
    "data-cell": name,
    "aria-label": `${label} of parameter ${nth}`,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": error ? id : undefined,
    value: row[name],
  };
  const options = words[name];
  return (
    <span className={`param-cell p-${name}`} data-label={label}>
      {options ? (
        <span className="pick">
          <select
            className="select"
            {...shared}
            onChange={(event) => onSet(name, event.currentTarget.value)}
          >
            {Object.entries(options).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      ) : (
        <input
          className={numbers.includes(name) ? "input num" : "input"}
          {...shared}
          {...(name === "unit" ? { list: unitList } : {})}
          {...(numbers.includes(name) ? { inputMode: "decimal" as const } : {})}
          {...(name === "tolerance" ? { placeholder: "±2 %" } : {})}
          autoComplete="off"
          maxLength={most}
          onChange={(event) => onSet(name, event.currentTarget.value)}
          onBlur={(event) => {
            const code = name === "unit" ? unitCodeOf(event.currentTarget.value) : row[name];
            if (code !== row[name]) onSet(name, code);
          }}
        />
      )}
      {error && (
        <span className="error" id={id}>
          {error}
        </span>
      )}
    </span>
  );
}

/**
 * The limits at both ends of the range, as they follow from what is typed.
 * @param told what is said at the cells themselves
 */
function Limits({ row, told: atCells }: { row: ParameterRow; told: readonly string[] }) {
  const { ends, problem: found } = limitsAtEnds(row);
  const problem = found !== null && atCells.includes(found) ? null : found;
  const symbol = symbolOf(row.unit);
  const told = ends.flatMap((end) => {
    const limits = limitsText(end);
    return limits ? [{ at: end.at, limits }] : [];
  });
  return (
    <output className={problem ? "param-limits error" : "param-limits muted"}>
      {problem ??
        told.map(({ at, limits }) => (
          <span key={at}>
            At {at} {symbol}: <b>{limits}</b>
          </span>
        ))}
    </output>
  );
}
