import { Link } from "react-router";
import { PageHead } from "#app/ui/states.tsx";
import { ownFactors } from "#worker/domain/account/factors.ts";
import { anyActions, stays } from "#worker/web/actions.ts";
import { anySessionContext, visitContext } from "#worker/web/context.ts";
import { factorCommands } from "#worker/web/factor-commands.ts";
import type { Route } from "./+types/second-factor";
import { OwnFactors } from "./own-factors.tsx";

export const loader = ({ context }: Route.LoaderArgs) =>
  ownFactors(context.get(anySessionContext), context.get(visitContext).env);
export const action = anyActions(factorCommands, { reply: stays });
export { keepScannedKey as shouldRevalidate } from "./keep-scanned-key.ts";
export const meta = () => [{ title: "Second factor - Plumbline" }];

/** What a person shows besides their password. */
export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Second factor"
        actions={
          <Link className="btn" to="/profile">
            To your profile
          </Link>
        }
      />
      <OwnFactors page={loaderData} actionData={actionData} />
    </>
  );
}
