import { useContext } from "react";
import { Link, useLocation } from "react-router";
import { formatMinor } from "#app/shared/money.ts";
import { FormContext, fieldId } from "./form-context.ts";
import { addressOf, giveUpDraft } from "./form-draft.ts";
import { useHydrated } from "./hooks.ts";
import { DefinitionList } from "./page.tsx";
import { Note } from "./states.tsx";

type Saved = Record<string, unknown> & { version: number };

/** The newer row a refused save came back with; null for another refusal. */
export const newerOf = (data: unknown): Saved | null =>
  data && typeof data === "object" && typeof (data as Saved).version === "number"
    ? (data as Saved)
    : null;

const plain = (value: unknown) =>
  value === null || value === undefined || value === false
    ? ""
    : value === true
      ? "1"
      : String(value);
const inHundredths = /(Minor|Bp)$/;
/** A kept value as its field has it. */
const asTyped = (name: string, value: unknown) =>
  typeof value === "number" && inHundredths.test(name) ? formatMinor(value) : plain(value);
const isSame = (name: string, kept: string, typed: string) =>
  kept === typed || (inHundredths.test(name) && typed !== "" && Number(kept) === Number(typed));

/** Someone else saved first: what they have where it differs, and the choice between theirs and what is typed here. */
export function StaleNote({ newer }: { newer: Saved }) {
  const { id, values } = useContext(FormContext);
  const at = useLocation();
  const hydrated = useHydrated();
  const labelOf = (name: string) =>
    (hydrated &&
      document.querySelector(`label[for="${CSS.escape(fieldId(id, name))}"]`)?.textContent) ||
    null;
  const theirs = Object.entries(newer).flatMap(([name, value]): [string, string][] => {
    const [kept, typed] = [asTyped(name, value), plain(values[name])];
    const label =
      name in values && (value === null || typeof value !== "object") && !isSame(name, kept, typed)
        ? labelOf(name)
        : null;
    const shown = name.endsWith("Id") && kept ? "Another one" : kept;
    return label && name !== "version" ? [[label.replace(/\*$/, ""), shown || "empty"]] : [];
  });
  return (
    <>
      <Note tone="info">
        Saving again replaces theirs with what is typed here, or{" "}
        <Link to={addressOf(at)} reloadDocument onClick={() => giveUpDraft(id)}>
          take theirs
        </Link>
        .
      </Note>
      {theirs.length > 0 && <DefinitionList entries={theirs} />}
    </>
  );
}
