import { dayIn } from "#app/shared/company-time.ts";
import { dueKinds, standings } from "#app/shared/due-standing.ts";
import { dueOccurrences, occurrenceEvents } from "#drizzle/tenant/index.ts";
import { criticalities } from "#drizzle/words.ts";
import { findOccurrence, listOccurrences } from "../domain/due/occurrence-list.ts";
import { data, page } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { columnsShape, day, list, listQuery, oneOf, orNull, rowShape, text } from "./shapes.ts";
import { toWire } from "./wire.ts";

const listed =
  "id version status kind dueOn opensOn closesOn deferrals doneOn assetId assignedUserId assignedTeamId";

const says = (description: string) => ({ ...text, description });

/** Planned services. */
export const dueCalls: Call[] = [
  companyCalls({ tag: "Planned service", of: dueOccurrences })({
    get: "/due-occurrences",
    needs: "view-asset",
    says: "Planned services by the day they are planned for, the open ones alone unless `tab` is all",
    query: listQuery(
      ["plan", "newest"],
      {
        tab: oneOf("open", "all"),
        kind: oneOf(...Object.keys(dueKinds)),
        status: oneOf(...Object.keys(standings)),
        from: says("The first day, as YYYY-MM-DD"),
        to: says("The last day, as YYYY-MM-DD"),
        department: says("The id of a Location"),
        place: says("The id of a place, with all in it"),
        criticality: oneOf(...criticalities),
        team: says("The id of a team"),
        person: says("The id of a person, `me` or `none`"),
        vendor: says("The id of a vendor"),
        asset: says("The id of an asset"),
      },
      false,
    ),
    answer: page(
      columnsShape(dueOccurrences, listed, {
        plan_on: day,
        assignee: orNull(text),
        code: text,
        name: text,
        location: text,
        title: text,
        standing: oneOf(...Object.keys(standings)),
        moves: offers,
      }),
    ),
    run: ({ session, query }) => listOccurrences(session, query, dayIn(session.company.timeZone)),
  }),
  companyCalls({ tag: "Planned service", of: dueOccurrences })({
    get: "/due-occurrences/:id",
    needs: "view-asset",
    says: "A planned service with what happened to it",
    answer: data(
      rowShape(dueOccurrences, { events: list(rowShape(occurrenceEvents)), moves: offers }),
    ),
    run: async ({ session, id }) => {
      const { events, ...row } = await findOccurrence(session, id);
      return { ...row, events: events.map(toWire) };
    },
  }),
];
