import type { ComponentProps } from "react";
import type { Choice } from "#app/shared/list.ts";
import { CheckField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { fieldId } from "#app/ui/form-context.ts";
import { nameOf, useEditor } from "./editor-context.ts";
import type { Path } from "./put.ts";

/** The form's id, with which ids of fields begin. */
export const FORM = "procedure";
export const idOf = (path: Path) => fieldId(FORM, nameOf(path));

type Box = { path: Path; value: string; label: string };
// Fields belong to no form: the draft is sent as a whole.
const apart = { form: "" } as const;

export function TextBox({
  path,
  value,
  ...rest
}: Box & Omit<ComponentProps<typeof TextField>, "name">) {
  const { change } = useEditor();
  return (
    <TextField
      {...rest}
      {...apart}
      name={nameOf(path)}
      value={value}
      onChange={(event) => change(path, event.currentTarget.value)}
    />
  );
}

export function AreaBox({
  path,
  value,
  ...rest
}: Box & Omit<ComponentProps<typeof TextArea>, "name">) {
  const { change } = useEditor();
  return (
    <TextArea
      {...rest}
      {...apart}
      name={nameOf(path)}
      value={value}
      onChange={(event) => change(path, event.currentTarget.value)}
    />
  );
}

export function ChoiceBox({
  path,
  value,
  onChosen,
  ...rest
}: Box & { onChosen?: (value: string) => void } & Omit<
    ComponentProps<typeof SelectField>,
    "name"
  >) {
  const { change } = useEditor();
  return (
    <SelectField
      {...rest}
      {...apart}
      name={nameOf(path)}
      value={value}
      onChange={(event) =>
        onChosen ? onChosen(event.currentTarget.value) : change(path, event.currentTarget.value)
      }
    />
  );
}

export function TickBox({ path, checked, label }: { path: Path; checked: boolean; label: string }) {
  const { change } = useEditor();
  return (
    <CheckField
      {...apart}
      name={nameOf(path)}
      label={label}
      checked={checked}
      onChange={(event) => change(path, event.currentTarget.checked)}
    />
  );
}

type Cell = { path: Path; value: string; label: string; error?: string | null | undefined };
const marked = (own: string | null | undefined, path: Path, errors: Record<string, string[]>) =>
  own ?? errors[nameOf(path)]?.join(" ") ?? null;

/** A text in a grid. */
export function TextCell({
  path,
  value,
  label,
  error,
  ...rest
}: Cell & Omit<ComponentProps<"input">, keyof Cell>) {
  const { change, errors } = useEditor();
  const wrong = marked(error, path, errors);
  return (
    <>
      <input
        {...rest}
        {...apart}
        id={idOf(path)}
        className={rest.inputMode === "decimal" ? "input num" : "input"}
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${idOf(path)}-error` : undefined}
        value={value}
        onChange={(event) => change(path, event.currentTarget.value)}
      />
      {wrong && (
        <span className="error" id={`${idOf(path)}-error`}>
          {wrong}
        </span>
      )}
    </>
  );
}

/** A choice in a grid. */
export function ChoiceCell({
  path,
  value,
  label,
  options,
  empty,
  onChosen,
}: Cell & { options: readonly Choice[]; empty?: string; onChosen?: (value: string) => void }) {
  const { change, errors } = useEditor();
  const wrong = marked(undefined, path, errors);
  return (
    <>
      <select
        {...apart}
        id={idOf(path)}
        className="select"
        aria-label={label}
        aria-invalid={wrong ? true : undefined}
        value={value}
        onChange={(event) =>
          onChosen ? onChosen(event.currentTarget.value) : change(path, event.currentTarget.value)
        }
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {wrong && <span className="error">{wrong}</span>}
    </>
  );
}

/** A tick in a grid. */
export function TickCell({
  path,
  checked,
  label,
  means = true,
}: {
  path: Path;
  checked: boolean;
  label: string;
  /** What the field says when it is ticked. */
  means?: boolean;
}) {
  const { change } = useEditor();
  return (
    <label className="check pr-tick">
      <input
        {...apart}
        type="checkbox"
        id={idOf(path)}
        aria-label={label}
        checked={checked}
        onChange={(event) => change(path, event.currentTarget.checked === means)}
      />
    </label>
  );
}
