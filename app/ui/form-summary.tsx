import { type MouseEvent, type RefObject, useContext, useEffect, useState } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import type { Problem } from "#app/shared/refusal.ts";
import { focusControl } from "./focus-wrong.ts";
import { FormContext, fieldId } from "./form-context.ts";
import { Icon } from "./icon.tsx";
import { TimeText } from "./time.tsx";

const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const heading = (fields: number) =>
  plural(fields, "One field needs attention", `${words[fields] ?? fields} fields need attention`);

/** First thing in a refused form: says what was refused and links to the fields; takes the focus where no field was. */
export function FormSummary({
  problem,
  box,
}: {
  problem: Problem;
  box: RefObject<HTMLDivElement | null>;
}) {
  const { id } = useContext(FormContext);
  const errors = Object.entries(problem.errors ?? {});
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const names = Object.keys(problem.errors ?? {});
    setLabels(Object.fromEntries(names.map((name) => [name, labelOf(fieldId(id, name))])));
  }, [problem, id]);
  const {
    signIn,
    changedBy,
    used_by: usedBy = [],
  } = (problem.data ?? {}) as {
    signIn?: string;
    /** Who was first, where somebody was. */
    changedBy?: { name: string; at: number } | null;
    used_by?: { text: string; href: string | null }[];
  };
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="alert" />
        {errors.length > 0 ? heading(errors.length) : problem.message}
      </h2>
      {signIn && (
        <p>
          <a href={signIn} target="_blank" rel="noreferrer">
            Sign in in a new tab
          </a>
        </p>
      )}
      {changedBy && (
        <p>
          {changedBy.name} changed it, <TimeText at={changedBy.at} />.
        </p>
      )}
      {usedBy.length > 0 && (
        <ul>
          {usedBy.map(({ text, href }) => (
            <li key={text}>{href ? <Link to={href}>{text}</Link> : text}</li>
          ))}
        </ul>
      )}
      {errors.length > 0 && (
        <ul>
          {errors.map(([name, messages]) => (
            <li key={name}>
              <a href={`#${fieldId(id, name)}`} onClick={focusTarget}>
                {labelled(labels[name], messages.join(" "))}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a field is called on the page; empty where it is not there. */
function labelOf(field: string): string {
  const control = document.getElementById(field) as HTMLInputElement | null;
  const label = control?.labels?.[0] ?? document.getElementById(`${field}-label`);
  return label?.firstChild?.textContent?.trim() ?? "";
}

/** A message with the name of its field, unless it says it itself. */
const labelled = (label: string | undefined, message: string) =>
  !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;

function focusTarget(event: MouseEvent<HTMLAnchorElement>) {
  const target = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  if (!target) return;
  event.preventDefault();
  focusControl(target);
}
