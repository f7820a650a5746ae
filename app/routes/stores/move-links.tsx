import { Link } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";

/** What a person may do with quantities. */
export type MayMove = { move: boolean; approve: boolean };

const moves: { move: string; label: string; icon: IconName; needs: keyof MayMove }[] = [
  { move: "receive", label: "Receive", icon: "plus", needs: "move" },
  { move: "issue", label: "Issue", icon: "out", needs: "move" },
  { move: "transfer", label: "Transfer", icon: "swap", needs: "move" },
  { move: "return", label: "Return to vendor", icon: "truck", needs: "move" },
  { move: "adjust", label: "Adjust", icon: "sort", needs: "approve" },
  { move: "scrap", label: "Scrap", icon: "trash", needs: "approve" },
];

/** Links to what moves an item's quantity, each to its dialog on the item's page. */
export function MoveLinks({
  to,
  may,
  look,
  only,
}: {
  /** The address that opens the dialog of a move. */
  to: (move: string) => string;
  may: MayMove;
  look: string;
  only?: readonly string[];
}) {
  return moves
    .filter(({ move, needs }) => may[needs] && (!only || only.includes(move)))
    .map(({ move, label, icon }) => (
      <Link key={move} className={look} to={to(move)} preventScrollReset>
        <Icon name={icon} />
        {label}
      </Link>
    ));
}
