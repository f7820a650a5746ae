import { redirect } from "react-router";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { leaveAnswer } from "#worker/web/inside.ts";
import type { Route } from "./+types/leave";

export const action = ({ context }: Route.ActionArgs) =>
  leaveAnswer(context.get(visitContext), context.get(sessionContext));
export const loader = () => redirect("/dashboard");
export const meta = () => [{ title: "Leave - Plumbline" }];

/** The way back to the platform, where scripts do not run. */
export default function Leave({ actionData }: Route.ComponentProps) {
  if (!actionData || !("goTo" in actionData)) return null;
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
