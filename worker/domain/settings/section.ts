import type { z } from "zod";
import { camel } from "#app/shared/camel.ts";
import { fieldAbout } from "../entity/fields.ts";
import type { SettingKey, Settings } from "./vocabulary.ts";

export type Values = Record<string, unknown>;
/** The form's field of a setting or a kind of number: `reportHeader` of report_header. */
export const fieldOf = camel;

/** One part of the settings page, which saves alone: what its form holds, and the settings that it sets. */
type Definition<S extends z.ZodObject> = {
  label: string;
  keys: readonly SettingKey[];
  /** Nobody but an Admin saves it, whoever else may edit settings. */
  isAdminOnly?: true;
  input: S;
  /** The settings that have no field of their name. */
  settings?: (values: z.output<S>) => Partial<Settings>;
  /** What the form shows otherwise than it is stored. */
  form?: (settings: Settings) => Values;
};

/** A part of the settings page. A setting is stored as its field is sent, a tick box as 1 or 0. */
export function section<S extends z.ZodObject>({
  label,
  keys,
  isAdminOnly,
  input,
  settings,
  form,
}: Definition<S>) {
  const named = keys.flatMap((key) => {
    const [field, schema] = [fieldOf(key), input.shape[fieldOf(key)]];
    return schema ? [{ key, field, isFlag: fieldAbout(schema).as === "flag" }] : [];
  });
  return {
    label,
    keys,
    isAdminOnly,
    input,
    settings: (values: z.output<S>): Values => ({
      ...Object.fromEntries(
        named.map(({ key, field, isFlag }) => [
          key,
          isFlag ? Number((values as Values)[field]) : (values as Values)[field],
        ]),
      ),
      ...settings?.(values),
    }),
    form: (set: Settings): Values => ({
      ...Object.fromEntries(
        named.map(({ key, field, isFlag }) => [field, isFlag ? set[key] === 1 : set[key]]),
      ),
      ...form?.(set),
    }),
  };
}

/** A section as the code that handles all of them sees it. */
export type AnySection = {
  label: string;
  keys: readonly SettingKey[];
  isAdminOnly: true | undefined;
  input: z.ZodType<Values>;
  settings: (values: Values) => Record<string, unknown>;
  form: (settings: Settings) => Values;
};
