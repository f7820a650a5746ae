import type { ReactNode } from "react";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { ScanToOpen } from "#app/ui/scanner.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import type { CallRow, listCalls } from "#worker/domain/service-calls/list.ts";
import { CallSums } from "./call-sums.tsx";
import { callColumns } from "./list-columns.tsx";
import { callFilters } from "./list-filters.ts";
import { bulkMoves, CallEntries, listFields } from "./row-moves.tsx";

const orders = {
  clock: "time left",
  newest: "newest first",
  priority: "priority",
  status: "status",
};

type Props = {
  list: Omit<Awaited<ReturnType<typeof listCalls>>, "rows"> & { rows: CallRow[] };
  may: { edit: boolean; export: boolean };
  actions: ReactNode;
};

/** Service calls as a list, with what may be done with each and with many. */
export function CallList({ list, may, actions }: Props) {
  const { now } = list;
  const many = list.unsorted && "Too many calls match. Narrow the list to sort it.";
  return (
    <ListPage
      title="Service Call/Complaint"
      result={list}
      isTwoLined
      searchLabel="Number, asset or problem"
      scan={<ScanToOpen />}
      {...(may.export ? { exportHref: "/asset-breakdowns/export.csv", exportsChosen: true } : {})}
      actions={actions}
      filters={callFilters(list.chosen)}
      columns={callColumns(now, many ?? undefined)}
      rowName={(row) => row.number}
      rowHref={(row) => `/asset-breakdown/${row.id}`}
      rowActions={(row) => (
        <RowMenu label={`Actions for ${row.number}`}>
          <CallEntries row={row} />
        </RowMenu>
      )}
      note={
        <WalkNote
          things="calls"
          unsorted={list.unsorted}
          walked={list.walked}
          orders={orders}
          order={list.query.sort}
        />
      }
      sums={<CallSums list={list} />}
      onChosen={
        may.edit
          ? (chosen) => (
              <BulkMoves
                chosen={chosen}
                rules={callRules}
                of="service-calls"
                moves={bulkMoves}
                count={(n) => plural(n, "1 call", "{n} calls")}
                fields={(move) => listFields[move]?.()}
                hrefOf={(id) => `/asset-breakdown/${id}`}
              />
            )
          : undefined
      }
      empty={{
        title: "No calls",
        text: "Problems of devices, from their report to their end. Anybody can report one by scanning a label.",
      }}
    >
      <ListTabs label="Calls" tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
