import { useCallback, useEffect } from "react";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { notify } from "#app/ui/toaster.tsx";
import type { Grant } from "#worker/web/shell.ts";
import {
  ageOf,
  expiryOf,
  keep,
  leave,
  NOT_OUT,
  personIn,
  renew,
  SIGNED_OUT,
  SOON_MS,
} from "./token-store.ts";

/** A session idles out after 5 minutes at the earliest; whoever is active renews well before. */
const RENEW_AFTER_MS = 4 * 60_000;
const LOOK_EVERY_MS = 15_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Verifies the stored token as section 4 and 8 of the specification say. Nothing here shows a page the server would refuse. */
async function verify(isPlatform: boolean, signal: AbortSignal) {
  if (!localStorage.getItem("accessToken") || !localStorage.getItem("domain"))
    return leave(isPlatform);
  if (expiryOf(localStorage.getItem("accessToken")) < Date.now() + SOON_MS) await renew();
  const path = isPlatform ? "/api/super-admin/verify-token" : "/api/verify-token";
  const verified = () => {
    const token = localStorage.getItem("accessToken");
    return ask(`${localStorage.getItem("domain")}${path}`, {
      json: { token },
      headers: { Authorization: `Bearer ${token}` },
      signal,
    });
  };
  try {
    await verified().catch(async (error) => {
      // The session may have moved to another id, and goes on by the page's cookie.
      if (error.status !== 401 || !(await renew())) throw error;
      return verified();
    });
  } catch (error) {
    if (signal.aborted) return;
    const problem = error instanceof RefusedAnswer && error.status < 500 ? error.problem : null;
    if (problem) leave(isPlatform, { title: "Error", message: problem.message ?? "" });
    else notify.error(`verifyToken Error: ${(error as Error).message}`);
  }
}

/** Renews the token while the person does something: a tab left open idles out like any other. */
function renewWhileActive(): () => void {
  let looked = Date.now();
  const onSign = () => {
    const now = Date.now();
    if (now - looked < LOOK_EVERY_MS) return;
    looked = now;
    const token = localStorage.getItem("accessToken");
    if (token && ageOf(token) > RENEW_AFTER_MS) void renew();
  };
  for (const sign of signs) addEventListener(sign, onSign, { passive: true });
  return () => {
    for (const sign of signs) removeEventListener(sign, onSign);
  };
}

/** Follows what another tab does: signed out there is signed out here, and another person's page is loaded anew. */
function followOtherTabs(isPlatform: boolean): () => void {
  const person = personIn(localStorage.getItem("user"));
  const channel = new BroadcastChannel(SIGNED_OUT);
  channel.onmessage = () => leave(isPlatform);
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === "user" && newValue && person && personIn(newValue) !== person)
      location.assign("/dashboard");
  };
  addEventListener("storage", onStorage);
  return () => {
    channel.close();
    removeEventListener("storage", onStorage);
  };
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
    const ends = [renewWhileActive(), followOtherTabs(isPlatform)];
    const unload = () => stop.abort();
    // A page that comes back out of the browser's cache may belong to an ended session.
    const back = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pagehide", unload);
    addEventListener("pageshow", back);
    return () => {
      for (const end of ends) end();
      removeEventListener("pagehide", unload);
      removeEventListener("pageshow", back);
    };
  }, []);

  return useCallback(
    () =>
      import("./signing-out.ts").then(
        ({ signOut }) => signOut(isPlatform),
        () => notify.error(NOT_OUT),
      ),
    [isPlatform],
  );
}
