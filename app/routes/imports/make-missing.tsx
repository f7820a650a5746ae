import { inWords } from "#app/shared/in-words.ts";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Note } from "#app/ui/states.tsx";
import type { ImportPage } from "#worker/domain/imports/rows.ts";
import { chosenColumns } from "./chosen-columns.ts";

/** Offers to add what refused rows name and nobody has added yet; the columns stay as they are chosen. */
export function MakeMissing({ data }: { data: ImportPage }) {
  const { missing } = data;
  if (missing.length === 0) return null;
  const things = inWords(missing.map(({ label }) => label));
  const added = missing.map(({ value }) => value);
  return (
    <PlainForm>
      <input type="hidden" name="intent" value="map" />
      {Object.entries(chosenColumns(data, added)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Note tone="info">
        {`The rows can bring along ${things} that are not there yet. You see which before anything is written. `}
        <SubmitButton tone="plain" className="btn-sm" icon="plus">
          Add them with the rows
        </SubmitButton>
      </Note>
    </PlainForm>
  );
}
