import { type SyntheticEvent, useState } from "react";
import { described, Field } from "#app/ui/field.tsx";
import { useField } from "#app/ui/form-context.ts";
import { notify } from "#app/ui/toaster.tsx";

/** Characters; a browser needs seconds to lay out more in a text box. */
const MOST_PASTED = 2_000_000;
const tooMuch = "Pasted rows can have at most 2 MB. Bring them in as a file, or in parts.";

/** A text box for rows copied from a spreadsheet. It takes no more than a browser can show at once and keeps what it had. */
export function PastedRows() {
  const field = useField("text");
  const [isRefused, setRefused] = useState(false);
  const shown = isRefused ? { ...field, errors: [tooMuch] } : field;
  const bound = (event: SyntheticEvent<HTMLTextAreaElement>, added: DataTransfer) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const letters = value.length - (selectionEnd - selectionStart);
    if (letters + added.getData("text/plain").length <= MOST_PASTED) return;
    event.preventDefault();
    setRefused(true);
    notify.error(tooMuch);
  };
  return (
    <details open={field.errors !== undefined}>
      <summary className="btn-link">Or paste rows</summary>
      <Field field={shown} label="Rows copied from a spreadsheet, with the names of the columns">
        <textarea
          {...described(shown, undefined)}
          className="textarea"
          rows={5}
          defaultValue={field.text}
          onPaste={(event) => bound(event, event.clipboardData)}
          onDrop={(event) => bound(event, event.dataTransfer)}
          onChange={() => setRefused(false)}
        />
      </Field>
    </details>
  );
}
