import { sha256 } from "../auth/tokens.ts";
import { isUnchanged } from "../files/serve.ts";

const HASH_LETTERS = 24;

/**
 * An answer with its tag, or 304 where the client has it as it is. A record's tag is strong: its version and a hash of the whole answer, so
 * that the version alone can be taken from it. A list's is weak.
 */
export async function tagged(
  request: Request,
  answer: Response,
  isRecord: boolean,
): Promise<Response> {
  if (answer.status !== 200 || !answer.headers.get("Content-Type")?.startsWith("application/json"))
    return answer;
  const text = await answer.text();
  const hash = (await sha256(text)).slice(0, HASH_LETTERS);
  const { data } = JSON.parse(text) as { data?: { version?: unknown } | null };
  const version = isRecord && typeof data?.version === "number" ? `${data.version}-` : "";
  const etag = isRecord ? `"${version}${hash}"` : `W/"${hash}"`;
  const headers = new Headers(answer.headers);
  headers.set("ETag", etag);
  if (!isUnchanged(request.headers.get("If-None-Match"), etag.replace(/^W\//, "")))
    return new Response(text, { headers });
  headers.delete("Content-Type");
  return new Response(null, { status: 304, headers });
}
