import type { ReactNode } from "react";
import type { Offer } from "#app/shared/flows/rules.ts";
import { AssignFields, HoldFields, SolvedFields } from "./move-fields.tsx";

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
export const rowMoves = ({ moves }: { moves: readonly Offer[] }) =>
  moves.filter(({ move }) => onLists.includes(move));

/** The fields of a move besides its reason, where the call's page is not open. */
export const listFields: Record<string, () => ReactNode> = {
  assign: () => <AssignFields />,
  hold: () => <HoldFields />,
  resolve: () => <SolvedFields />,
};
