import { takenBy } from "#worker/domain/assets/taken.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/taken";

/** Which other devices have the code or the serial number that is typed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return Response.json(
    await takenBy(context.get(sessionContext), new URL(request.url).searchParams),
  );
}
