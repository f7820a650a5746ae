import { renew } from "#app/routes/shell/token-store.ts";
import { notify } from "#app/ui/toaster.tsx";

const generic = "Something went wrong. Please try again.";

let renewing: Promise<boolean> | null = null;
const renewOnce = () => {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
};

function ask(path: string, signal: AbortSignal): Promise<Response> {
  const token = localStorage.getItem("accessToken");
  const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {});
  return fetch(`${localStorage.getItem("domain") ?? ""}${path}`, { headers, signal });
}

/**
 * A list of the API, with the stored token; an ended one is renewed once.
 * @returns null when it did not come: a toast has said why, unless the page gave it up
 */
export async function loadList<T>(path: string, signal: AbortSignal): Promise<T[] | null> {
  try {
    let response = await ask(path, signal);
    if (response.status === 401 && (await renewOnce())) response = await ask(path, signal);
    const body = (await response.json()) as { success?: boolean; message?: string; data?: T[] };
    if (response.ok && body.success !== false && Array.isArray(body.data)) return body.data;
    notify.error(body.message || generic);
  } catch {
    if (!signal.aborted) notify.error(generic);
  }
  return null;
}
