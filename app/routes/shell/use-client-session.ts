import { useCallback, useEffect } from "react";
import { notify } from "#app/ui/toaster.tsx";
import type { Grant } from "#worker/web/shell.ts";

const KEYS = ["accessToken", "domain", "user"] as const;
const RENEW_BEFORE_MS = 60_000;

const loginPath = (isPlatform: boolean) => (isPlatform ? "/developer/login" : "/login");

function clearStorage() {
  for (const key of KEYS) localStorage.removeItem(key);
  sessionStorage.clear();
}

function leave(isPlatform: boolean) {
  clearStorage();
  location.assign(loginPath(isPlatform));
}

function keep({ token, domain, user }: Grant) {
  localStorage.setItem("accessToken", token);
  localStorage.setItem("domain", domain);
  localStorage.setItem("user", JSON.stringify(user));
}

/** When a token ends, in epoch ms; 0 for what is no token. */
function expiryOf(token: string | null): number {
  try {
    const [, body = ""] = (token ?? "").split(".");
    return (JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/"))) as { exp: number }).exp * 1000;
  } catch {
    return 0;
  }
}

/** Renews the access token through the page's cookie. @returns whether it did */
export async function renew(): Promise<boolean> {
  const response = await fetch("/session/token", { method: "POST" }).catch(() => null);
  if (!response?.ok || !response.headers.get("Content-Type")?.includes("json")) return false;
  keep((await response.json()) as Grant);
  return true;
}

type Verified = { success: boolean; message?: string };

/** Verifies the stored token as section 4 and 8 of the specification say. Nothing here shows a page the server would refuse. */
async function verify(isPlatform: boolean, signal: AbortSignal) {
  if (!localStorage.getItem("accessToken") || !localStorage.getItem("domain")) return leave(isPlatform);
  if (expiryOf(localStorage.getItem("accessToken")) < Date.now() + RENEW_BEFORE_MS) await renew();
  const token = localStorage.getItem("accessToken");
  const path = isPlatform ? "/api/super-admin/verify-token" : "/api/verify-token";
  try {
    const response = await fetch(`${localStorage.getItem("domain")}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ token }),
      signal,
    });
    const body = (await response.json()) as Verified;
    if (body.success || response.status >= 500) {
      if (!body.success) notify.error(`verifyToken Error: ${body.message}`);
      return;
    }
    clearStorage();
    sessionStorage.setItem("notice", JSON.stringify({ title: "Error", message: body.message }));
    location.assign(loginPath(isPlatform));
  } catch (error) {
    if (!signal.aborted) notify.error(`verifyToken Error: ${(error as Error).message}`);
  }
}

/**
 * Keeps accessToken, domain and user in local storage while the shell is open.
 * @returns sign-out, with the specification's messages
 */
export function useClientSession(grant: Grant | null, isPlatform: boolean): () => Promise<void> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document, with the grant it came with
  useEffect(() => {
    if (grant) keep(grant);
    const stop = new AbortController();
    void verify(isPlatform, stop.signal);
    const timer = setInterval(() => {
      if (expiryOf(localStorage.getItem("accessToken")) < Date.now() + 2 * RENEW_BEFORE_MS && document.visibilityState === "visible")
        void renew();
    }, 30_000);
    const unload = () => stop.abort();
    addEventListener("pagehide", unload);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", unload);
    };
  }, []);

  return useCallback(async () => {
    try {
      const base = localStorage.getItem("domain") ?? location.origin;
      const path = isPlatform ? "/api/super-admin/logout" : "/api/logout";
      const response = await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${localStorage.getItem("accessToken")}` } });
      const body = (await response.json()) as { success?: boolean };
      if (body.success !== true) return notify.error("Logout failed. Please try again.");
      clearStorage();
      sessionStorage.setItem("notice", JSON.stringify({ kind: "success", message: "Logout successful. Goodbye!" }));
      location.assign(loginPath(isPlatform));
    } catch {
      notify.error("Something went wrong during logout.");
    }
  }, [isPlatform]);
}
