import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { anySessionContext } from "#worker/web/context.ts";
import { entityActions } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/pm-checklists";
import { archiveFilter, OfferedBadge } from "./parts.tsx";

export const loader = ({ context, request }: Route.LoaderArgs) =>
  pmChecklists.page(context.get(anySessionContext), new URL(request.url).searchParams);
export const action = entityActions(pmChecklists);
export const meta = () => [{ title: "PM Checklists - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["result"]["rows"][number];
type Doing = { what: "archive" | "restore"; row: Row };

const add = (
  <Link className="btn btn-primary" to="/pm-checklist/create" prefetch="intent">
    <Icon name="plus" />
    Add PM checklist
  </Link>
);

export default function PmChecklists({ loaderData: { result, types } }: Route.ComponentProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <>
      <ListPage
        title="PM Checklists"
        result={result}
        searchLabel="Machine"
        filters={[{ key: "type", label: "Machine type", options: types }, archiveFilter]}
        actions={add}
        empty={{
          title: "No PM checklists yet",
          text: "A checklist names the checks of one machine. Engineers of all companies choose it in a service report.",
          action: add,
        }}
        rowHref={(row) => `/pm-checklist/update/${row.id}`}
        columns={[
          {
            key: "machineType",
            label: "Machine type",
            card: "c-top",
            show: (row) => row.machineType,
          },
          {
            key: "machineName",
            label: "Machine",
            card: "c-name",
            sortable: true,
            show: (row) => row.machineName,
          },
          {
            key: "checks",
            label: "Checks",
            card: "c-due",
            numeric: true,
            show: (row) => row.checks,
          },
          {
            key: "revision",
            label: "Revision",
            card: "c-hide",
            keep: true,
            numeric: true,
            show: (row) => row.revision,
          },
          {
            key: "active",
            label: "Active",
            card: "c-state",
            show: (row) => <OfferedBadge row={row} />,
          },
        ]}
        rowActions={(row) => (
          <Menu label={`Actions for ${row.machineName}`}>
            <Link className="menu-item" to={`/pm-checklist/update/${row.id}`}>
              <Icon name="edit" />
              Edit
            </Link>
            <button
              className="menu-item"
              type="button"
              onClick={() => setDoing({ what: row.archivedAt ? "restore" : "archive", row })}
            >
              <Icon name="archive" />
              {row.archivedAt ? "Restore" : "Archive"}
            </button>
          </Menu>
        )}
      />
      {doing && <Ask doing={doing} onClose={() => setDoing(null)} />}
    </>
  );
}

function Ask({ doing: { what, row }, onClose }: { doing: Doing; onClose: () => void }) {
  const verb = what === "archive" ? "Archive" : "Restore";
  return (
    <ConfirmDialog
      open
      title={`${verb} ${row.machineName}?`}
      onClose={onClose}
      intent={what}
      hidden={{ id: row.id }}
      verb={`${verb} PM checklist`}
      keep="Keep as it is"
      tone={what === "archive" ? "danger" : "primary"}
    >
      <p>
        {what === "archive"
          ? "Companies no longer see it when they write a report. Reports already made stay as they are."
          : "Companies see it again when they write a report."}
      </p>
    </ConfirmDialog>
  );
}
