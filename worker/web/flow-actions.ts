import type { AnyFlow } from "../domain/entity/flow.ts";
import type { AnySession, Session } from "../session.ts";
import type { Commands } from "./actions.ts";

type Moved<S extends AnySession> = Pick<AnyFlow<S>, "inputs" | "move">;

/** Each move of the record in the page's address, by its name. */
export const movesInAddress = <S extends AnySession = Session>(flow: Moved<S>): Commands<S> =>
  Object.fromEntries(
    Object.keys(flow.inputs).map((move) => [
      move,
      ({ session, id }, values) => flow.move(session, id, move, values),
    ]),
  );

/** Moves of the record that the form names in `id`, by their names after a prefix. */
export const movesOfSent = <S extends AnySession = Session>(
  flow: Moved<S>,
  moves: readonly string[],
  prefix = "",
): Commands<S> =>
  Object.fromEntries(
    moves.map((move) => [
      `${prefix}${move}`,
      ({ session }, { id = "", ...values }) => flow.move(session, id, move, values),
    ]),
  );
