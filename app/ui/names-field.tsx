import {
  type ClipboardEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { type Common, described, Field } from "./field.tsx";
import { FormContext, useField } from "./form-context.ts";
import { useHydrated } from "./hooks.ts";
import { Icon, type IconName } from "./icon.tsx";
import { notify } from "./toaster.tsx";

type Props = Common & {
  /** What one row is: "check". */
  noun: string;
  longest: number;
  /** Said when a row is added below a blank one. */
  blank: string;
  /** Reads the rows out of a field's value: an array, its JSON, or text with one a line. */
  parse: (value: unknown) => string[];
  /** Which row is wrong; it is marked once the form was refused. */
  problemOf: (names: string[]) => { at: number } | null;
};

const marker = /^(?:[-*•·]|\d+[.)])\s+/;
const pasted = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(marker, ""))
    .filter(Boolean);

/** An ordered list of names: rows with scripts, posted as JSON; a box with one name a line without. */
export function NamesField({
  name,
  label,
  hint,
  required,
  hideLabel,
  noun,
  longest,
  blank,
  parse,
  problemOf,
}: Props) {
  const field = useField(name);
  const { touch } = useContext(FormContext);
  const hydrated = useHydrated();
  const last = useRef(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const wanted = useRef<number | null>(null);
  const rowsOf = (names: string[]) =>
    (names.length > 0 ? names : [""]).map((text) => ({ key: ++last.current, text }));
  const [rows, setRows] = useState(() => (hydrated ? rowsOf(parse(field.value)) : null));

  // What was typed before scripts came is in the box.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts take over
  useEffect(() => {
    setRows((before) => before ?? rowsOf(parse(area.current?.value ?? "")));
  }, []);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(`${field.id}-${wanted.current}`)?.focus();
    wanted.current = null;
  });

  if (!rows) {
    const names = parse(field.value);
    return (
      <Field {...{ field, label, required, hideLabel }} hint={hint ?? `One ${noun} a line.`}>
        <textarea
          ref={area}
          className="textarea"
          rows={Math.max(8, names.length + 2)}
          defaultValue={names.join("\n")}
          {...described(field, true, required)}
        />
      </Field>
    );
  }

  const names = rows.map((row) => row.text.trim());
  const wrong = field.errors ? problemOf(names)?.at : undefined;
  const change = (next: typeof rows, focus?: number) => {
    setRows(next.length > 0 ? next : rowsOf([]));
    if (focus !== undefined) wanted.current = focus;
    touch(name);
  };
  const insert = (at: number, texts: string[], replace = 0) => {
    const added = rowsOf(texts);
    change([...rows.slice(0, at), ...added, ...rows.slice(at + replace)], added.at(-1)!.key);
  };
  const add = (at: number) => {
    const before = rows[at - 1];
    if (before && !before.text.trim()) {
      notify.error(blank);
      document.getElementById(`${field.id}-${before.key}`)?.focus();
    } else insert(at, [""]);
  };
  const move = (at: number, by: number) => {
    const [row] = rows.slice(at, at + 1);
    if (!row || !rows[at + by]) return;
    const rest = rows.filter((other) => other !== row);
    change([...rest.slice(0, at + by), row, ...rest.slice(at + by)], row.key);
  };
  const remove = (at: number) =>
    change(
      rows.filter((_, other) => other !== at),
      (rows[at - 1] ?? rows[at + 1])?.key,
    );
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const act = () => {
      if (event.key === "Enter") return () => add(at + 1);
      if (event.altKey && event.key === "ArrowUp") return () => move(at, -1);
      if (event.altKey && event.key === "ArrowDown") return () => move(at, 1);
      if (event.key === "Backspace" && !event.currentTarget.value && rows.length > 1)
        return () => remove(at);
      return null;
    };
    const work = event.nativeEvent.isComposing ? null : act();
    if (!work) return;
    event.preventDefault();
    work();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const lines = pasted(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    if (rows[at]?.text.trim()) insert(at + 1, lines);
    else insert(at, lines, 1);
  };
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
    <Field {...{ field, label, required, hideLabel }} hint={hint} group>
      <fieldset className="name-rows" id={field.id} aria-labelledby={`${field.id}-label`}>
        <input type="hidden" name={name} value={JSON.stringify(names)} />
        {rows.map((row, at) => (
          <div className="name-row" key={row.key}>
            <span className="n">{at + 1}</span>
            <input
              className="input"
              id={`${field.id}-${row.key}`}
              aria-label={`${noun[0]!.toUpperCase()}${noun.slice(1)} ${at + 1}`}
              aria-invalid={wrong === at || undefined}
              aria-describedby={wrong === at ? `${field.id}-error` : undefined}
              value={row.text}
              maxLength={longest}
              autoComplete="off"
              onChange={(event) =>
                setRows(
                  rows.map((other) =>
                    other === row ? { ...row, text: event.currentTarget.value } : other,
                  ),
                )
              }
              onKeyDown={(event) => onKeyDown(event, at)}
              onPaste={(event) => onPaste(event, at)}
            />
            <span className="acts">
              {button("up", `Move ${noun} ${at + 1} up`, () => move(at, -1), at === 0)}
              {button(
                "arrow-down",
                `Move ${noun} ${at + 1} down`,
                () => move(at, 1),
                at === rows.length - 1,
              )}
              {button("x", `Remove ${noun} ${at + 1}`, () => remove(at))}
            </span>
          </div>
        ))}
      </fieldset>
      <p>
        <button className="btn btn-sm" type="button" onClick={() => add(rows.length)}>
          <Icon name="plus" size="s" />
          Add {noun}
        </button>
      </p>
    </Field>
  );
}
