import { Link } from "react-router";
import { PageHead } from "#app/ui/states.tsx";
import { ownFactors } from "#worker/domain/account/factors.ts";
import { contactActions, stays } from "#worker/web/actions.ts";
import { contactContext, visitContext } from "#worker/web/context.ts";
import { factorCommands } from "#worker/web/factor-commands.ts";
import { OwnFactors } from "../people/own-factors.tsx";
import type { Route } from "./+types/second-factor";

export const loader = ({ context }: Route.LoaderArgs) =>
  ownFactors(context.get(contactContext), context.get(visitContext).env);
export const action = contactActions(factorCommands, { reply: stays });
export { keepScannedKey as shouldRevalidate } from "../people/keep-scanned-key.ts";
export const meta = () => [{ title: "Second factor" }];

/** What a contact shows besides their password. */
export default function PortalFactors({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Second factor"
        actions={
          <Link className="btn" to="/portal/account">
            To your account
          </Link>
        }
      />
      <OwnFactors page={loaderData} actionData={actionData} />
    </>
  );
}
