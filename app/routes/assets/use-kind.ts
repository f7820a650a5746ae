import { useContext, useState } from "react";
import { FormContext } from "#app/ui/form-context.ts";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import { droppedBy, type OwnField, type OwnValues, ownName } from "./form-own-fields.tsx";
import { intervalsOf, type Plan } from "./use-plan.ts";

/**
 * The category, the sub-category and the category's own fields, which depend on each other.
 * @param savedFields those of the device's saved category, which may not be offered any more
 */
export function useKind(choices: FormChoices, savedFields: OwnField[], plan: Plan) {
  const { values } = useContext(FormContext);
  const text = (name: string) =>
    values[name] === null || values[name] === undefined ? "" : String(values[name]);
  const [category, setCategory] = useState(() => text("categoryId"));
  const [sub, setSub] = useState(() => text("subCategoryId"));
  const [asked, setAsked] = useState<string | null>(null);
  const fieldsOf = (id: string) =>
    choices.category.find(({ value }) => value === id)?.fields ??
    (id === text("categoryId") ? savedFields : []);
  const [ownValues, setOwnValues] = useState<OwnValues>(() => {
    const fields = [...savedFields, ...choices.category.flatMap((offered) => offered.fields)];
    return Object.fromEntries(fields.map(({ key }) => [key, text(ownName(key))]));
  });

  const defaultsOf = (id: string) => choices.category.find(({ value }) => value === id);
  const change = (to: string) => {
    setCategory(to);
    setSub("");
    setOwnValues((before) =>
      Object.fromEntries(fieldsOf(to).map(({ key }) => [key, before[key] ?? ""])),
    );
    setAsked(null);
    plan.proposeDefaults(defaultsOf(to));
  };
  const dropped = asked === null ? [] : droppedBy(ownValues, fieldsOf(category), fieldsOf(asked));

  return {
    category,
    sub,
    fields: fieldsOf(category),
    intervals: intervalsOf(
      defaultsOf(category),
      choices.subCategory.find(({ value }) => value === sub),
    ),
    ownValues,
    dropped,
    setOwn: (key: string, value: string) => setOwnValues((before) => ({ ...before, [key]: value })),
    chooseCategory(to: string) {
      if (droppedBy(ownValues, fieldsOf(category), fieldsOf(to)).length > 0) setAsked(to);
      else change(to);
    },
    chooseSub(to: string) {
      const chosen = choices.subCategory.find(({ value }) => value === to);
      setSub(to);
      if (!chosen) return;
      if (!category) setCategory(chosen.categoryId);
      plan.proposeDefaults(defaultsOf(chosen.categoryId), chosen);
    },
    keep: () => setAsked(null),
    confirm: () => asked !== null && change(asked),
  };
}
export type Kind = ReturnType<typeof useKind>;
