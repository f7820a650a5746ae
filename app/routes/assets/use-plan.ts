import { useContext, useState } from "react";
import { addMonths } from "#app/shared/company-time.ts";
import { FormContext } from "#app/ui/form-context.ts";
import type { FormChoices } from "#worker/domain/assets/choices.ts";

const proposable = [
  "criticality",
  "depMethod",
  "usefulLifeMonths",
  "pmMonths",
  "calMonths",
  "nextPmOn",
  "nextCalOn",
] as const;
type Proposable = (typeof proposable)[number];
type Values = Record<Proposable, string>;
type Service = "pm" | "cal";
/** The fields that set an interval. */
const serviceOf: Partial<Record<Proposable, Service>> = { pmMonths: "pm", calMonths: "cal" };
const nextOf = { pm: "nextPmOn", cal: "nextCalOn" } as const;
const LONGEST_INTERVAL = 120;
type Typed = { currentTarget: { value: string } };
type Defaults = Partial<Omit<FormChoices["subCategory"][number], "value" | "label">>;

/** The intervals of a sub-category, or else of its category, in months. */
export const intervalsOf = (
  category: Defaults = {},
  sub: Defaults = {},
): Record<Service, number | null> => ({
  pm: sub.pmMonths ?? category.pmMonths ?? null,
  cal: sub.calMonths ?? category.calMonths ?? null,
});

const ticked = (value: unknown) => value === true || value === 1 || value === "1" || value === "on";

/** The fields for which a category or a score proposes values; what a person has entered is left alone. */
export function usePlan(today: string) {
  const { values: first, touch } = useContext(FormContext);
  const text = (name: string) =>
    first[name] === null || first[name] === undefined ? "" : String(first[name]);
  const [values, setValues] = useState<Values>(
    () => Object.fromEntries(proposable.map((name) => [name, text(name)])) as Values,
  );
  const [required, setRequired] = useState({
    pm: ticked(first.pmRequired),
    cal: ticked(first.calRequired),
  });
  const [proposed, setProposed] = useState<Partial<Values>>({});
  const since = { pm: text("lastPmOn") || today, cal: text("lastCalOn") || today };
  /** When something is due for the first time, or again: by the device's own interval, else by its category's. */
  const dueAfter = (kind: Service, months: number | null) => {
    const every = Number(values[`${kind}Months`]) || months;
    return every ? addMonths(since[kind], every) : "";
  };

  const propose = (proposals: Partial<Values>) => {
    const untouched = Object.entries(proposals).filter(([name, value]) => {
      const current = values[name as Proposable];
      return value && (current === "" || current === proposed[name as Proposable]);
    });
    const accepted = Object.fromEntries(untouched);
    setValues((before) => ({ ...before, ...accepted }));
    setProposed((before) => ({ ...before, ...accepted }));
  };

  return {
    values,
    required,
    /** What a field of the form is given, so that it shows what is proposed. */
    field: (name: Proposable) => ({
      name,
      value: values[name],
      onChange: ({ currentTarget: { value } }: Typed) => {
        setValues((before) => ({ ...before, [name]: value }));
        const kind = serviceOf[name];
        const months = Number(value);
        if (kind && Number.isInteger(months) && months > 0 && months <= LONGEST_INTERVAL)
          propose({ [nextOf[kind]]: addMonths(since[kind], months) });
      },
    }),
    require: (kind: "pm" | "cal", on: boolean) =>
      setRequired((before) => ({ ...before, [kind]: on })),
    /** Proposes what a sub-category, or else its category, sets for new devices. */
    proposeDefaults(category: Defaults = {}, sub: Defaults = {}) {
      const of = <K extends keyof Defaults>(name: K) => sub[name] ?? category[name] ?? null;
      const { pm, cal } = intervalsOf(category, sub);
      const life = of("lifeMonths");
      propose({
        criticality: of("criticality") ?? "",
        depMethod: of("depMethod") ?? "",
        usefulLifeMonths: life ? String(life) : "",
        nextPmOn: dueAfter("pm", pm),
        nextCalOn: dueAfter("cal", cal),
      });
      if (pm || cal)
        setRequired((before) => ({
          pm: before.pm || pm !== null,
          cal: before.cal || cal !== null,
        }));
    },
    /** Plans the next PM at the interval that the score proposes. */
    planPm(months: number) {
      touch();
      setRequired((before) => ({ ...before, pm: true }));
      setValues((before) => ({
        ...before,
        pmMonths: String(months),
        nextPmOn: addMonths(since.pm, months),
      }));
    },
  };
}
export type Plan = ReturnType<typeof usePlan>;
