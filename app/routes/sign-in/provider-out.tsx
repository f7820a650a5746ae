import { SignInFrame } from "#app/ui/public-frame.tsx";
import { visitContext } from "#worker/web/context.ts";
import { outOfProvider } from "#worker/web/identity.ts";
import type { Route } from "./+types/provider-out";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  outOfProvider(context.get(visitContext), request);
export const meta = () => [{ title: "Sign out - Plumbline" }];

/** The policy lets a form end on this host alone, so that signing out goes on to the provider by a page of its own. */
export default function ProviderOut({ loaderData }: Route.ComponentProps) {
  const { name, goTo, companyName } = loaderData;
  return (
    <SignInFrame title="Signed out" companyName={companyName}>
      <meta httpEquiv="refresh" content={`0;url=${goTo}`} />
      <p className="muted">You are signed out here.</p>
      <a className="btn btn-primary btn-block" href={goTo}>
        {`Sign out of ${name} as well`}
      </a>
    </SignInFrame>
  );
}
