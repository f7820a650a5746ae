import { useEffect } from "react";
import { notify } from "#app/ui/toaster.tsx";

type Notice = { title?: string; kind?: "success" | "error"; message: string };

/** Shows the message a left page put into the tab, once; without a session nothing of it stays in storage. */
export function useNotice(isSignedIn: boolean): void {
  useEffect(() => {
    try {
      if (!isSignedIn)
        for (const key of ["accessToken", "domain", "user"]) localStorage.removeItem(key);
      const text = sessionStorage.getItem("notice");
      sessionStorage.removeItem("notice");
      if (!text) return;
      const { kind = "error", message, title } = JSON.parse(text) as Notice;
      notify[kind](message, title);
    } catch {
      // Storage may be switched off; then there is no message either.
    }
  }, [isSignedIn]);
}
