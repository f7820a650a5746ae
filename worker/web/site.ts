import { data } from "react-router";
import { publicContent } from "../domain/platform/public-content.ts";
import type { Visit } from "../env.ts";
import { notFound } from "../refusals.ts";
import { apexHosts, originOf } from "../tenancy/hosts.ts";

/** Where the public site is, whichever of the platform's hosts was asked. */
export const siteOrigin = ({ env }: Pick<Visit, "env">): string =>
  originOf(env, apexHosts(env)[0]!);

/** What an error page shows, under its status: on the platform's own host it stands in the frame of the site. */
export const errorPage = ({ place, requestId }: Visit, status: number) =>
  data(
    { isSite: place.kind === "platform", year: new Date().getUTCFullYear(), requestId },
    { status },
  );

/** A day. */
const SHARED = "public, max-age=86400";

/** The addresses of the public pages as search engines take them. @throws Response 404 on a company's host */
export function sitemap(visit: Visit, paths: readonly string[]): Response {
  if (visit.place.kind !== "platform") return notFound("page");
  const origin = siteOrigin(visit);
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
    { headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": SHARED } },
  );
}

/** What search engines may look at: on the platform's host all that is public, on a company's nothing. */
export function robots(visit: Visit): Response {
  const lines =
    visit.place.kind === "platform"
      ? ["User-agent: *", "Allow: /", `Sitemap: ${siteOrigin(visit)}/sitemap.xml`]
      : ["User-agent: *", "Disallow: /"];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": SHARED },
  });
}

/** What the platform's own people have published. @throws Response 404 on a company's host */
export const siteContent = publicContent;
