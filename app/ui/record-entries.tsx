import { Link, useLocation } from "react-router";
import { Icon } from "./icon.tsx";
import { dialogUrl } from "./list-url.ts";
import { type May, mayMerge } from "./master-dialog.tsx";

type Row = { id: string; archivedAt: number | null };

/** The entry of a row's menu that archives a record or brings it back. */
export function ArchiveEntry({ row }: { row: Row }) {
  const at = useLocation();
  return (
    <Link
      className="menu-item"
      to={dialogUrl(at, row.archivedAt ? "restore" : "archive", row.id)}
      preventScrollReset
    >
      <Icon name="archive" />
      {row.archivedAt ? "Restore" : "Archive"}
    </Link>
  );
}

/** The entries by which a record ends: merged into another, or deleted. */
export function EndingEntries({
  row,
  may,
  mergeable = true,
}: {
  row: Row;
  may: May;
  mergeable?: boolean;
}) {
  const at = useLocation();
  return (
    <>
      {mergeable && mayMerge(may) && (
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
    </>
  );
}
