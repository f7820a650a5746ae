import { Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { dialogUrl } from "#app/ui/list-url.ts";
import { type May, mayMerge } from "#app/ui/master-dialog.tsx";
import { Menu } from "#app/ui/menu.tsx";

type Row = { id: string; name: string; archivedAt: number | null };

/** What may be done to a team of the list. */
export function TeamMenu({ row, may }: { row: Row; may: May }) {
  const at = useLocation();
  return (
    <Menu label={`Actions for ${row.name}`}>
      <Link className="menu-item" to={`/team/update/${row.id}`}>
        <Icon name="edit" />
        Edit
      </Link>
      <Link className="menu-item" to={`/team/permission/${row.id}`}>
        <Icon name="shield" />
        Permissions
      </Link>
      <Link className="menu-item" to={dialogUrl(at, row.archivedAt ? "restore" : "archive", row.id)} preventScrollReset>
        <Icon name="archive" />
        {row.archivedAt ? "Restore" : "Archive"}
      </Link>
      {mayMerge(may) && (
        <Link className="menu-item" to={dialogUrl(at, "merge", row.id)} preventScrollReset>
          <Icon name="swap" />
          Merge into…
        </Link>
      )}
      {may.remove && (
        <Link className="menu-item danger" to={dialogUrl(at, "delete", row.id)} preventScrollReset>
          <Icon name="trash" />
          Delete
        </Link>
      )}
    </Menu>
  );
}
