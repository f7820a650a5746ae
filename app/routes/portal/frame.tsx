import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { FormatContext } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { OwnPlaces } from "#app/ui/own-places.ts";
import { ThemeLink } from "#app/ui/shell/theme-toggle.tsx";
import { Note, Tabs } from "#app/ui/states.tsx";
import { notify } from "#app/ui/toaster.tsx";
import { contactContext, requireContact, visitContext } from "#worker/web/context.ts";
import { portalFrame } from "#worker/web/portal.ts";
import type { Route } from "./+types/frame";
import "../../css/portal.css";

export const middleware: Route.MiddlewareFunction[] = [requireContact];

/** A loader here makes the middleware run on client navigation as well. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  portalFrame(request, context.get(visitContext), context.get(contactContext));

const places = [
  { label: "Certificates", to: "/portal" },
  { label: "Machines", to: "/portal/machines" },
  { label: "Requests", to: "/portal/requests" },
  { label: "Account", to: "/portal/account" },
];

const ownPlaces = { proof: "/portal/proof", newPasskey: "/portal/new-passkey" };

/** The laboratory's door to its consumers: its name, who has signed in, and four places. */
export default function PortalFrame({ loaderData }: Route.ComponentProps) {
  const { company, person, format, flash, isReadOnly } = loaderData;
  const { pathname } = useLocation();
  useEffect(() => {
    if (flash) notify[flash.kind](flash.message, flash.title);
  }, [flash]);
  return (
    <FormatContext value={format}>
      <div className="portal">
        <a className="skip" href="#main">
          Skip to content
        </a>
        <header className="portal-top">
          <div className="portal-wrap">
            <Link className="portal-brand" to="/portal">
              {company.hasLogo && <img src="/portal/logo" alt="" height="28" />}
              <b>{company.name}</b>
            </Link>
            <form method="post" action="/portal/sign-out">
              <button className="btn btn-sm" type="submit">
                <Icon name="out" />
                Sign out
              </button>
            </form>
          </div>
        </header>
        <main className="portal-wrap stack" id="main">
          <p className="muted">
            {person.name}, {person.consumer}
          </p>
          <Tabs
            label="Portal"
            tabs={places.map((place) => ({ ...place, current: pathname === place.to }))}
          />
          {flash && (
            <noscript>
              <Note tone={flash.kind === "success" || flash.kind === "info" ? "info" : "overdue"}>
                {flash.message}
              </Note>
            </noscript>
          )}
          {isReadOnly && (
            <Note tone="amber">
              Requests are not taken here at the moment. Certificates can be seen and downloaded.
            </Note>
          )}
          <OwnPlaces value={ownPlaces}>
            <Outlet />
          </OwnPlaces>
        </main>
        <footer className="portal-wrap portal-foot">
          <span>Kept with Plumbline</span>
          <ThemeLink />
        </footer>
      </div>
    </FormatContext>
  );
}
