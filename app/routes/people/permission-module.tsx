import { Icon } from "#app/ui/icon.tsx";
import type { CellState } from "./permission-mark.tsx";

type Props = {
  label: string;
  states: readonly CellState[];
  columns: number;
  isOpen: boolean;
  /** Absent while all are open, as they are while somebody searches. */
  onToggle: (() => void) | null;
};

/** The heading of a module with what it grants; a phone opens and closes it. */
export function ModuleHead({ label, states, columns, isOpen, onToggle }: Props) {
  const granted = states.filter(({ effective }) => effective.granted).length;
  const changed = states.filter(({ isChanged }) => isChanged).length;
  const counts = `${granted} of ${states.length} granted${changed ? `, ${changed} changed` : ""}`;
  const text = (
    <>
      <span>{label}</span>
      <small className={changed ? "module-counts has-changes" : "module-counts"}>{counts}</small>
    </>
  );
  /* biome-ignore-start lint/a11y/noRedundantRoles: as cards the elements lose their own roles */
  return (
    <tr className="module" role="row">
      <th role="rowheader" scope="row" colSpan={columns}>
        <span className={onToggle ? "module-name wide-only" : "module-name"}>{text}</span>
        {onToggle && (
          <button
            className="module-name module-toggle"
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <Icon name={isOpen ? "down" : "right"} size="s" />
            {text}
          </button>
        )}
      </th>
    </tr>
  );
  /* biome-ignore-end lint/a11y/noRedundantRoles: as cards the elements lose their own roles */
}
