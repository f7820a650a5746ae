import { servePlatformMedia } from "#worker/files/platform-media.ts";
import { portsOf } from "#worker/files/ports.ts";
import { staffContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/platform-media";

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  servePlatformMedia(
    context.get(staffContext),
    portsOf(context.get(visitContext)).bucket,
    params.id,
    request,
  );
