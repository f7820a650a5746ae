import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { impactReviewsPage } from "#worker/domain/impact/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { CalibratorTabs } from "../calibrators/tabs.tsx";
import type { Route } from "./+types/reviews";
import { ReviewBadge } from "./badge.tsx";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  impactReviewsPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Impact reviews - Plumbline" }];

export default function ImpactReviews({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Impact reviews"
      result={loaderData}
      rowHref={(row) => `/impact-review/${row.id}`}
      rowName={(row) => row.calibratorNo}
      note={
        <WalkNote
          things="reviews"
          unsorted={loaderData.unsorted}
          walked={loaderData.walked}
          orders={{ newest: "newest" }}
          order={loaderData.query.sort}
        />
      }
      empty={{
        title: "No impact review",
        text: "When a standard was found out of tolerance, a review is opened on its page. It finds every certificate and in-house calibration that rests on it.",
      }}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code", field: "calibratorNo" },
        { key: "name", label: "Calibrator", card: "c-name", field: "calibratorName" },
        { key: "since", label: "Last good check", card: "c-due", as: "day", field: "sinceOn" },
        {
          key: "count",
          label: "Affected",
          card: "c-due",
          show: ({ lineCount }) => lineCount ?? <span className="quiet">–</span>,
        },
        {
          key: "undecided",
          label: "To decide",
          card: "c-due",
          show: ({ undecidedCount }) => undecidedCount ?? <span className="quiet">–</span>,
        },
        { key: "at", label: "Opened on", as: "time", field: "createdAt" },
        {
          key: "status",
          label: "State",
          card: "c-state",
          show: ({ status }) => <ReviewBadge status={status} />,
        },
      ]}
    >
      <CalibratorTabs current="/impact-reviews" />
      <ListTabs label="Impact reviews" tab={loaderData.tab} tabs={loaderData.tabs} />
    </ListPage>
  );
}
