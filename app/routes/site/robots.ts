import { visitContext } from "#worker/web/context.ts";
import { robots } from "#worker/web/site.ts";
import type { Route } from "./+types/robots";

/** What search engines may look at: the public pages, and nothing of a company. */
export const loader = ({ context }: Route.LoaderArgs) => robots(context.get(visitContext));
