import { accessoryField, documentOf, lineField } from "#app/shared/document-lines.ts";
import { formatMinor } from "#app/shared/money.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { type DraftPass, draftPass } from "#worker/domain/gate-passes/form.ts";
import { updatePass } from "#worker/domain/gate-passes/update.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { PassForm } from "./pass-form.tsx";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  draftPass(context.get(sessionContext), params.id);

export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  ({ session, id }, values) => updatePass(session, id, documentOf(values)),
  { reply: goesOn(({ data }) => `/gate-pass/${data.id}`) },
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.pass.number ?? "Gate pass"} - Plumbline` },
];

/** The lines of a draft as values of the form. */
const lineValues = (lines: DraftPass["lines"]) =>
  Object.fromEntries(
    lines.flatMap((line, at) => [
      ...(["serialNo", "conditionOut", "remark", "description"] as const).map((key) => [
        lineField(at, key),
        line[key] ?? "",
      ]),
      [lineField(at, "qty"), String(line.qty)],
      [
        lineField(at, "estValueMinor"),
        line.estValueMinor === null ? "" : formatMinor(line.estValueMinor),
      ],
      ...line.accessoryIds.map((id) => [accessoryField(at, id), "1"]),
    ]),
  ) as Record<string, string>;

export default function UpdatePass({ loaderData, actionData }: Route.ComponentProps) {
  const { pass, lines } = loaderData;
  return (
    <PassForm
      {...loaderData}
      title={`Edit ${pass.number}`}
      back={`/gate-pass/${pass.id}`}
      version={pass.version}
      values={{ ...pass, ...lineValues(lines) }}
      problem={refusalOf(actionData)}
      first={lines.map(({ assetId, stockItemId }) => ({ assetId, stockItemId }))}
    />
  );
}
