import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "./combobox.tsx";
import { FormDialog } from "./dialog.tsx";
import { SelectField } from "./fields.tsx";
import { FormContext, useField } from "./form-context.ts";
import { useHydrated } from "./hooks.ts";
import { Icon } from "./icon.tsx";

/** How a choice that is not there yet is made, without leaving the form. */
export type Creating = {
  /** "vendor" */
  noun: string;
  /** The list page whose action makes one. */
  action: string;
  /** The short form; its `name` is what the choice is called, unless `called` says it. */
  fields: ReactNode;
  called?: (form: FormData) => string;
  values?: Record<string, unknown>;
};
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** A combobox with "+ New" under its list: a short form in a dialog, whose record is chosen at once. */
export function ChoiceWithNew({
  creating,
  defaultValue,
  value,
  onChange,
  ...props
}: Omit<ComponentProps<typeof Combobox>, "value" | "footer"> & {
  creating: Creating /** Controlled when given. */;
  value?: string;
}) {
  const { text } = useField(props.name);
  const [own, setOwn] = useState<Choice | null>(
    () => defaultValue ?? props.options?.find(({ value }) => value === text) ?? null,
  );
  const [made, setMade] = useState<Choice[]>([]);
  const [open, setOpen] = useState(false);
  const chosen =
    value === undefined
      ? own
      : ([...(props.options ?? []), ...made].find((choice) => choice.value === value) ?? null);
  const choose = (choice: Choice | null) => {
    setOwn(choice);
    onChange?.(choice);
  };
  const footer = (
    <button className="btn btn-ghost btn-sm" type="button" onClick={() => setOpen(true)}>
      <Icon name="plus" size="s" />
      New {creating.noun}
    </button>
  );
  return (
    <>
      <Combobox {...props} value={chosen} onChange={choose} footer={footer} />
      {open && (
        <NewDialog
          creating={creating}
          onClose={() => setOpen(false)}
          onMade={(choice) => {
            setMade([...made, choice]);
            choose(choice);
          }}
        />
      )}
    </>
  );
}

const NEW = "+new";

/** The same for a short list in the browser's own picker: the last entry is "+ New". */
export function SelectWithNew({
  creating,
  options,
  value,
  onValue,
  ...props
}: Omit<ComponentProps<typeof SelectField>, "value" | "onChange"> & {
  creating: Creating;
  /** Controlled when given. */
  value?: string;
  onValue?: ((value: string) => void) | undefined;
}) {
  const { text } = useField(props.name);
  const { touch } = useContext(FormContext);
  const hydrated = useHydrated();
  const [own, setOwn] = useState(text);
  const [made, setMade] = useState<Choice[]>([]);
  const [open, setOpen] = useState(false);
  const choose = (choice: string) => {
    setOwn(choice);
    onValue?.(choice);
    touch(props.name);
  };
  const all = [
    ...options,
    ...made.filter(({ value }) => !options.some((option) => option.value === value)),
  ];
  return (
    <>
      <SelectField
        {...props}
        options={hydrated ? [...all, { value: NEW, label: `+ New ${creating.noun}` }] : all}
        value={value ?? own}
        onChange={({ currentTarget }) =>
          currentTarget.value === NEW ? setOpen(true) : choose(currentTarget.value)
        }
      />
      {open && (
        <NewDialog
          creating={creating}
          onClose={() => setOpen(false)}
          onMade={(choice) => {
            setMade([...made, choice]);
            choose(choice.value);
          }}
        />
      )}
    </>
  );
}

type DialogProps = { creating: Creating; onMade: (choice: Choice) => void; onClose: () => void };

const nameIn = (form: FormData) => String(form.get("name") ?? "");

function NewDialog({ creating, onMade, onClose }: DialogProps) {
  const { noun, action, fields, values, called: calledBy = nameIn } = creating;
  const called = useRef("");
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the typing and sending of this form from the one around it
    <div
      onSubmitCapture={(event: FormEvent<HTMLDivElement>) => {
        called.current = calledBy(new FormData(event.target as HTMLFormElement)).trim();
      }}
      onSubmit={stop}
      onChange={stop}
      onKeyDown={stop}
    >
      <FormDialog
        open
        title={`New ${noun}`}
        verb={`Add ${noun}`}
        action={action}
        values={values}
        hidden={{ intent: "create" }}
        onClose={onClose}
        onDone={(data) => {
          const { id } = (data ?? {}) as { id?: string };
          if (id) onMade({ value: id, label: called.current });
        }}
      >
        {fields}
      </FormDialog>
    </div>,
    document.body,
  );
}
