import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import type { May } from "#app/ui/master-dialog.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { ArchiveEntry, EndingEntries } from "#app/ui/record-entries.tsx";

type Row = { id: string; name: string; archivedAt: number | null };

/** What may be done to a team of the list. */
export function TeamMenu({ row, may }: { row: Row; may: May }) {
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
      <ArchiveEntry row={row} />
      <EndingEntries row={row} may={may} />
    </Menu>
  );
}
