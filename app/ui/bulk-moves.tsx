import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Chosen } from "./list-page.tsx";
import type { Rules } from "./move-entries.tsx";

const BulkMoveDialog = lazy(() => import("./bulk-move-dialog.tsx"));

export type BulkMovesProps = {
  chosen: Chosen;
  rules: Rules;
  /** The machine's path under /api: "service-calls". */
  of: string;
  /** The moves that are offered, in their order. */
  moves: readonly string[];
  /** How many of what: "1 call", "{n} calls". */
  count: (n: number) => string;
  /** The fields of a move besides its reason. */
  fields?: (move: string) => ReactNode;
  /** Where a record is shown. */
  hrefOf: (id: string) => string;
};

/** What can be done to all chosen documents at once: a button for each move, whose dialog asks once and tells what failed. */
export function BulkMoves(props: BulkMovesProps) {
  const [open, setOpen] = useState<{ move: string; chosen: Chosen } | null>(null);
  return (
    <>
      {props.moves.map((move) => (
        <button
          key={move}
          className="btn btn-sm"
          type="button"
          onClick={() => setOpen({ move, chosen: props.chosen })}
        >
          {props.rules.moves[move]!.label}
        </button>
      ))}
      {open && (
        <Suspense>
          <BulkMoveDialog {...props} {...open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
