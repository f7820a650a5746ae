import type { Problem } from "#app/shared/refusal.ts";

export const WENT_WRONG = "Something went wrong. Please try again.";

/** An answer that is no success: `problem` is what the server said, null where it was no JSON of ours. */
export class RefusedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.message || WENT_WRONG);
  }
}

export type Sent = {
  query?: Record<string, string> | URLSearchParams;
  /** Posted as a form, with files where it is FormData. */
  form?: Record<string, string> | FormData;
  /** Posted as JSON. */
  json?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/**
 * Asks one of our own addresses for its JSON.
 * @throws RefusedAnswer with what the server said; TypeError when the line is lost; AbortError when `signal` gave it up
 */
export async function ask<T>(path: string, sent: Sent = {}): Promise<T> {
  const { query, form, json, headers, signal = null } = sent;
  const url = query ? `${path}?${new URLSearchParams(query)}` : path;
  const posted = form
    ? form instanceof FormData
      ? form
      : new URLSearchParams(form)
    : json === undefined
      ? null
      : JSON.stringify(json);
  const response = await fetch(url, {
    method: posted === null ? "GET" : "POST",
    body: posted,
    headers: { ...(json === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    signal,
  });
  const body: unknown = await response.json().catch(() => undefined);
  signal?.throwIfAborted();
  const isRefusal = typeof body === "object" && body !== null && "success" in body && !body.success;
  if (response.ok && body !== undefined && !isRefusal) return body as T;
  throw new RefusedAnswer(response.status, isRefusal ? (body as Problem) : null);
}
