import { useContext, useRef, useState } from "react";
import { FormContext, useField } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import { OwnField, type Row } from "./own-field.tsx";

const MOST = 40;

const parse = (value: unknown): CategoryField[] => {
  if (Array.isArray(value)) return value as CategoryField[];
  try {
    const list = JSON.parse(String(value || "[]")) as unknown;
    return Array.isArray(list) ? (list as CategoryField[]) : [];
  } catch {
    return [];
  }
};
const posted = ({ key, label, type, required, options }: Row) => ({
  ...(key ? { key } : {}),
  label,
  type,
  required,
  ...(type === "option"
    ? {
        options: options
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      }
    : {}),
});

/** The editor of a category's own fields; it posts them as JSON. The type of a saved field stays. */
export function OwnFields() {
  const field = useField("fieldSchema");
  const { errors, touch } = useContext(FormContext);
  const last = useRef(0);
  const box = useRef<HTMLFieldSetElement>(null);
  const [rows, setRows] = useState<Row[]>(() =>
    parse(field.value).map((one) => ({
      ...one,
      id: ++last.current,
      required: one.required ?? false,
      options: (one.options ?? []).join("\n"),
    })),
  );
  const change = (next: Row[]) => {
    setRows(next);
    touch();
  };
  // The new field's label is what comes next; it is there after the rendering.
  const add = () => {
    change([
      ...rows,
      { id: ++last.current, label: "", type: "text", required: false, options: "" },
    ]);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLInputElement>(".own-field:last-of-type .input")?.focus(),
    );
  };
  const set = (row: Row, values: Partial<Row>) =>
    change(rows.map((other) => (other === row ? { ...row, ...values } : other)));
  const move = (at: number, by: number) => {
    const [row] = rows.slice(at, at + 1);
    const rest = rows.filter((other) => other !== row);
    if (row) change([...rest.slice(0, at + by), row, ...rest.slice(at + by)]);
  };
  const wrong = (at: number) =>
    Object.entries(errors).flatMap(([name, messages]) =>
      name.startsWith(`fieldSchema.${at}.`) ? messages : [],
    );

  return (
    <fieldset className="field own-fields" id={field.id} ref={box}>
      <legend className="label">Own fields</legend>
      <p className="hint">
        Assets of this category have these besides the usual ones, in this order.
      </p>
      <input type="hidden" name="fieldSchema" value={JSON.stringify(rows.map(posted))} />
      {rows.map((row, at) => (
        <OwnField
          key={row.id}
          row={row}
          at={at}
          last={at === rows.length - 1}
          errors={wrong(at)}
          onSet={(values) => set(row, values)}
          onMove={(by) => move(at, by)}
          onRemove={() => change(rows.filter((other) => other !== row))}
        />
      ))}
      {field.errors && (
        <span className="error" id={`${field.id}-error`}>
          <Icon name="alert" size="s" />
          {field.errors.join(" ")}
        </span>
      )}
      <p>
        <button className="btn btn-sm" type="button" disabled={rows.length >= MOST} onClick={add}>
          <Icon name="plus" size="s" />
          Add field
        </button>
      </p>
    </fieldset>
  );
}
