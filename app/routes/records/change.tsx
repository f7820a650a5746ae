import { amount } from "#app/shared/money-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { useDates } from "#app/ui/time.tsx";
import { wordOf } from "../assets/words.tsx";
import { fieldText } from "./words.ts";

type Change = { field: string; from: unknown; to: unknown };
type Names = Record<string, string>;

/** A value that only names a record by its id. */
export const isId = (value: unknown) =>
  typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(value);

/** Writes the values of the log as people read them: an id as the name of its record. */
export function useValueText(names: Names = {}) {
  const { locale } = useFormat();
  const { date, time } = useDates();
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return "–";
    if (typeof value === "boolean") return value ? "Yes" : "No";
    if (field.endsWith("Minor") && typeof value === "number") return amount(value, locale);
    if (/(?:^at|At)$/.test(field) && typeof value === "number") return time(value);
    if (Array.isArray(value)) return value.map((item) => text(field, item)).join(", ") || "–";
    if (typeof value === "object")
      return Object.entries(value)
        .filter(([, part]) => !isId(part) || names[part as string])
        .map(([key, part]) => `${key} ${text(key, part)}`)
        .join(", ");
    if (typeof value !== "string") return String(value);
    if (field === "serviceType") return value === "pm" ? "PM" : "Other";
    return (
      names[value] ?? (/^\d{4}-\d{2}-\d{2}$/.test(value) ? date(value) : (wordOf(value) ?? value))
    );
  };
  return text;
}

/** Every changed field before and after. */
export function ChangeTable({ changes, names }: { changes: Change[]; names: Names }) {
  const text = useValueText(names);
  return (
    <div className="table-box">
      <table className="versions change-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field}>
              <th scope="row">{fieldText(field)}</th>
              <td data-label="Before">{text(field, from)}</td>
              <td data-label="After">{text(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The changes of a row in a few words: a single one with its values, several by their names. */
export function ChangeSummary({ action, changes }: { action: string; changes: Change[] }) {
  const text = useValueText();
  const [first, ...more] = changes;
  if (!first || action.startsWith("create.")) return null;
  const isPlain = ![first.from, first.to].some(isId);
  if (more.length === 0 && isPlain)
    return (
      <>
        {fieldText(first.field)}: {text(first.field, first.from)} <span aria-hidden="true">→</span>{" "}
        <span className="sr-only">to</span> {text(first.field, first.to)}
      </>
    );
  const names = changes.map(({ field }) => fieldText(field));
  return names.length > 4
    ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
    : names.join(", ");
}
