import { shownLetter } from "#worker/mail/shown-outbox.ts";
import { visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/dev-letter";

/** One letter of the outbox as its HTML part shows it. */
export const loader = async ({ params, context }: Route.LoaderArgs) =>
  new Response(await shownLetter(context.get(visitContext), params.id), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
