import type { Choice } from "#app/shared/list.ts";
import { Icon } from "./icon.tsx";
import { ScanButton } from "./scanner.tsx";

export const ComboboxClear = ({ label, clear }: { label: string; clear: () => void }) => (
  <button className="combo-btn" type="button" aria-label={`Clear ${label}`} onClick={clear}>
    <Icon name="x" size="s" />
  </button>
);

type Props = { kind: string; options: Choice[] | undefined; pick: (choice: Choice) => void };

/** Chooses by scanning a label: a thing of the right kind, which is among the choices where these are known. */
export function ComboboxScan({ kind, options, pick }: Props) {
  return (
    <ScanButton
      className="combo-btn"
      onFound={(scanned) => {
        const choice = options ? options.find(({ value }) => value === scanned.value) : scanned;
        if (scanned.kind !== kind || !choice) return `${scanned.label} cannot be chosen here.`;
        pick({ value: choice.value, label: choice.label });
        return undefined;
      }}
    />
  );
}
