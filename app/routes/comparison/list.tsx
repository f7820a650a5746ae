import { Link } from "react-router";
import { CHOOSE } from "#app/shared/comparison.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { DateText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { listComparisons } from "#worker/domain/comparisons/list.ts";
import { removeComparison } from "#worker/domain/comparisons/save.ts";
import { actions } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/list";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listComparisons(context.get(sessionContext), new URL(request.url).searchParams);

export const action = actions({
  delete: ({ session }, { id = "" }) => removeComparison(session, id),
});

export const meta = () => [{ title: "Asset Comparison - Plumbline" }];

export default function Comparisons({ loaderData, actionData }: Route.ComponentProps) {
  const { may } = loaderData;
  const dialog = useDialog();
  const opened = loaderData.rows.find(({ id }) => id === dialog.asked("delete"));
  const begin = (
    <Link className="btn btn-primary" to="/asset-comparison/compare" prefetch="intent">
      <Icon name="plus" />
      Compare assets
    </Link>
  );
  return (
    <>
      <ListPage
        title="Asset Comparison"
        result={loaderData}
        actions={begin}
        filters={[
          {
            key: "whose",
            label: "Whose",
            options: [
              { value: "mine", label: "Mine" },
              { value: "shared", label: "Shared" },
            ],
          },
        ]}
        columns={[
          { key: "name", label: "Name", card: "c-name" },
          {
            key: "assets",
            label: "Assets",
            card: "c-meta",
            long: true,
            show: (row) => <span className="code">{row.assetCodes.join(", ")}</span>,
          },
          {
            key: "period",
            label: "Period",
            card: "c-due",
            show: (row) => (
              <span>
                <DateText on={row.periodFrom} /> – <DateText on={row.periodTo} />
              </span>
            ),
          },
          {
            key: "owner",
            label: "Owner",
            card: "c-due",
            show: (row) => (row.isMine ? "You" : row.ownerName),
          },
          {
            key: "shared",
            label: "Shared",
            card: "c-due",
            show: (row) => (row.isShared ? "Shared" : <span className="quiet">Private</span>),
          },
        ]}
        rowHref={(row) => `/asset-comparison/${row.id}`}
        rowActions={(row) => (
          <RowMenu label={`Actions for ${row.name}`}>
            <MenuLink to={`/asset-comparison/${row.id}`} icon="cols">
              Open
            </MenuLink>
            {row.mayRemove && (
              <MenuLink to={dialog.to({ delete: row.id })} icon="trash" danger>
                Delete
              </MenuLink>
            )}
          </RowMenu>
        )}
        empty={{
          title: "No comparisons yet",
          text: may.create
            ? `${CHOOSE}, see what each of them costs and how often it fails, and keep it under a name.`
            : `${CHOOSE} and see what each of them costs and how often it fails.`,
          action: begin,
        }}
      />
      {opened && (
        <ConfirmDialog
          {...dialog.shown}
          title={`Delete ${opened.name}?`}
          verb="Delete comparison"
          intent="delete"
          hidden={{ id: opened.id }}
          problem={refusalOf(actionData)}
        >
          <p>Its assets stay as they are.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
