import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { recalibrationRequestsPage } from "#worker/domain/recalibration/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { ConsumerTabs } from "../calibration/consumer-tabs.tsx";
import type { Route } from "./+types/requests";
import { RequestBadge } from "./words.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  recalibrationRequestsPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Recalibration requests - Plumbline" }];

/** What consumers ask for in the portal. */
export default function RecalibrationRequests({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Recalibration requests"
      result={loaderData}
      rowHref={(row) => `/recalibration-request/${row.id}`}
      rowName={(row) => row.requestNo}
      note={
        <WalkNote
          things="requests"
          unsorted={loaderData.unsorted}
          walked={loaderData.walked}
          orders={{ newest: "newest" }}
          order={loaderData.query.sort}
        />
      }
      empty={{
        title: "No request here",
        text: "Contacts of consumers ask for recalibration in the portal. Invite them on the page of their consumer.",
      }}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code", field: "requestNo" },
        { key: "consumer", label: "Consumer", card: "c-name", field: "consumerName" },
        { key: "contact", label: "Asked by", card: "c-meta", field: "contactName" },
        { key: "machines", label: "Machines", card: "c-due", field: "lineCount", numeric: true },
        { key: "wished", label: "Wished for", card: "c-due", as: "day", field: "wishedOn" },
        { key: "at", label: "Sent on", as: "time", field: "createdAt" },
        {
          key: "status",
          label: "State",
          card: "c-state",
          show: ({ status }) => <RequestBadge status={status} />,
        },
      ]}
    >
      <ConsumerTabs current="/recalibration-requests" />
      <ListTabs label="Requests" tab={loaderData.tab} tabs={loaderData.tabs} />
    </ListPage>
  );
}
