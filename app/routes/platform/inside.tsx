import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import { listInside, revokeGrant } from "#worker/domain/platform/inside.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/inside";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listInside(context.get(staffContext), new URL(request.url).searchParams);

export const action = staffActions({
  revoke: ({ session }, { id = "" }) => revokeGrant(session, id),
});

export const meta = () => [{ title: "Inside companies - Plumbline" }];

/** Who of the staff is inside which company, and until when. */
export default function InsideCompanies({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, to, shown } = useDialog();
  const row = useOpenedRow("grant", loaderData.rows);
  return (
    <>
      <ListPage
        title="Inside companies"
        result={loaderData}
        actions={
          <Link className="btn" to="/companies">
            Companies
          </Link>
        }
        empty={{
          title: "Nobody is inside a company",
          text: "Whoever enters one from the list of companies stands here until they leave.",
        }}
        columns={[
          { key: "company", label: "Company", card: "c-name", show: (one) => one.companyName },
          { key: "staff", label: "Who", card: "c-meta", show: (one) => one.staffName },
          { key: "until", label: "Until", card: "c-due", as: "time", field: "endsAt" },
          {
            key: "may",
            label: "May",
            card: "c-state",
            show: ({ isWrite }) => (
              <Badge tone={isWrite ? "amber" : "info"} icon={isWrite ? "edit" : "eye"} calm>
                {isWrite ? "Read and write" : "Read only"}
              </Badge>
            ),
          },
          { key: "reason", label: "Reason", card: "c-due", wraps: true, long: true },
          {
            key: "way",
            label: "Way in",
            card: "c-top",
            keep: true,
            show: ({ id: grant, isOwn, companyName }) =>
              isOwn && (
                <form method="post" action="/companies/go-in">
                  <input type="hidden" name="id" value={grant} />
                  <button
                    className="btn btn-sm"
                    type="submit"
                    aria-label={`Go in to ${companyName}`}
                  >
                    Go in
                  </button>
                </form>
              ),
          },
        ]}
        rowActions={({ id: grant, companyName, staffName }) => (
          <RowMenu label={`Actions for ${staffName} in ${companyName}`}>
            <MenuLink to={to({ do: "revoke", grant })} icon="out" danger>
              End access
            </MenuLink>
          </RowMenu>
        )}
      />
      {row && asked("do") === "revoke" && (
        <ConfirmDialog
          {...shown}
          key={row.id}
          title={`End the access of ${row.staffName} to ${row.companyName}?`}
          intent="revoke"
          hidden={{ id: row.id }}
          verb="End access"
          keep="Keep it open"
          problem={refusalOf(actionData)}
        >
          <p>They are out at once. Both logs say so.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
