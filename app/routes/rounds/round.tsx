import { lazy, Suspense, useEffect } from "react";
import { draftNamed } from "#app/shared/drafts.ts";
import { Brand } from "#app/ui/brand.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { ThemeToggle } from "#app/ui/shell/theme-toggle.tsx";
import type { Route } from "./+types/round";
import { LeaveDevice } from "./left-round.tsx";
import { RoundApp } from "./round-app.tsx";
import "../../css/rounds.css";

const DraftApp = lazy(() => import("../measuring/draft-app.tsx"));

export const meta = () => [{ title: "Round - Plumbline" }];

/** The addresses of the page that are no round: its frame for the cache, and where rounds leave the device. */
const LEAVE = "leave";

/**
 * The page of a round, and of a draft that was taken along. The server sends its frame alone, the same for everybody: what is in it comes from this device.
 */
export default function Round({ params }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  // The frame in the cache is that of no round: what depends on the address comes with the scripts.
  const isDraft = isHydrated && draftNamed(params.package) !== null;
  useEffect(restoreTheme, []);
  return (
    <div className="round-page">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="header">
        <Brand href="/dashboard" />
        <div className="end">
          <a className="btn btn-sm" href={isDraft ? "/dashboard" : "/rounds/take"}>
            {isDraft ? "Dashboard" : "Rounds"}
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main className="main" id="main">
        <noscript>
          <p className="note amber">
            Work without a network is done by scripts. Allow scripts for this page, or work where
            there is a network.
          </p>
        </noscript>
        {isHydrated &&
          (params.package === LEAVE ? (
            <LeaveDevice
              to={targetOf(location.search)}
              isSigningOut={new URLSearchParams(location.search).has("out")}
            />
          ) : draftNamed(params.package) ? (
            <Suspense fallback={<p className="muted">Opening the draft</p>}>
              <DraftApp key={params.package} packageId={params.package} />
            </Suspense>
          ) : (
            <RoundApp key={params.package} packageId={params.package} />
          ))}
      </main>
    </div>
  );
}

/** Where it goes on: a path of this site. */
function targetOf(search: string): string {
  const to = new URLSearchParams(search).get("to") ?? "";
  return /^\/(?![/\\])/.test(to) ? to : "/dashboard";
}

/** The frame in the cache has the theme of the day it was stored. */
function restoreTheme() {
  const [, theme] = /(?:^|; )theme=(dark|light)/.exec(document.cookie) ?? [];
  if (theme) document.documentElement.dataset.theme = theme;
}
