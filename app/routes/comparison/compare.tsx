import { Link } from "react-router";
import { CHOOSE, FEWEST } from "#app/shared/comparison.ts";
import { inWords } from "#app/shared/in-words.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Badge, PageHead } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { openComparison } from "#worker/domain/comparisons/find.ts";
import {
  createComparison,
  removeComparison,
  updateComparison,
} from "#worker/domain/comparisons/save.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/compare";
import { CompareActions } from "./actions.tsx";
import { ComparisonCharts } from "./charts.tsx";
import { ComparisonForm } from "./form.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { ComparisonTable } from "./table.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const opened = await openComparison(context.get(sessionContext), params);
  return { ...opened, isDifferent: params.get("differences") === "1" };
}
export type Opened = Awaited<ReturnType<typeof loader>>;

const opens = goesOn<{ id: string }>(({ data }) => `/asset-comparison/${data.id}`);
export const action = actions({
  create: { run: ({ session }, values) => createComparison(session, values), reply: opens },
  update: {
    run: ({ session }, { id = "", ...values }) => updateComparison(session, id, values),
    reply: opens,
  },
  delete: {
    run: ({ session }, { id = "" }) => removeComparison(session, id),
    reply: goesOn("/asset-comparison"),
  },
});

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.saved?.name ?? "Compare assets"} - Plumbline` },
];

export default function Compare({ loaderData, actionData }: Route.ComponentProps) {
  const { saved, devices, categories, isChanged, isUnkept } = loaderData;
  const dialog = useDialog();
  const problem = refusalOf(actionData);
  const isEnough = devices.length >= FEWEST;
  return (
    <div className="stack">
      <PageHead
        isWide
        title={saved?.name ?? "Compare assets"}
        crumbs={[
          { label: "Asset Comparison", to: "/asset-comparison" },
          { label: saved ? (saved.ownerName ?? "Saved") : "New" },
        ]}
        badges={
          saved && (
            <Badge tone="info" icon={saved.isShared ? "team" : "user"} calm>
              {saved.isShared ? "Shared" : "Private"}
            </Badge>
          )
        }
        actions={isEnough && <CompareActions opened={loaderData} />}
      />
      <ComparisonForm opened={loaderData} key={devices.map(({ id }) => id).join()} />
      {isChanged && isEnough && (
        <Note tone="info">This is not yet what is saved under the name.</Note>
      )}
      {isEnough && categories.length > 1 && (
        <Note tone="amber">
          The assets are of different categories: {inWords(categories)}. What suits one may not suit
          the other.
        </Note>
      )}
      {isUnkept && isEnough && (
        <Note tone="info">
          The yearly costs of an asset without one are known after its next service report.
        </Note>
      )}
      {isEnough ? (
        <>
          <ComparisonTable opened={loaderData} />
          <ComparisonCharts opened={loaderData} />
        </>
      ) : (
        <EmptyState
          title={CHOOSE}
          text={
            <>
              Search them above or scan their labels, or choose them under{" "}
              <Link to="/all-assets">All Assets</Link>.
            </>
          }
        />
      )}
      {dialog.asked("do") === "save" && isEnough && (
        <SaveDialog opened={loaderData} shown={dialog.shown} problem={problem} />
      )}
      {dialog.asked("do") === "delete" && saved && loaderData.may.remove && (
        <ConfirmDialog
          {...dialog.shown}
          title={`Delete ${saved.name}?`}
          verb="Delete comparison"
          intent="delete"
          hidden={{ id: saved.id }}
          problem={problem}
        >
          <p>Its assets stay as they are.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
