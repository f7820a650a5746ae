import type { ReactNode } from "react";
import type { Head } from "#app/shared/measuring/merging.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { FormContext } from "#app/ui/form-context.ts";

/** The head as its form has it; a field that is not shown keeps what it was. */
const headIn = (typed: FormData, before: Head, flags: readonly string[]): Head =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      if (flags.includes(name)) return [name, typed.get(name) ? "1" : ""];
      return [name, String(typed.get(name) ?? value)];
    }),
  );

type Props = {
  /** Begins the id of every field. */
  id: string;
  head: Head;
  /** The head as it is saved. */
  saved: Head;
  errors: FieldErrors;
  /** The names of its tick boxes. */
  flags?: readonly string[];
  onChange: (next: (before: Head) => Head) => void;
  children: ReactNode;
};

/** The fields of a record besides its results; what is typed is saved by the page. */
export const HeadForm = ({ id, head, saved, errors, flags = [], onChange, children }: Props) => (
  <form
    className="stack"
    onSubmit={(event) => event.preventDefault()}
    onChange={({ currentTarget }) => {
      const typed = new FormData(currentTarget);
      onChange((before) => headIn(typed, before, flags));
    }}
  >
    <FormContext
      value={{
        ...{ id, values: head, saved, errors },
        ...{ busy: false, sending: undefined, isDraft: false, touch: () => {} },
      }}
    >
      {children}
    </FormContext>
  </form>
);
