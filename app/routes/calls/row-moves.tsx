import type { ReactNode } from "react";
import type { Offer } from "#app/shared/flows/rules.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import type { CallRow } from "#worker/domain/service-calls/list.ts";
import { AssignFields, HoldFields } from "./move-fields.tsx";
import { SolvedFields } from "./solved-fields.tsx";

/** Moves that ask for nothing but what their dialog on a list can ask. */
const onLists = [
  "acknowledge",
  "assign",
  "start",
  "hold",
  "resume",
  "resolve",
  "close",
  "reopen",
  "cancel",
];
/** The moves of many calls at once. */
export const bulkMoves = ["acknowledge", "assign", "start", "hold", "resume", "resolve", "close"];

/** What a list offers of a call: the others are made on its page. */
const rowMoves = ({ moves }: { moves: readonly Offer[] }) =>
  moves.filter(({ move }) => onLists.includes(move));

/** The fields of a move besides its reason, where the call's page is not open. */
export const listFields: Record<string, () => ReactNode> = {
  assign: () => <AssignFields />,
  hold: () => <HoldFields />,
  resolve: () => <SolvedFields />,
};

/** What may be done with a call of a list or the board, as entries of its menu. */
export function CallEntries({ row }: { row: CallRow }) {
  return (
    <>
      <MoveEntries of={{ ...row, moves: rowMoves(row) }} rules={callRules} />
      <MenuLink to={`/asset-breakdown/${row.id}`} icon="right">
        Open
      </MenuLink>
    </>
  );
}
