import { portsOf } from "#worker/files/ports.ts";
import { serveMedia } from "#worker/files/serve.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/media";

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  serveMedia(
    context.get(sessionContext),
    portsOf(context.get(visitContext)).bucket,
    params.id,
    request,
  );
