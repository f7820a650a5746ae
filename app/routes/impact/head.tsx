import { Link } from "react-router";
import { measured } from "#app/shared/metrology/measured.ts";
import { Icon } from "#app/ui/icon.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import type { findImpactReview } from "#worker/domain/impact/list.ts";
import { ReviewBadge } from "./badge.tsx";

type Review = Awaited<ReturnType<typeof findImpactReview>>;
type HeadProps = { review: Review; mayEdit: boolean; closes: string };

/** Its name, how it stands, its letters and its end. */
export function Head({ review, mayEdit, closes }: HeadProps) {
  const { id, calibratorNo, calibratorName, status, moves } = review;
  const why = moves.find(({ move }) => move === "close")?.why ?? null;
  return (
    <PageHead
      title={`Impact review of ${calibratorName}`}
      crumbs={[
        { label: "Impact reviews", to: "/impact-reviews" },
        { label: <span className="code">{calibratorNo}</span> },
      ]}
      badges={<ReviewBadge status={status} />}
      actions={
        <>
          <Link className="btn" to={`/impact-review/${id}/letters`}>
            <Icon name="mail" />
            Letters
          </Link>
          {mayEdit && status === "open" && why === null && (
            <Link className="btn btn-primary" to={closes} preventScrollReset>
              Close review
            </Link>
          )}
          {mayEdit && status === "open" && why !== null && (
            <button className="btn btn-primary" type="button" disabled title={why}>
              Close review
              <span className="sr-only">{why}</span>
            </button>
          )}
        </>
      }
    />
  );
}

/** What was found of the standard, and what came of it. */
export function Found({ review }: { review: Review }) {
  const { calibratorId, calibratorNo, sinceOn, reason, shifts, conclusion, closedAt } = review;
  return (
    <Panel title="What was found">
      <DefinitionList
        entries={[
          [
            "Calibrator",
            <Link key="calibrator" className="code" to={`/calibrator/${calibratorId}`}>
              {calibratorNo}
            </Link>,
          ],
          ["Last good check", <DateText key="since" on={sinceOn} />],
          [
            "It was off by",
            shifts
              .map(
                ({ parameter, shift, unit, lo, hi }) =>
                  `${parameter} ${lo} to ${hi}: ${measured(shift, unit)}`,
              )
              .join("; "),
          ],
          ["Reason", reason],
          ["Opened", <Who key="opened" at={review.createdAt} by={review.openedByName} />],
          ["Closed", closedAt && <Who key="closed" at={closedAt} by={review.closedByName} />],
          ["Conclusion", conclusion],
        ]}
      />
    </Panel>
  );
}

const Who = ({ at, by }: { at: number; by: string | null }) => (
  <>
    <TimeText at={at} />
    {by && ` by ${by}`}
  </>
);
