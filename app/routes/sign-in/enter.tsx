import { refusalOf } from "#app/ui/form.tsx";
import { SignInFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { visitContext } from "#worker/web/context.ts";
import { enterAction, enterPage } from "#worker/web/inside.ts";
import type { Route } from "./+types/enter";

export const loader = ({ context }: Route.LoaderArgs) => enterPage(context.get(visitContext));
export const action = enterAction;
export const meta = () => [{ title: "Go in - Plumbline" }];

/** Where staff of the platform come in with their ticket; it shows only where that was worth nothing. */
export default function Enter({ loaderData, actionData }: Route.ComponentProps) {
  const problem = refusalOf(actionData);
  return (
    <SignInFrame title="Go in">
      <Note tone={problem ? "overdue" : "info"}>
        {problem?.message ?? "Staff of the platform go in from the list of companies."}
      </Note>
      <a className="btn btn-primary btn-block" href={loaderData.platform}>
        To the platform
      </a>
    </SignInFrame>
  );
}
