import { Link } from "react-router";
import { addMonths } from "#app/shared/company-time.ts";
import type { ListResult } from "#app/shared/list.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RecordMenu, stateFilter } from "#app/ui/record-list.tsx";
import { DateText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { AccessoryRow } from "#worker/domain/assets/accessories-tab.ts";
import { wordOf } from "./words.tsx";

const replaceBy = ({ installedOn, replaceEveryMonths }: AccessoryRow) =>
  installedOn && replaceEveryMonths ? addMonths(installedOn, replaceEveryMonths) : null;

const columns: Column<AccessoryRow>[] = [
  { key: "kind", label: "Kind", card: "c-top", show: (row) => wordOf(row.kind) },
  { key: "name", label: "Name", card: "c-name", show: (row) => row.name },
  {
    key: "part",
    label: "Part no",
    card: "c-hide",
    show: (row) => row.partNo && <span className="code">{row.partNo}</span>,
  },
  {
    key: "serial",
    label: "Serial no",
    card: "c-meta",
    show: (row) => row.serialNo && <span className="code">{row.serialNo}</span>,
  },
  { key: "qty", label: "Quantity", card: "c-due", numeric: true, show: (row) => row.qty },
  { key: "condition", label: "Condition", card: "c-state", show: (row) => <Condition row={row} /> },
  {
    key: "warranty",
    label: "Warranty end",
    card: "c-hide",
    keep: true,
    show: (row) => <DateText on={row.warrantyEndOn} />,
  },
  {
    key: "replace",
    label: "Replace by",
    card: "c-due",
    show: (row) => <DateText on={replaceBy(row)} />,
  },
  { key: "spare", label: "Fitting spare", card: "c-hide", show: (row) => row.stockItemName },
];

function Condition({ row }: { row: AccessoryRow }) {
  if (row.archivedAt)
    return (
      <Badge tone="hold" icon="archive">
        Archived
      </Badge>
    );
  if (row.condition === "missing" || row.condition === "needs_replacement")
    return (
      <Badge tone={row.condition === "missing" ? "overdue" : "amber"} icon="alert">
        {wordOf(row.condition)}
      </Badge>
    );
  return (
    <Badge tone="in-date" icon="ok" calm>
      {wordOf(row.condition)}
    </Badge>
  );
}

type Props = { list: ListResult<AccessoryRow>; assetId: string; mayEdit: boolean; isTab?: boolean };

/** What belongs to a device; its forms live under /accessory, whose page has a button of its own to add one. */
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
