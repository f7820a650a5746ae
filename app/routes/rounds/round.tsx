import { useEffect } from "react";
import { Brand } from "#app/ui/brand.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { ThemeToggle } from "#app/ui/shell/theme-toggle.tsx";
import type { Route } from "./+types/round";
import { LeaveDevice } from "./left-round.tsx";
import { RoundApp } from "./round-app.tsx";
import "../../css/rounds.css";

export const meta = () => [{ title: "Round - Plumbline" }];

/** The addresses of the page that are no round: its frame for the cache, and where rounds leave the device. */
const LEAVE = "leave";

/**
 * The page of a round. The server sends its frame alone, the same for everybody: what is in it comes from this device.
 */
export default function Round({ params }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  useEffect(restoreTheme, []);
  return (
    <div className="round-page">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="header">
        <Brand href="/dashboard" />
        <div className="end">
          <a className="btn btn-sm" href="/rounds/take">
            Rounds
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main className="main" id="main">
        <noscript>
          <p className="note amber">
            A round works without a network by scripts. Allow scripts for this page, or fill the
            report in where there is a network.
          </p>
        </noscript>
        {isHydrated &&
          (params.package === LEAVE ? (
            <LeaveDevice
              to={targetOf(location.search)}
              isSigningOut={new URLSearchParams(location.search).has("out")}
            />
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
