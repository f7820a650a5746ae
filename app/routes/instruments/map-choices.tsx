import { knownRows, type MapDraft } from "#app/shared/measuring/instrument-draft.ts";
import type { FileTable } from "#app/shared/measuring/instrument-file.ts";
import { plainName } from "#app/shared/measuring/instrument-map.ts";
import { unitCodes, units } from "#app/shared/metrology/units.ts";
import { SegmentedField, SelectField } from "#app/ui/fields.tsx";
import type { Names } from "./map-form.tsx";

type Props = {
  table: FileTable;
  draft: MapDraft;
  names: Names;
  put: (more: Partial<MapDraft>) => void;
};
const choices = (all: readonly string[]) => all.map((value) => ({ value, label: value }));
/** Names of this procedure, with one that a map has of another. */
const withOther = (all: readonly string[], chosen: string | undefined) => {
  const isOther = chosen && !all.some((name) => plainName(name) === plainName(chosen));
  const label = `${chosen} (not in this procedure)`;
  return [...choices(all), ...(isOther ? [{ value: chosen, label }] : [])];
};
/** A chosen name as this procedure writes it. */
const asNamed = (all: readonly string[], chosen = "") =>
  all.find((name) => plainName(name) === plainName(chosen)) ?? chosen;

const unitChoices = unitCodes.map((code) => ({
  value: `map:${code}`,
  label: `All in ${units[code].symbol || code}`,
}));

type UnitProps = { table: FileTable; label: string; name: string; value: string };
const UnitField = ({
  table,
  onChange,
  ...rest
}: UnitProps & { onChange: (unit: string) => void }) => (
  <SelectField
    {...rest}
    placeholder="As this procedure asks"
    options={[
      ...table.columns.map((column) => ({ value: `column:${column}`, label: `In ${column}` })),
      { value: "value", label: "Behind the value" },
      ...unitChoices,
    ]}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

type ColumnProps = { table: FileTable; label: string; name: string; value: string; hint?: string };
const ColumnField = ({
  table,
  onChange,
  ...rest
}: ColumnProps & { onChange: (column: string) => void }) => (
  <SelectField
    {...rest}
    options={choices(table.columns)}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

/** What each text of the known columns is: a check, or a parameter. */
function RowChoices({
  table,
  draft,
  all,
  put,
  label,
}: Omit<Props, "names"> & { all: readonly string[]; label: string }) {
  const rows = knownRows(table, draft);
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="form form-2 ff-choices">
        {rows.map(({ key, texts }, at) => (
          <SelectField
            key={key}
            name={`map-row-${at}`}
            label={texts.filter(Boolean).join(", ") || "All rows"}
            placeholder="Not taken"
            options={withOther(all, draft.rows[key])}
            value={asNamed(all, draft.rows[key])}
            onChange={({ currentTarget }) =>
              put({ rows: { ...draft.rows, [key]: currentTarget.value } })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Rows of a safety analyser: a test each. */
export function TestRows({ table, draft, names, put }: Props) {
  const [one, other] = draft.known;
  return (
    <>
      <div className="form form-2">
        <ColumnField
          {...{ table, name: "map-test", label: "Name of the test", value: one }}
          onChange={(column) => put({ known: [column, other] })}
        />
        <ColumnField
          {...{ table, name: "map-condition", label: "Its condition, if apart", value: other }}
          onChange={(column) => put({ known: [one, column] })}
        />
        <ColumnField
          {...{ table, name: "map-value", label: "Value", value: draft.main }}
          onChange={(main) => put({ main })}
        />
        <UnitField
          {...{ table, name: "map-unit", label: "Unit", value: draft.unit }}
          onChange={(unit) => put({ unit })}
        />
      </div>
      {one !== "" && (
        <RowChoices {...{ table, draft, put, all: names.checks, label: "Tests of the file" }} />
      )}
    </>
  );
}

const sideChoices = [
  { value: "indication", label: "Reading of the device" },
  { value: "reference", label: "Reading of the standard" },
];

/** Columns with readings, and the parameter that they are of. */
export function ReadingColumns({ table, draft, names, put }: Props) {
  const [known] = draft.known;
  return (
    <>
      <div className="form form-2">
        <ColumnField
          {...{ table, name: "map-set", label: "Set point", value: draft.main }}
          hint="In the unit of the readings. A row belongs to the point of the same value."
          onChange={(main) => put({ main })}
        />
        <UnitField
          {...{ table, name: "map-unit", label: "Unit", value: draft.unit }}
          onChange={(unit) => put({ unit })}
        />
        <ColumnField
          {...{ table, name: "map-test", label: "What is measured, if in a column", value: known }}
          onChange={(column) => put({ known: [column, ""] })}
        />
      </div>
      <RowChoices {...{ table, draft, put, all: names.parameters, label: "Parameters" }} />
      <fieldset className="field">
        <legend className="label">Readings, in their order</legend>
        <div className="form form-2 ff-choices">
          {table.columns
            .filter((column) => column !== draft.main && column !== known)
            .map((column, at) => (
              <SelectField
                key={column}
                name={`map-column-${at}`}
                label={column}
                placeholder="Not taken"
                options={sideChoices}
                value={draft.columns[column] ?? ""}
                onChange={({ currentTarget }) =>
                  put({ columns: { ...draft.columns, [column]: currentTarget.value } })
                }
              />
            ))}
        </div>
      </fieldset>
    </>
  );
}

/** Columns of a data logger: its time, and what of the room each is. */
export function LoggerColumns({ table, draft, names, put }: Props) {
  const columns = table.columns.filter((column) => column !== draft.main);
  return (
    <>
      <div className="form form-2">
        <ColumnField
          {...{ table, name: "map-time", label: "Date and time", value: draft.main }}
          onChange={(main) => put({ main })}
        />
        <SegmentedField
          name="map-days"
          label="Dates such as 03/04/2026"
          options={[
            { value: "day_first", label: "Day first" },
            { value: "month_first", label: "Month first" },
          ]}
          value={draft.days}
          onChange={(days) => put({ days: days as MapDraft["days"] })}
        />
      </div>
      <fieldset className="field">
        <legend className="label">Columns of the room</legend>
        <div className="form form-2 ff-choices">
          {columns.map((column, at) => [
            <SelectField
              key={column}
              name={`map-column-${at}`}
              label={column}
              placeholder="Not taken"
              options={withOther(names.room, draft.columns[column])}
              value={asNamed(names.room, draft.columns[column])}
              onChange={({ currentTarget }) =>
                put({ columns: { ...draft.columns, [column]: currentTarget.value } })
              }
            />,
            <UnitField
              key={`${column} unit`}
              table={table}
              name={`map-unit-${at}`}
              label={`Unit of ${column}`}
              value={draft.units[column] ?? ""}
              onChange={(unit) => put({ units: { ...draft.units, [column]: unit } })}
            />,
          ])}
        </div>
      </fieldset>
    </>
  );
}
