import { visitContext } from "#worker/web/context.ts";
import { fromProvider } from "#worker/web/identity.ts";
import type { Route } from "./+types/from-provider";

/** Back from the company's identity provider. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  fromProvider(context.get(visitContext), request);
