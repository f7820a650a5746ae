import { amount } from "#app/shared/money-text.ts";
import { useFormat } from "#app/ui/format.ts";
import { useDates } from "#app/ui/time.tsx";
import { wordOf } from "../assets/words.tsx";

type Change = { field: string; label: string; from: unknown; to: unknown };
export type Names = Record<string, string>;

/** A value that only names a record by its id. */
const isId = (value: unknown) =>
  typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(value);

const NOTHING = "–";
/** Stands for a record that is known by its id alone. */
const GONE = "A record that is gone";

type Part = Record<string, unknown>;
/** A line of a list in the log: how many of what, or its values. */
function partText({ stockItemId, qty, ...more }: Part, names: Names): string {
  if (typeof stockItemId === "string") return `${qty} of ${names[stockItemId] ?? GONE}`;
  return [qty, ...Object.values(more)]
    .filter((value) => value !== undefined && value !== null)
    .map((value) => (isId(value) ? (names[String(value)] ?? GONE) : String(value)))
    .join(", ");
}

/** Writes the values of the log as people read them: an id as the name of its record. */
export function useValueText(names: Names = {}) {
  const { locale } = useFormat();
  const { date, time } = useDates();
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return NOTHING;
    if (typeof value === "boolean") return value ? "Yes" : "No";
    if (field.endsWith("Minor") && typeof value === "number") return amount(value, locale);
    if (/(?:^at|At)$/.test(field) && typeof value === "number") return time(value);
    if (Array.isArray(value)) return value.map((item) => text(field, item)).join(", ") || NOTHING;
    if (typeof value === "object") return partText(value as Part, names);
    if (typeof value !== "string") return String(value);
    if (field === "serviceType") return value === "pm" ? "PM" : "Other";
    if (isId(value)) return names[value] ?? GONE;
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? date(value) : (wordOf(value) ?? value);
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
          {changes.map(({ field, label, from, to }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
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
  const isPlain = ![first.from, first.to].some(
    (value) => isId(value) || (typeof value === "object" && value !== null),
  );
  if (more.length === 0 && isPlain)
    return (
      <>
        {first.label}:{" "}
        <Values from={text(first.field, first.from)} to={text(first.field, first.to)} />
      </>
    );
  const names = changes.map(({ label }) => label);
  return names.length > 4
    ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
    : names.join(", ");
}

/** What a value was and is; only what it is where it was nothing. */
const Values = ({ from, to }: { from: string; to: string }) =>
  from === NOTHING ? (
    to
  ) : (
    <>
      {from} <span aria-hidden="true">→</span> <span className="sr-only">to</span> {to}
    </>
  );
