import { storedFiles } from "../domain/support/files.ts";
import { ticketFlow } from "../domain/support/flow.ts";
import { voteForHelp } from "../domain/support/helps.ts";
import { openTicket } from "../domain/support/open.ts";
import { uploadsOf } from "../files/upload.ts";
import type { AnySession } from "../session.ts";
import { type Asked, actions, type Commands, goesOn, staffActions } from "./actions.ts";

type Move = Parameters<typeof ticketFlow.move>[2];
/** Moves whose forms bring files. */
const bringing: readonly string[] = ["answer", "reply", "note"];

/** The moves of a ticket whose rule asks for a permission, each with the files of its form. */
const movesBy = <S extends AnySession>(permission: string): Commands<S> =>
  Object.fromEntries(
    Object.entries(ticketFlow.rules.moves)
      .filter(([, { by }]) => by === permission)
      .map(([move]) => [
        move,
        async (
          { session, visit, form, id }: Asked<S>,
          { files: _, ...values }: Record<string, string>,
        ) => {
          const uploads = uploadsOf(form, "files");
          const files = bringing.includes(move)
            ? await storedFiles(session, "edit-support-ticket", visit.env.MEDIA, uploads)
            : [];
          return ticketFlow.move(session, id, move as Move, values, undefined, files);
        },
      ]),
  );

/** Every form on a ticket's page, as its company sees it. */
export const ticketActions = actions(movesBy("edit-support-ticket"));
/** The same for staff. */
export const staffTicketActions = staffActions(movesBy("manage-support-ticket"));

/** A new ticket, with its files. */
export const newTicketAction = actions(
  async ({ session, visit, form }, { files: _, ...values }) =>
    openTicket(
      session,
      values,
      await storedFiles(
        session,
        "create-support-ticket",
        visit.env.MEDIA,
        uploadsOf(form, "files"),
      ),
    ),
  { reply: goesOn(({ data }) => `/support/show/${data.id}`) },
);

/** Whether a help helped. */
export const helpActions = actions({
  vote: ({ session }, values) => voteForHelp(session, values),
});
