import { Link } from "react-router";
import {
  kindText,
  passKinds,
  passPurposes,
  passRules,
  purposeText,
} from "#app/shared/flows/gate-passes.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import type { Choice } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { listPasses } from "#worker/domain/gate-passes/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/gate-passes";
import "../../css/passes.css";
import { daysOverdue, PassBadge } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listPasses(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Gate Passes - Plumbline" }];

const searchAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });
const statuses = Object.entries(passRules.states).map(([value, label]) => ({ value, label }));
const orders = { newest: "newest first", expectedReturnOn: "expected return" };

export default function GatePasses({ loaderData }: Route.ComponentProps) {
  const { may, today, chosen, ...list } = loaderData;
  return (
    <ListPage
      title="Gate Passes"
      result={list}
      searchLabel="Number, party, carrier, device or serial"
      rowHref={(row) => `/gate-pass/${row.id}`}
      rowName={(row) => row.number}
      {...(may.export ? { exportHref: "/gate-passes/export.csv" } : {})}
      actions={
        <>
          {may.guard && (
            <Link className="btn" to="/gate">
              <Icon name="scan" />
              Gate
            </Link>
          )}
          {may.create && (
            <Link className="btn btn-primary" to="/gate-pass/create" prefetch="intent">
              <Icon name="plus" />
              New pass
            </Link>
          )}
        </>
      }
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.number}`}>
          <MoveEntries
            of={{ id: row.id, moves: movesOf(passRules, row, may.mover) }}
            rules={passRules}
            to={(move) => `/gate-pass/${row.id}?do=${move}`}
          />
          <MenuLink to={`/gate-pass/print/${row.id}`} icon="print" prefetch="intent">
            Print
          </MenuLink>
        </RowMenu>
      )}
      empty={{
        title: list.tab === "all" ? "No gate passes yet" : "Nothing here now",
        text: "A gate pass lets devices, stock and other things leave the site, and keeps who approved it and what is still out.",
      }}
      onChosen={
        may.approve
          ? (picked) => (
              <BulkMoves
                chosen={picked}
                rules={passRules}
                of="gate-passes"
                moves={["approve"]}
                count={(n) => plural(n, "1 pass", "{n} passes")}
                hrefOf={(id) => `/gate-pass/${id}`}
              />
            )
          : undefined
      }
      note={
        <WalkNote
          things="gate passes"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      filters={[
        { key: "kind", label: "Kind", options: [...passKinds] },
        { key: "purpose", label: "Purpose", options: [...passPurposes] },
        {
          key: "vendor",
          label: "Vendor",
          load: searchChoices("vendors"),
          selected: chosen.vendor ?? null,
        },
        { key: "status", label: "Status", options: statuses },
        { key: "overdue", label: "Overdue", options: [{ value: "1", label: "Overdue" }] },
        {
          key: "asset",
          label: "Asset",
          load: searchAssets,
          selected: chosen.asset ?? null,
          rare: true,
        },
        { key: "from", label: "Out from", isDate: true, rare: true },
        { key: "to", label: "Out until", isDate: true, rare: true },
      ]}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code" },
        {
          key: "kind",
          label: "Kind",
          look: "c-kind w-2",
          show: (row) => kindText(row.kind),
        },
        {
          key: "purpose",
          label: "Purpose",
          optional: true,
          show: (row) => purposeText(row.purpose),
        },
        {
          key: "party",
          label: "Party",
          card: "c-name",
          show: (row) => row.vendorName ?? row.partyName,
        },
        {
          key: "items",
          label: "Items",
          card: "c-meta",
          long: true,
          show: (row) =>
            row.lineCount > 1
              ? `${row.firstItem} and ${row.lineCount - 1} more`
              : (row.firstItem ?? ""),
        },
        { key: "outAt", label: "Out at", wide: 1, as: "time" },
        {
          key: "expectedReturnOn",
          label: "Expected back",
          look: "c-back",
          keep: true,
          sortable: true,
          as: "day",
        },
        {
          key: "overdue",
          label: "Days overdue",
          look: "c-late w-2",
          numeric: true,
          show: (row) => daysOverdue(row, today) || "",
        },
        {
          key: "status",
          label: "Status",
          look: "c-due c-pass-state",
          show: (row) => <Standing row={row} today={today} />,
        },
      ]}
    >
      <ListTabs label="Gate passes" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

/** The state of a pass, and where its own column does not show it how late it is. */
function Standing({ row, today }: { row: Row; today: string }) {
  const days = daysOverdue(row, today);
  return (
    <>
      <PassBadge status={row.status} calm />
      {days > 0 && (
        <span className="c-days">
          <Badge tone="overdue" icon="alert">
            {plural(days, "1 day overdue", "{n} days overdue")}
          </Badge>
        </span>
      )}
    </>
  );
}
