import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { CheckField, TextField } from "#app/ui/fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { machineTypes } from "#worker/domain/platform/machine-types.ts";
import { entityActions, listLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/machine-types";
import { archiveFilter, OfferedBadge } from "./parts.tsx";

export const loader = listLoader(machineTypes);
export const action = entityActions(machineTypes);
export const meta = () => [{ title: "Machine Type - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];
type Doing = { what: "create" } | { what: "update" | "archive" | "restore" | "delete"; row: Row };

export default function MachineTypes({ loaderData }: Route.ComponentProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const add = (
    <button className="btn btn-primary" type="button" onClick={() => setDoing({ what: "create" })}>
      <Icon name="plus" />
      Add machine type
    </button>
  );
  return (
    <>
      <ListPage
        title="Machine Type"
        result={loaderData}
        searchLabel="Name"
        filters={[archiveFilter]}
        actions={add}
        empty={{
          title: "No machine types yet",
          text: "PM checklists are kept by machine type. All companies share them.",
          action: add,
        }}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true, show: (row) => row.name },
          {
            key: "checklists",
            label: "Checklists",
            card: "c-meta",
            show: (row) => (
              <Link to={`/pm-checklists?type=${row.id}&state=all`}>
                {row.checklists === 1 ? "1 checklist" : `${row.checklists} checklists`}
              </Link>
            ),
          },
          {
            key: "active",
            label: "Active",
            card: "c-state",
            show: (row) => <OfferedBadge row={row} />,
          },
        ]}
        rowActions={(row) => (
          <Menu label={`Actions for ${row.name}`}>
            <button
              className="menu-item"
              type="button"
              onClick={() => setDoing({ what: "update", row })}
            >
              <Icon name="edit" />
              Edit
            </button>
            <button
              className="menu-item"
              type="button"
              onClick={() => setDoing({ what: row.archivedAt ? "restore" : "archive", row })}
            >
              <Icon name="archive" />
              {row.archivedAt ? "Restore" : "Archive"}
            </button>
            <button
              className="menu-item danger"
              type="button"
              onClick={() => setDoing({ what: "delete", row })}
            >
              <Icon name="trash" />
              Delete
            </button>
          </Menu>
        )}
      />
      {doing && <MachineTypeDialog doing={doing} onClose={() => setDoing(null)} />}
    </>
  );
}

const consequences = {
  archive: "Companies no longer see it when they write a report. Old reports keep it.",
  restore: "Companies see it again when they write a report.",
  delete: "It can be deleted as long as no PM checklist uses it.",
};

function MachineTypeDialog({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  if (doing.what === "create" || doing.what === "update") {
    const row = doing.what === "update" ? doing.row : null;
    return (
      <FormDialog
        open
        title={row ? `Edit ${row.name}` : "Add machine type"}
        onClose={onClose}
        verb={row ? "Save machine type" : "Add machine type"}
        values={row ?? { isActive: true }}
        hidden={row ? { intent: "update", id: row.id, version: row.version } : { intent: "create" }}
      >
        <TextField name="name" label="Name" required maxLength={80} autoFocus />
        <CheckField
          name="isActive"
          label="Active"
          off="0"
          hint="Companies can choose it in a service report."
        />
      </FormDialog>
    );
  }
  const { what, row } = doing;
  const verb = { archive: "Archive", restore: "Restore", delete: "Delete" }[what];
  return (
    <ConfirmDialog
      open
      title={`${verb} ${row.name}?`}
      onClose={onClose}
      intent={what}
      hidden={{ id: row.id }}
      verb={`${verb} machine type`}
      keep="Keep as it is"
      tone={what === "restore" ? "primary" : "danger"}
    >
      <p>{consequences[what]}</p>
    </ConfirmDialog>
  );
}
