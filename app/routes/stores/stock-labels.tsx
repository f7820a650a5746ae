import { stockLabel } from "#app/shared/label-options.ts";
import { stockLabels } from "#worker/domain/stock/labels.ts";
import { sessionContext } from "#worker/web/context.ts";
import { labelActions, labelDesk } from "#worker/web/label-pages.ts";
import { LabelDesk } from "../assets/label-desk.tsx";
import type { Route } from "./+types/stock-labels";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  labelDesk(request, context.get(sessionContext), stockLabels);
export const action = labelActions;
export const meta = () => [{ title: "Labels - Plumbline" }];

export default function StockLabels({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LabelDesk
      data={loaderData}
      answer={actionData}
      thing="item"
      things="items"
      kind={stockLabel}
      list={{ title: "Stocks", to: "/stocks" }}
      pdf="/stocks/labels.pdf"
    />
  );
}
