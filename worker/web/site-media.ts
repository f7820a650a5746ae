import { publicPicture } from "../domain/platform/public-content.ts";
import type { Visit } from "../env.ts";
import { isUnchanged, storedFile } from "../files/serve.ts";

/** A day: what is no longer shown is gone from caches by then. */
const SHARED = "public, max-age=86400";

/** A picture of the public pages. @throws Response 404; 503 while the object store does not answer */
export async function siteMedia(visit: Visit, request: Request, id: string): Promise<Response> {
  const { sha256, ...file } = await publicPicture(visit, id);
  const etag = `"${sha256}"`;
  const told = { "Cache-Control": SHARED, ETag: etag };
  if (isUnchanged(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers: told });
  const answer = await storedFile(visit.env.MEDIA, file);
  for (const [name, value] of Object.entries(told)) answer.headers.set(name, value);
  return answer;
}
