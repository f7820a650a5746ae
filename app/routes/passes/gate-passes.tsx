import { Link } from "react-router";
import { passKinds, passPurposes, passRules } from "#app/shared/flows/gate-passes.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { listPasses } from "#worker/domain/gate-passes/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/gate-passes";
import { daysOverdue, kindText, PassBadge, purposeText } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listPasses(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Gate Passes - Plumbline" }];

const statuses = Object.entries(passRules.states).map(([value, label]) => ({ value, label }));
const orders = { newest: "newest first", expectedReturnOn: "expected return" };

export default function GatePasses({ loaderData }: Route.ComponentProps) {
  const { may, today, vendor, ...list } = loaderData;
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
      empty={{
        title: list.tab === "all" ? "No gate passes yet" : "Nothing here now",
        text: "A gate pass lets devices, stock and other things leave the site, and keeps who approved it and what is still out.",
      }}
      onChosen={
        may.approve
          ? (chosen) => (
              <BulkMoves
                chosen={chosen}
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
        { key: "vendor", label: "Vendor", load: searchChoices("vendors"), selected: vendor },
        { key: "status", label: "Status", options: statuses },
        { key: "overdue", label: "Overdue", options: [{ value: "1", label: "Overdue" }] },
        { key: "from", label: "Out from", isDate: true, rare: true },
        { key: "to", label: "Out until", isDate: true, rare: true },
      ]}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code" },
        {
          key: "kind",
          label: "Kind",
          show: (row) => `${kindText(row.kind)}, ${purposeText(row.purpose).toLowerCase()}`,
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
        {
          key: "outAt",
          label: "Out at",
          keep: true,
          show: (row) => (row.outAt === null ? "" : <TimeText at={row.outAt} />),
        },
        {
          key: "expectedReturnOn",
          label: "Expected back",
          sortable: true,
          show: (row) => <DateText on={row.expectedReturnOn} />,
        },
        {
          key: "overdue",
          label: "Days overdue",
          numeric: true,
          show: (row) => {
            const days = daysOverdue(row, today);
            return days > 0 ? <b className="overdue">{days}</b> : "";
          },
        },
        {
          key: "status",
          label: "Status",
          card: "c-due",
          show: (row) => <PassBadge status={row.status} calm />,
        },
      ]}
    >
      <ListTabs label="Gate passes" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
