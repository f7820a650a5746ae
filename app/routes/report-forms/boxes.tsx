import { type ReactNode, useId } from "react";
import {
  conditionProblem,
  type HeadFields,
  headFieldNames,
  isShown,
} from "#app/shared/certificates/head-fields.ts";
import { Icon } from "#app/ui/icon.tsx";

/** A field of the designer by its label. */
export function Box({
  label,
  hint,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint && <span className="hint">{hint}</span>}
    </div>
  );
}

type WhenProps = {
  when: string | null;
  fields: HeadFields;
  onChange: (when: string | null) => void;
};
/** Under which condition a part is shown, and what it comes to in the report that is looked at. */
export function WhenBox({ when, fields, onChange }: WhenProps) {
  const problem = conditionProblem(when, [...headFieldNames, ...Object.keys(fields)]);
  const hint = problem
    ? problem
    : when?.trim()
      ? isShown(when, fields)
        ? "Here: shown"
        : "Here: not shown"
      : 'Such as adjustment != "none"';
  return (
    <Box
      label={
        <>
          Show when <span className="opt">optional</span>
        </>
      }
      hint={hint}
    >
      {(id) => (
        <input
          className="input code"
          id={id}
          maxLength={300}
          aria-invalid={problem ? true : undefined}
          list="fd-fields"
          value={when ?? ""}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </Box>
  );
}

/** The names of fields, for conditions and tokens. */
export const FieldNames = ({ names }: { names: readonly string[] }) => (
  <datalist id="fd-fields">
    {names.map((name) => (
      <option value={name} key={name} />
    ))}
  </datalist>
);

export type Words<T extends string> = readonly (readonly [T, string])[];
/** Some of several. */
export function Choices<T extends string>({
  legend,
  words,
  chosen,
  onChange,
  hint,
}: {
  legend: string;
  words: Words<T>;
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  hint?: string;
}) {
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="fd-checks">
        {words.map(([word, name]) => (
          <label className="check" key={word}>
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, word] : chosen.filter((other) => other !== word),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
      {hint && <span className="hint">{hint}</span>}
    </fieldset>
  );
}

/** One of a few, side by side. */
export function Segments<T extends string>({
  legend,
  words,
  chosen,
  onChange,
}: {
  legend: string;
  words: Words<T>;
  chosen: T;
  onChange: (chosen: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="seg">
        {words.map(([word, label]) => (
          <label key={word}>
            <input
              type="radio"
              name={name}
              // Of no form: what is sent is the layout.
              form={`${name}-none`}
              checked={chosen === word}
              onChange={() => onChange(word)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
export const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button className="btn btn-sm" type="button" onClick={onRemove}>
    <Icon name="trash" />
    {name}
  </button>
);
