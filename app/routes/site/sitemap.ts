import { publicPages } from "#app/shared/public-pages.ts";
import { visitContext } from "#worker/web/context.ts";
import { sitemap } from "#worker/web/site.ts";
import type { Route } from "./+types/sitemap";

/** Every public page, for search engines. */
export const loader = ({ context }: Route.LoaderArgs) =>
  sitemap(
    context.get(visitContext),
    publicPages.map(({ path }) => path),
  );
