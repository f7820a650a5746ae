import { newId } from "#drizzle/columns.ts";
import type { Client } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import type { Place } from "../place.ts";

/** How often what was asked is there: `times`, a sentence for each part that is there another number of times, and how many files are shown. */
export type Found = { times: number; wrong: string[]; files?: number };
/** One piece of a person's work. */
export type Case = {
  /** Sends the same bytes under the same key each time. */
  send: () => Promise<Response>;
  found: () => Promise<Found>;
};
export type Work = {
  name: string;
  begin: (place: Place) => Promise<Case>;
};

export const photo = (bytes = 2000) => fileOf(pngOf(2, 2, bytes), "photo.png", "image/png");

/** A form or an object, encoded once. */
async function encoded(body: BodyInit | object) {
  if (!(body instanceof FormData || body instanceof URLSearchParams))
    return { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
  const made = new Response(body);
  return {
    type: made.headers.get("content-type")!,
    bytes: Buffer.from(await made.arrayBuffer()),
  };
}

/** Sends past the clients of the tests, which look a host up from time to time. */
export async function sending(
  { w }: Place,
  { host, token, cookie }: Client,
  path: string,
  body: BodyInit | object,
): Promise<() => Promise<Response>> {
  const { type, bytes } = await encoded(body);
  const who: Record<string, string> = path.startsWith("/api/")
    ? { authorization: `Bearer ${token}` }
    : { cookie, origin: `http://${host}` };
  const headers = { ...who, "content-type": type, "idempotency-key": newId() };
  return () => w.server.fetch(`http://${host}${path}`, { method: "POST", headers, body: bytes });
}

/** Compares how often each part of a piece of work is there. */
export function counted(times: number, parts: Record<string, [is: unknown, says: unknown]>): Found {
  const wrong = Object.entries(parts)
    .filter(([, [is, says]]) => is !== says)
    .map(([part, [is, says]]) => `${part}: ${is}, not ${says}`);
  return { times, wrong };
}
