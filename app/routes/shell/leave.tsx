import { Form, redirect } from "react-router";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { leaveAnswer } from "#worker/web/inside.ts";
import type { Route } from "./+types/leave";

export const action = ({ context }: Route.ActionArgs) =>
  leaveAnswer(context.get(visitContext), context.get(sessionContext));
export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(sessionContext).actor.inside ? null : redirect("/dashboard");
export const meta = () => [{ title: "Leave - Plumbline" }];

/** The way out of a company for staff of the platform. A form without scripts goes on from here. */
export default function Leave({ actionData }: Route.ComponentProps) {
  if (!actionData || !("goTo" in actionData))
    return (
      <Form method="post">
        <button className="btn btn-primary" type="submit">
          Leave this company
        </button>
      </Form>
    );
  const { goTo } = actionData;
  return (
    <>
      <meta httpEquiv="refresh" content={`0;url=${goTo}`} />
      <a className="btn btn-primary" href={goTo}>
        Back to the platform
      </a>
    </>
  );
}
