import { ask, RefusedAnswer, type Sent } from "#app/ui/ask.ts";
import { renew } from "./token-store.ts";

/** Asks the API with the stored token; an ended one is renewed once. @throws as `ask` does */
export async function askApi<T>(path: string, sent: Sent = {}): Promise<T> {
  const authorized = () =>
    ask<T>(`${localStorage.getItem("domain") ?? ""}${path}`, {
      ...sent,
      headers: { ...sent.headers, Authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
  try {
    return await authorized();
  } catch (refused) {
    if (refused instanceof RefusedAnswer && refused.status === 401 && (await renew()))
      return authorized();
    throw refused;
  }
}
