import type { Filter } from "#app/ui/list-page.tsx";
import { Badge } from "#app/ui/page.tsx";

export const archiveFilter: Filter = {
  key: "state",
  label: "State",
  options: [
    { value: "active", label: "Active" },
    { value: "archived", label: "Archived" },
    { value: "all", label: "All, archived too" },
  ],
};

/** Whether companies are offered an entry of the catalogue. */
export function OfferedBadge({ row }: { row: { isActive: boolean; archivedAt: number | null } }) {
  if (row.archivedAt)
    return (
      <Badge tone="hold" icon="archive">
        Archived
      </Badge>
    );
  if (!row.isActive)
    return (
      <Badge tone="hold" icon="pause">
        Inactive
      </Badge>
    );
  return (
    <Badge tone="in-date" icon="ok" calm>
      Active
    </Badge>
  );
}
