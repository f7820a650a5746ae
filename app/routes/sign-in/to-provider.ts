import { visitContext } from "#worker/web/context.ts";
import { toProvider } from "#worker/web/identity.ts";
import type { Route } from "./+types/to-provider";

/** On to the company's identity provider. */
export const loader = ({ context, request }: Route.LoaderArgs) =>
  toProvider(context.get(visitContext), request);
