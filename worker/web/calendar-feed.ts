import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { sha256 } from "../auth/tokens.ts";
import { type FeedEvent, feedEvents } from "../domain/calendar-feeds/events.ts";
import { type FeedReader, feedReader } from "../domain/calendar-feeds/reader.ts";
import type { Visit } from "../env.ts";
import { isUnchanged } from "../files/serve.ts";
import { notFound } from "../refusals.ts";

/** How long a calendar program may keep what it read. */
const KEPT_SECONDS = 900;

const CUT =
  "More is planned than this calendar holds. The first entries are here; all of them are in Due Services.";

/** A calendar as its programs read it: whole days, which are the same day in every time zone. */
export function icsOf(
  { feed, company, origin }: Pick<FeedReader, "feed" | "company" | "origin">,
  events: readonly FeedEvent[],
  isCut: boolean,
): string {
  const { host } = new URL(origin);
  const calendar = new ICalCalendar({
    name: feed.team ? `${feed.name}, ${feed.team}` : feed.name,
    description: isCut ? `${company}. ${CUT}` : company,
    prodId: { company: "Plumbline", product: "Due Services", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: KEPT_SECONDS,
  });
  for (const { uid, on, title, place, details, path, version, at, isCancelled } of events)
    calendar.createEvent({
      id: `${uid}@${host}`,
      start: new Date(`${on}T00:00:00Z`),
      allDay: true,
      stamp: new Date(at),
      lastModified: new Date(at),
      sequence: version,
      summary: title,
      url: `${origin}${path}`,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(place ? { location: place } : {}),
      ...(details ? { description: details } : {}),
    });
  return calendar.toString();
}

/** Answers a calendar program. @throws Response 404, 410, 429 */
export async function calendarAnswer(visit: Visit, request: Request, name = ""): Promise<Response> {
  const token = /^([0-9a-f]{32})\.ics$/.exec(name)?.[1] ?? notFound("page");
  const reader = await feedReader(visit, token);
  const { events, isCut } = await feedEvents(reader);
  const body = icsOf(reader, events, isCut);
  const etag = `"${(await sha256(body)).slice(0, 32)}"`;
  const headers = { ETag: etag, "Cache-Control": `private, max-age=${KEPT_SECONDS}` };
  if (isUnchanged(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="due-services.ics"',
    },
  });
}
