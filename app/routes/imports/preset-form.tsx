import { Link } from "react-router";
import { SelectField } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { ImportPage } from "#worker/domain/imports/rows.ts";

/** Says which program's file it is, and lets another be chosen, or none. */
export function PresetForm({ data, problem }: { data: ImportPage; problem: Refused | undefined }) {
  const { preset, presets, looksLike, kind } = data;
  const isElsewhere = looksLike !== null && looksLike.kind !== kind.name;
  if (presets.length === 0 && !isElsewhere) return null;
  return (
    <Panel title="Where the file comes from">
      <div className="stack">
        {preset && (
          <Note tone="info">
            {preset.name === looksLike?.name
              ? `This looks like an export of ${preset.title}. Its columns are placed as that program means them.`
              : `Read as ${preset.title}.`}
          </Note>
        )}
        {isElsewhere && (
          <Note tone="amber">
            {`This looks like an export of ${looksLike.title}, which are not ${kind.things} here. `}
            <Link to={`/imports?kind=${looksLike.kind}`}>Bring the file in there</Link>
          </Note>
        )}
        {presets.length > 0 && (
          <PlainForm
            className="form"
            problem={problem}
            values={{ preset: preset?.name ?? "" }}
            toldAtFields
          >
            <input type="hidden" name="intent" value="preset" />
            <SelectField
              name="preset"
              label="Program"
              options={presets}
              placeholder="A list of your own"
              hint="Another choice proposes the columns anew."
            />
            <div className="acts">
              <SubmitButton tone="plain">Read it so</SubmitButton>
            </div>
          </PlainForm>
        )}
      </div>
    </Panel>
  );
}
