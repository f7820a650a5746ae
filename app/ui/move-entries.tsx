import type { Offer, Rule } from "#app/shared/flows/rules.ts";
import type { IconName } from "./icon.tsx";
import { MenuEntry } from "./menu-entry.tsx";
import { useDialog } from "./use-dialog.ts";

export type Rules = { moves: Record<string, Rule<object, string>> };
/** A record with what it offers the person who sees it. */
export type Movable = { id: string; version?: number; moves: readonly Offer[] };

export const iconOf = ({ icon = "right" }: { icon?: IconName }) => icon;

/**
 * The moves of a record in its menu: those that its state allows, with what else stands in their way, and its pages.
 * @param to the address of a move's dialog; `?do={move}&on={id}` of this page unless something else is said
 */
export function MoveEntries({
  of,
  rules,
  to,
}: {
  of: Movable;
  rules: Rules;
  to?: (move: string) => string;
}) {
  const dialog = useDialog();
  const dialogOf = to ?? ((move: string) => dialog.to({ do: move, on: of.id }));
  return of.moves
    .filter(({ move, fits }) => fits || rules.moves[move]!.page)
    .map(({ move, label, why }) => (
      <MenuEntry
        key={move}
        label={label}
        icon={iconOf(rules.moves[move]!)}
        no={why}
        to={rules.moves[move]!.page?.(of.id) ?? dialogOf(move)}
      />
    ));
}
