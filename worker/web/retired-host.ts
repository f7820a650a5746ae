import type { Problem } from "#app/shared/refusal.ts";
import { isSafe } from "../headers.ts";

/**
 * What a host that its company has left answers, but for certificates: a page, such as that of a device's label, is now on the company's
 * host; whatever would change or read more is refused there, since nobody is signed in.
 * @param origin `https://host` of the company today
 */
export function retiredHostAnswer(request: Request, origin: string): Response {
  const { pathname, search } = new URL(request.url);
  const isPage = !/^\/api(\/|$)|\.data$/.test(pathname);
  if (isPage && request.method !== "OPTIONS" && isSafe(request.method))
    return new Response(null, {
      status: 308,
      headers: { Location: `${origin}${pathname}${search}` },
    });
  const message = `This company is at ${origin} now`;
  return Response.json({ success: false, message } satisfies Problem, { status: 421 });
}
