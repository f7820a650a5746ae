import type { ReactNode } from "react";
import type { FieldState } from "./form-context.ts";
import { Icon } from "./icon.tsx";

export type Common = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean | undefined;
  className?: string;
  hideLabel?: boolean;
};

/** The aria side of a field, spread on its control. */
export function described(field: FieldState, hint: ReactNode, required?: boolean) {
  const by = [hint ? `${field.id}-hint` : "", field.errors ? `${field.id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id: field.id,
    name: field.name,
    required: required || undefined,
    "aria-invalid": field.errors ? (true as const) : undefined,
    "aria-describedby": by || undefined,
  };
}

type Props = {
  field: FieldState;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  hideLabel?: boolean | undefined;
  children: ReactNode;
  group?: boolean;
};

/** Label above, hint and errors under the control: in one place for every field. */
export function Field({
  field,
  label,
  hint,
  required,
  className,
  hideLabel,
  children,
  group,
}: Props) {
  const text = (
    <>
      {label}
      {required && (
        <span className="req" aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  const look = hideLabel ? "sr-only" : "label";
  return (
    <div className={["field", className].filter(Boolean).join(" ")}>
      {group ? (
        <span className={look} id={`${field.id}-label`}>
          {text}
        </span>
      ) : (
        <label className={look} htmlFor={field.id}>
          {text}
        </label>
      )}
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

/** Hint and errors alone, for a control that brings its own label. */
export function FieldNotes({ field, hint }: { field: FieldState; hint?: ReactNode }) {
  return (
    <>
      {hint && (
        <span className="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      )}
      {field.errors && (
        <span className="error" id={`${field.id}-error`}>
          <Icon name="alert" size="s" />
          {field.errors.join(" ")}
        </span>
      )}
    </>
  );
}
