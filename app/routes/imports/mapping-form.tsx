import { twoDays } from "#app/shared/two-days.ts";
import { FieldNotes } from "#app/ui/field.tsx";
import { CheckField, SegmentedField, SelectField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useField } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { ImportPage } from "#worker/domain/imports/rows.ts";
import { chosenColumns } from "./chosen-columns.ts";
import { modeNames } from "./words.tsx";

type Props = { data: ImportPage; problem: Refused | undefined };

/** Maps the file's columns to fields, and says what the rows are for. */
export function MappingForm({ data, problem }: Props) {
  const { modes, makeable, kind, asked } = data;
  const days = twoDays(asked?.text ?? "");
  const isAsked = asked?.isNeeded || problem?.errors?.dayFirst !== undefined;
  return (
    <PlainForm className="form" problem={problem} values={chosenColumns(data)}>
      <input type="hidden" name="intent" value="map" />
      <Panel title="What the rows are for">
        <div className="form form-2">
          <SelectField
            name="mode"
            label="Rows"
            options={modes.map((mode) => ({ value: mode, label: modeNames[mode] }))}
            placeholder={false}
            hint="Empty cells leave a value as it is."
          />
          {days && isAsked && (
            <SegmentedField
              name="dayFirst"
              label={`What does ${asked?.text} mean?`}
              hint="No date of its column tells. It is asked once, for all columns like this."
              required
              options={[
                { value: "1", label: days.dayFirst },
                { value: "0", label: days.monthFirst },
              ]}
            />
          )}
          {makeable.length > 0 && (
            <fieldset className="field span-all">
              <legend className="label">Add what is named in the file and not there yet</legend>
              <div className="chips">
                {makeable.map(({ value, label }) => (
                  <CheckField key={value} name={`missing.${value}`} label={label} />
                ))}
              </div>
            </fieldset>
          )}
        </div>
      </Panel>
      <Columns data={data} />
      <div className="form-foot">
        <SubmitButton icon="eye">Check {kind.things}</SubmitButton>
      </div>
    </PlainForm>
  );
}

function Columns({ data: { columns, fields, notesLabel, left } }: { data: ImportPage }) {
  const ofAll = useField("columns");
  const choices = [
    ...fields.map(({ name, label, required }) => ({
      value: name,
      label: required ? `${label} *` : label,
    })),
    ...(notesLabel ? [{ value: "to_notes", label: `A line of its own in ${notesLabel}` }] : []),
  ];
  const unknown = left.filter(({ why }) => why === null).map(({ heading }) => heading);
  return (
    <Panel title="Columns of the file">
      <div className="stack" id={ofAll.id}>
        <FieldNotes field={ofAll} />
        {unknown.length > 0 && (
          <Note tone="amber">
            Left out unless you choose a field: {unknown.slice(0, 12).join(", ")}
            {unknown.length > 12 && ` and ${unknown.length - 12} more`}.
          </Note>
        )}
        <div className="form form-3">
          {columns.map(({ name, sample }, at) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
              key={at}
              name={`columns.${at}`}
              label={name}
              options={choices}
              placeholder="Leave out"
              hint={
                sample.length > 0
                  ? sample.map((text) => text.slice(0, 40)).join(" · ")
                  : "Empty in the first rows"
              }
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}
