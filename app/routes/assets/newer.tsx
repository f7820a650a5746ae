import { Link } from "react-router";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { assetLabels } from "./labels.ts";
import { wordOf } from "./words.tsx";

/** What someone else saved while this form was open. */
export function Newer({ values, newer }: { values: Record<string, unknown>; newer: Record<string, unknown> }) {
  const changed = Object.keys(assetLabels).filter((name) => name in newer && newer[name] !== values[name]);
  return (
    <Panel title="Saved meanwhile by someone else">
      <DefinitionList entries={changed.map((name) => [assetLabels[name] ?? name, shown(name, newer[name])])} />
      <p>
        Saving again replaces it with yours below, or{" "}
        <Link to="." reloadDocument>
          take theirs
        </Link>
        .
      </p>
    </Panel>
  );
}

function shown(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (name.endsWith("Minor") && typeof value === "number") return (value / 100).toFixed(2);
  return typeof value === "string" ? (wordOf(value) ?? value) : String(value ?? "");
}
