import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { CategoryField } from "#drizzle/tenant/masters.ts";

const types: { value: CategoryField["type"]; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "date", label: "Date" },
  { value: "bool", label: "Yes or no" },
  { value: "option", label: "Choice" },
];
/** A field as it is edited: options one a line. */
export type Row = {
  id: number;
  key?: string;
  label: string;
  type: CategoryField["type"];
  required: boolean;
  options: string;
};

type OwnFieldProps = {
  row: Row;
  at: number;
  last: boolean;
  errors: string[];
  onSet: (values: Partial<Row>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
};

/** One own field of a category in its editor. */
export function OwnField({ row, at, last, errors, onSet, onMove, onRemove }: OwnFieldProps) {
  const nth = at + 1;
  const button = (icon: IconName, what: string, work: () => void, off = false) => (
    <button
      className="btn btn-ghost btn-icon"
      type="button"
      aria-label={what}
      title={what}
      disabled={off}
      onClick={work}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="own-field">
      <input
        className="input"
        aria-label={`Label of field ${nth}`}
        aria-invalid={errors.length > 0 || undefined}
        placeholder="Label"
        maxLength={60}
        value={row.label}
        onChange={(event) => onSet({ label: event.currentTarget.value })}
      />
      <span className="pick">
        <select
          className="select"
          aria-label={`Type of field ${nth}`}
          value={row.type}
          disabled={Boolean(row.key)}
          title={row.key ? "The type of a saved field stays" : undefined}
          onChange={(event) => onSet({ type: event.currentTarget.value as Row["type"] })}
        >
          {types.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <label className="check">
        <input
          type="checkbox"
          checked={row.required}
          onChange={(event) => onSet({ required: event.currentTarget.checked })}
        />
        Required
      </label>
      <span className="acts">
        {button("up", `Move field ${nth} up`, () => onMove(-1), at === 0)}
        {button("arrow-down", `Move field ${nth} down`, () => onMove(1), last)}
        {button("x", `Take out field ${nth}`, onRemove)}
      </span>
      {row.type === "option" && (
        <textarea
          className="textarea short"
          aria-label={`Options of field ${nth}`}
          placeholder="One option a line"
          rows={2}
          value={row.options}
          onChange={(event) => onSet({ options: event.currentTarget.value })}
        />
      )}
      {errors.length > 0 && (
        <span className="error">
          <Icon name="alert" size="s" />
          {errors.join(" ")}
        </span>
      )}
    </div>
  );
}
