import { dateText } from "#app/shared/dates.ts";

type Planned = { id: string; title: string; planOn: string | null; dueOn: string };

/** The planned calibrations of a device, to choose from. */
export const plannedChoices = (planned: readonly Planned[], dateFormat: string) =>
  planned.map(({ id, title, planOn, dueOn }) => ({
    value: id,
    label: `${title}, ${dateText(planOn ?? dueOn, dateFormat)}`,
  }));
