import { assetLabel } from "#app/shared/label-options.ts";
import { labelsOf } from "#worker/domain/labels/labels.ts";
import { sessionContext } from "#worker/web/context.ts";
import { labelActions, labelDesk } from "#worker/web/label-pages.ts";
import type { Route } from "./+types/label-page";
import { LabelDesk } from "./label-desk.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  labelDesk(request, context.get(sessionContext), labelsOf);
export const action = labelActions;
export const meta = () => [{ title: "Labels - Plumbline" }];

export default function LabelPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LabelDesk
      data={loaderData}
      answer={actionData}
      thing="asset"
      things="assets"
      kind={assetLabel}
      list={{ title: "All Assets", to: "/all-assets" }}
      pdf="/asset/labels.pdf"
    />
  );
}
