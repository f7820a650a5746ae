import { devicePicture } from "#worker/domain/labels/labels.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/label-qr";

/** The QR code of a device's label as a picture. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const picture = await devicePicture(context.get(sessionContext), params.id);
  return new Response(picture, { headers: { "Content-Type": "image/svg+xml" } });
}
