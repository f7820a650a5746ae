import { ask } from "#app/ui/ask.ts";
import type { Grant } from "#worker/web/shell.ts";

/** The channel by which tabs tell each other. */
export const SIGNED_OUT = "signed-out";
export const NOT_OUT = "Something went wrong during logout.";
/** A token that ends within this is renewed before use. */
export const SOON_MS = 60_000;

type Notice = { kind?: "success"; title?: string; message: string };

export function keep({ token, domain, user }: Grant): void {
  localStorage.setItem("accessToken", token);
  localStorage.setItem("domain", domain);
  localStorage.setItem("user", JSON.stringify(user));
  // Taken: from now on pages need not bring it again.
  const secure = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${secure ? "__Host-" : ""}welcome=; Path=/; Max-Age=0; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

let leaving = false;

/** Clears what is stored and goes to sign-in, which shows the notice. The first call counts. */
export function leave(isPlatform: boolean, notice?: Notice): void {
  if (leaving) return;
  leaving = true;
  clearStorage();
  if (notice) sessionStorage.setItem("notice", JSON.stringify(notice));
  location.assign(isPlatform ? "/developer/login" : "/login");
}

type Times = { iat: number; exp: number };

function timesOf(token: string | null): Times {
  try {
    const [, body = ""] = (token ?? "").split(".");
    return JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/"))) as Times;
  } catch {
    return { iat: 0, exp: 0 };
  }
}

/** When a token ends, in epoch ms; 0 for what is no token. */
export const expiryOf = (token: string | null): number => timesOf(token).exp * 1000;
/** How old a token is, in ms. */
export const ageOf = (token: string | null): number => Date.now() - timesOf(token).iat * 1000;

/** The id of the person a stored `user` names. */
export function personIn(user: string | null): string | null {
  try {
    return user ? ((JSON.parse(user) as { id?: string }).id ?? null) : null;
  } catch {
    return null;
  }
}

let renewing: Promise<boolean> | null = null;

/** Renews the access token through the page's cookie, once at a time. @returns whether it did */
export function renew(): Promise<boolean> {
  renewing ??= renewed().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewed(): Promise<boolean> {
  const grant = await ask<Grant>("/session/token", { form: {} }).catch(() => null);
  if (grant) keep(grant);
  return grant !== null;
}
