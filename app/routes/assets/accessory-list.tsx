import { Link } from "react-router";
import { addMonths } from "#app/shared/company-time.ts";
import type { ListResult } from "#app/shared/list.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { RecordMenu, StateBadge, stateFilter } from "#app/ui/record-list.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { AccessoryRow } from "#worker/domain/assets/accessories-tab.ts";
import { wordOf } from "./words.tsx";

const replaceBy = ({ installedOn, replaceEveryMonths }: AccessoryRow) =>
  installedOn && replaceEveryMonths ? addMonths(installedOn, replaceEveryMonths) : null;

const columns: Column<AccessoryRow>[] = [
  { key: "kind", label: "Kind", card: "c-top", show: (row) => wordOf(row.kind) },
  { key: "name", label: "Name", card: "c-name" },
  { key: "part", label: "Part no", as: "code", field: "partNo" },
  { key: "serial", label: "Serial no", card: "c-meta", as: "code", field: "serialNo" },
  { key: "qty", label: "Quantity", card: "c-due", numeric: true },
  { key: "condition", label: "Condition", card: "c-state", show: (row) => <Condition row={row} /> },
  { key: "warranty", label: "Warranty end", as: "day", field: "warrantyEndOn" },
  { key: "replace", label: "Replace by", card: "c-due", as: "day", show: replaceBy },
  { key: "spare", label: "Fitting spare", wide: 1, field: "stockItemName" },
];

const tones: Record<string, Tone> = { missing: "overdue", needs_replacement: "amber" };

function Condition({ row: { archivedAt, condition } }: { row: AccessoryRow }) {
  if (archivedAt) return <StateBadge archivedAt={archivedAt} />;
  const tone = tones[condition];
  return (
    <Badge tone={tone ?? "in-date"} icon={tone ? "alert" : "ok"} calm={!tone}>
      {wordOf(condition)}
    </Badge>
  );
}

type Props = { list: ListResult<AccessoryRow>; assetId: string; mayEdit: boolean; isTab?: boolean };

/** The accessories of a device. Their dialogs are on the page /accessory, which has its own button for adding one. */
export function AccessoryList({ list, assetId, mayEdit, isTab = false }: Props) {
  const page = `/accessory/${assetId}`;
  const { to } = useDialog(page);
  const may = { create: mayEdit, edit: mayEdit, remove: mayEdit };
  const add = (look: string) =>
    mayEdit && (
      <Link className={`btn ${look}`} to={to({ new: "1" })}>
        <Icon name="plus" />
        Add accessory
      </Link>
    );
  return (
    <ListPage
      title="Accessories"
      head={false}
      result={list}
      filters={[stateFilter]}
      columns={columns}
      empty={{
        title: "No accessories yet",
        text: "Probes, cables, batteries and what else belongs to this device.",
        action: add("btn-primary"),
      }}
      {...(isTab ? { actions: add("btn-sm") } : {})}
      {...(mayEdit
        ? {
            rowHref: (row: AccessoryRow) => to({ edit: row.id }),
            rowActions: (row: AccessoryRow) => (
              <RecordMenu row={row} may={may} editHref={to({ edit: row.id })} page={page}>
                {!row.archivedAt && (
                  <MenuLink to={to({ replace: row.id })} icon="refresh">
                    Replace
                  </MenuLink>
                )}
              </RecordMenu>
            ),
          }
        : {})}
    />
  );
}
