import { createContext, useContext } from "react";
import type { FieldErrors } from "#app/shared/refusal.ts";

type FormState = {
  /** Begins the id of every field. */
  id: string;
  values: Record<string, unknown>;
  /** The values without what was typed since: the record as it is saved. */
  saved: Record<string, unknown>;
  /** What is wrong with fields that were not changed since. */
  errors: FieldErrors;
  busy: boolean;
  /** What is being sent, while busy. */
  sending: FormData | undefined;
  /** The values are what was typed before and kept in the tab. */
  isDraft: boolean;
  /** A widget that changes a field's value without an input event says so here. */
  touch: (name?: string) => void;
};

/** What fields know of the form around them; outside a form they stand alone. */
export const FormContext = createContext<FormState>({
  id: "field",
  values: {},
  saved: {},
  errors: {},
  busy: false,
  sending: undefined,
  isDraft: false,
  touch: () => {},
});

export const fieldId = (form: string, name: string) => `${form}-${name}`;

export type FieldState = {
  id: string;
  name: string;
  value: unknown;
  text: string;
  errors: string[] | undefined;
};

/** One field's id, first value (also as text for `defaultValue`) and errors. */
export function useField(name: string, fallback?: unknown): FieldState {
  const { id, values, errors } = useContext(FormContext);
  const value = values[name] ?? fallback;
  return {
    id: fieldId(id, name),
    name,
    value,
    text: value === null || value === undefined ? "" : String(value),
    errors: errors[name],
  };
}

/** A UUID also where `randomUUID` is missing, as it is on plain http. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) =>
    (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte)
      .toString(16)
      .padStart(2, "0"),
  );
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
