import { visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/calendar-feed";

/** A calendar by its private link, for calendar programs. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { calendarAnswer } = await import("#worker/web/calendar-feed.ts");
  return calendarAnswer(context.get(visitContext), request, params.token);
}
