import type { Entry } from "#app/offline/store.ts";
import { dueExceptions } from "#app/shared/due-standing.ts";
import { occurrenceRules } from "#app/shared/flows/occurrences.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { useDates } from "#app/ui/time.tsx";

type Fields = Record<string, unknown>;

type Props = { entry: Entry; taken: RoundPackage; theirs: Fields };

/** What a person said of a planned service beside what the server has of it by now, field by field. */
export function Versions({ entry, taken, theirs }: Props) {
  const { date } = useDates();
  const words = (fields: Fields, name: string): string => {
    const value = fields[name];
    if (value === null || value === undefined || value === "" || value === "none") return "–";
    const text = String(value);
    if (name === "status") return occurrenceRules.states[text as "missed"] ?? text;
    if (name === "exception") return dueExceptions[text as "in_use"] ?? text;
    return name === "planOn" ? date(text) : text;
  };
  const known = taken.devices
    .flatMap(({ occurrences }) => occurrences)
    .find(({ id }) => id === entry.occurrence?.id);
  const mine: Fields = { ...entry.values, status: "missed", planOn: known?.planOn };
  const labels = {
    ...{ status: "Status", planOn: "Planned for", exception: "What kept it from being done" },
    reason: "Reason",
  };
  return (
    <table className="versions">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">On the server</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(labels).map(([name, label]) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-label="Yours">{words(mine, name)}</td>
            <td data-label="On the server">{words(theirs, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
