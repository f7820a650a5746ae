import { KEPT_CLOSED_DAYS } from "#app/shared/company-standing.ts";
import { Bob } from "#app/ui/brand.tsx";
import { plainPage } from "#app/ui/plain-page.ts";
import { visitContext } from "#worker/web/context.ts";
import { errorPage } from "#worker/web/site.ts";
import { ErrorFrame } from "../site/error-frame.tsx";
import type { Route } from "./+types/company-closed";

export const handle = plainPage;
export const loader = ({ context }: Route.LoaderArgs) => errorPage(context.get(visitContext), 200);
export const meta = () => [{ title: "Company closed - Plumbline" }];

/** Where an Admin is led who has closed their company: its own hosts answer no longer. */
export default function CompanyClosed({ loaderData }: Route.ComponentProps) {
  return (
    <ErrorFrame {...loaderData}>
      <div className="errwrap">
        <div className="signin-drop">
          <span className="ln" />
          <Bob />
        </div>
        <div className="errpage">
          <h1 className="errpage-title">Your company is closed</h1>
          <p className="muted">
            Its data is kept for {KEPT_CLOSED_DAYS} days and then removed. All its Admins get a
            letter that says until when. If you want it back, write to us before that day.
          </p>
          <div className="chips">
            <a className="btn btn-primary" href="/contact-us">
              Contact us
            </a>
          </div>
        </div>
      </div>
    </ErrorFrame>
  );
}
