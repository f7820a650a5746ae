import { useContext, useState } from "react";
import { addMonths } from "#app/shared/company-time.ts";
import { FormContext } from "#app/ui/form-context.ts";
import type { FormChoices } from "#worker/domain/assets/choices.ts";

const proposable = [
  "criticality",
  "depMethod",
  "usefulLifeMonths",
  "nextPmOn",
  "nextCalOn",
] as const;
type Proposable = (typeof proposable)[number];
type Values = Record<Proposable, string>;
type Defaults = Partial<Omit<FormChoices["subCategory"][number], "value" | "label">>;

const ticked = (value: unknown) => value === true || value === 1 || value === "1" || value === "on";

/** The fields that a category or a score proposes something for; what a person has set is left alone. */
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
  const from = text("lastPmOn") || today;

  const propose = (given: Partial<Values>) => {
    const open = Object.entries(given).filter(([name, value]) => {
      const now = values[name as Proposable];
      return value && (now === "" || now === proposed[name as Proposable]);
    });
    const taken = Object.fromEntries(open);
    setValues((before) => ({ ...before, ...taken }));
    setProposed((before) => ({ ...before, ...taken }));
  };

  return {
    values,
    required,
    set: (name: Proposable, value: string) => setValues((before) => ({ ...before, [name]: value })),
    require: (kind: "pm" | "cal", on: boolean) =>
      setRequired((before) => ({ ...before, [kind]: on })),
    /** What a category, and its sub-category before it, has for new devices. */
    proposeDefaults(category: Defaults = {}, sub: Defaults = {}) {
      const of = <K extends keyof Defaults>(name: K) => sub[name] ?? category[name] ?? null;
      const [pm, cal, life] = [of("pmMonths"), of("calMonths"), of("lifeMonths")];
      propose({
        criticality: of("criticality") ?? "",
        depMethod: of("depMethod") ?? "",
        usefulLifeMonths: life ? String(life) : "",
        nextPmOn: pm ? addMonths(from, pm) : "",
        nextCalOn: cal ? addMonths(text("lastCalOn") || today, cal) : "",
      });
      if (pm || cal)
        setRequired((before) => ({
          pm: before.pm || pm !== null,
          cal: before.cal || cal !== null,
        }));
    },
    /** PM at an interval, as a score proposes it. */
    planPm(months: number) {
      touch();
      setRequired((before) => ({ ...before, pm: true }));
      setValues((before) => ({ ...before, nextPmOn: addMonths(from, months) }));
    },
  };
}
export type Plan = ReturnType<typeof usePlan>;
