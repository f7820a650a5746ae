import { Link } from "react-router";
import type { Offer } from "#app/shared/flows/rules.ts";
import { ticketRules } from "#app/shared/flows/support-tickets.ts";
import { Icon } from "#app/ui/icon.tsx";
import { iconOf, type Rules } from "#app/ui/move-entries.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";

const rules: Rules["moves"] = ticketRules.moves;

/** Moves of a ticket that open a dialog, as buttons. @param inPlace those whose forms stand on the page */
export function MoveLinks({
  moves,
  inPlace,
}: {
  moves: readonly Offer[];
  inPlace: readonly string[];
}) {
  const { to } = useDialog();
  const shown = moves.filter(({ move, why }) => why === null && !inPlace.includes(move));
  return shown.map(({ move, label }) => (
    <Link key={move} className="btn" to={to({ do: move })} preventScrollReset>
      <Icon name={iconOf(rules[move]!)} />
      {label}
    </Link>
  ));
}

/** Why a closed ticket is no longer reopened, where that is so. */
export const closedFor = (moves: readonly Offer[]): string | null =>
  moves.find(({ move, fits }) => move === "reopen" && fits)?.why ?? null;
