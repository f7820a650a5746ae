import type { Problem } from "#app/shared/refusal.ts";

const PROBLEM = "application/problem+json";
const phrases: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

/** A refusal as the client asked for it: problem details (RFC 9457) where its `Accept` names them. */
export async function asAsked(
  request: Request,
  refusal: Response,
  requestId: string,
): Promise<Response> {
  const isAsked = request.headers.get("Accept")?.toLowerCase().includes(PROBLEM);
  const isOurs = refusal.headers.get("Content-Type")?.startsWith("application/json");
  if (!isAsked || !isOurs || refusal.status < 400) return refusal;
  const { message, errors, data } = (await refusal.json()) as Problem;
  const { status } = refusal;
  const headers = new Headers(refusal.headers);
  headers.set("Content-Type", PROBLEM);
  headers.append("Vary", "Accept");
  const problem = {
    ...{ type: "about:blank", title: phrases[status] ?? "Error", status, detail: message },
    instance: `urn:uuid:${requestId}`,
    ...(errors ? { errors } : {}),
    ...(data === undefined ? {} : { data }),
  };
  return new Response(JSON.stringify(problem), { status, headers });
}
