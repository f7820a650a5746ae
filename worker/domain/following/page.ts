import { and, inArray, isNull, or, sql } from "drizzle-orm";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import type { FollowedCall } from "#app/shared/followed-call.ts";
import { pick } from "#app/shared/pick.ts";
import { breakdownEvents, departments } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Visit } from "../../env.ts";
import { callFlow } from "../service-calls/flow.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { openedBy } from "./open.ts";

const MOST_EVENTS = 100;
const shown = pick(breakdownEvents, ["kind", "status", "note", "actorId", "actorName", "at"]);
type Event = Pick<Row<typeof breakdownEvents>, keyof typeof shown>;

/** Moves, and remarks of people without an account: notes of colleagues are not read at all. */
const eventsOf = (db: CompanyDb, callId: ReturnType<typeof sql>) =>
  db
    .select(shown)
    .from(breakdownEvents)
    .where(
      db.ofOwner(
        breakdownEvents,
        and(
          sql`${breakdownEvents.breakdownId} = ${callId}`,
          or(
            inArray(breakdownEvents.kind, ["move"]),
            and(inArray(breakdownEvents.kind, ["remark"]), isNull(breakdownEvents.actorId)),
          ),
        ),
      ),
    )
    .orderBy(breakdownEvents.id)
    .limit(MOST_EVENTS);

/** The states in their order, each once for as long as it lasted. */
function lineOf(events: readonly Event[]): FollowedCall["line"] {
  const moves = events.filter(({ kind }) => kind === "move");
  return moves
    .filter(({ status }, nth) => moves[nth - 1]?.status !== status)
    .map(({ status, at }) => ({ state: status, at }));
}

/** What the reporter wrote: their remarks, and why it failed again. */
const writtenBy = (name: string, events: readonly Event[]): FollowedCall["own"] =>
  events.flatMap(({ kind, note, actorId, actorName, status, at }): FollowedCall["own"] => {
    if (actorId !== null || actorName !== name || !note) return [];
    if (kind === "remark") return [{ kind, text: note, at }];
    return status === "in_progress" ? [{ kind: "again", text: note, at }] : [];
  });

/** A call as its private link shows it. One round trip. @throws Response 404, 429 */
export async function followedCall(visit: Visit, token: string): Promise<FollowedCall> {
  const { call, device, company, guest, now, rest } = await openedBy(
    visit,
    token,
    (db, it) =>
      [
        eventsOf(db, it("id")),
        db.rows<{ name: string }>(
          sql`select ${departments.name} as "name" from ${departments} where ${db.ofOwner(departments, sql`${departments.id} = ${it("department_id")}`)}`,
        ),
      ] as const,
  );
  const [events, [place]] = rest;
  const shows = settingOf(company, "qr_public_shows");
  const told = <T>(fact: (typeof shows)[number], value: T) => (shows.includes(fact) ? value : null);
  const isReadOnly = guest().isReadOnly;
  const offers = callFlow.movesOf(guest(), call);
  const may = (move: string) =>
    !isReadOnly && offers.some((offer) => offer.move === move && offer.why === null);
  const reopening = offers.find(({ move }) => move === "reopen");
  return {
    number: call.number,
    device: { name: told("name", device.name), place: told("place", place?.name ?? null) },
    company: told("company", company.name),
    status: call.status,
    line: lineOf(events),
    own: [
      { kind: "problem", text: call.problem, at: call.reportedAt },
      ...writtenBy(call.reportedByName, events),
    ],
    rating: call.rating,
    ratingNote: call.ratingNote,
    may: {
      remark: !isReadOnly && (openCalls as readonly string[]).includes(call.status),
      close: may("close"),
      reopen: may("reopen"),
      rate: may("rate"),
    },
    tooLate: reopening?.fits ? reopening.why : null,
    isReadOnly,
    now,
    timeZone: company.timeZone,
    dateFormat: settingOf(company, "date_format"),
  };
}
