import { documentOf } from "#app/shared/document-lines.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { newPass } from "#worker/domain/gate-passes/form.ts";
import { createPass } from "#worker/domain/gate-passes/save.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/create";
import { PassForm } from "./pass-form.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  newPass(context.get(sessionContext), new URL(request.url).searchParams);

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(({ session }, values) => createPass(session, documentOf(values)), {
  reply: goesOn(({ data }) => `/gate-pass/${data.id}`),
});
export const meta = () => [{ title: "New gate pass - Plumbline" }];

export default function CreatePass({ loaderData, actionData }: Route.ComponentProps) {
  const { devices, call, expectedReturnOn } = loaderData;
  const held = devices.filter(({ why }) => why !== null);
  const free = devices.filter(({ why }) => why === null);
  return (
    <PassForm
      {...loaderData}
      title="New gate pass"
      back="/gate-passes"
      values={{
        kind: "returnable",
        purpose: call ? "repair" : "",
        expectedReturnOn,
      }}
      problem={refusalOf(actionData)}
      held={held}
      devices={free}
      first={free.map(({ id }) => ({ assetId: id, stockItemId: null }))}
    />
  );
}
