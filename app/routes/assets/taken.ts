import { takenBy } from "#worker/domain/assets/taken.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/taken";

/** What the form of a device asks while a code or a serial is typed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await takenBy(context.get(sessionContext), new URL(request.url).searchParams),
  );
}
