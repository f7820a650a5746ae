import { impactLineRules, impactReviewRules } from "#app/shared/flows/impact-reviews.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog, RowMoves } from "#app/ui/moves.tsx";
import { Readout } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Note } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { WalkNote } from "#app/ui/walk-note.tsx";
import { impactReviewPage } from "#worker/domain/impact/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import { impactActions } from "#worker/web/impact-actions.ts";
import type { Route } from "./+types/review";
import { type Line, lineColumns, lineFilters } from "./columns.tsx";
import { Found, Head } from "./head.tsx";
import { InhousePanel } from "./inhouse-panel.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  impactReviewPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = impactActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Impact review of ${loaderData?.review.calibratorNo ?? "a calibrator"} - Plumbline` },
];

export default function ImpactReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, list, inhouse, may } = loaderData;
  const { id, calibratorNo, lineCount, undecidedCount, hasMore } = review;
  const dialog = useDialog();
  const problem = refusalOf(actionData);
  const decides = may.edit && review.status === "open";
  const own = { ...review, moves: review.moves.filter(({ move }) => move !== "tell") };
  return (
    <div className="stack">
      <Head review={review} mayEdit={may.edit} closes={dialog.to({ do: "close" })} />
      {hasMore && (
        <Note tone="amber">
          {plural(
            lineCount ?? list.rows.length,
            "More is affected than the latest record that is listed here. Close this review, and open another one once it is decided.",
            "More is affected than the latest {n} records that are listed here. Close this review, and open another one once they are decided.",
          )}
        </Note>
      )}
      {lineCount !== null && undecidedCount !== null && (
        <Readout
          label="Certificates and in-house calibrations of this review"
          figures={[
            { label: "Affected", value: lineCount },
            {
              label: "To decide",
              value: undecidedCount,
              ...(undecidedCount ? { tone: "amber" as const } : {}),
            },
            { label: "Decided", value: lineCount - undecidedCount },
          ]}
        />
      )}
      <Found review={review} />
      <ListPage<Line>
        title="Affected certificates"
        head={false}
        result={list}
        filters={lineFilters}
        columns={lineColumns}
        note={
          <WalkNote
            things="certificates"
            unsorted={list.unsorted}
            walked={list.walked}
            orders={{ newest: "newest" }}
            order={list.query.sort}
          />
        }
        rowName={(row) => row.certificateNo}
        rowHref={(row) => `/certificate-report/${row.certificateReportId}`}
        rowActions={(row) =>
          decides && (
            <RowMenu label={`Actions for ${row.certificateNo}`}>
              <MoveEntries of={row} rules={impactLineRules} />
            </RowMenu>
          )
        }
        onChosen={
          decides
            ? (chosen) => (
                <BulkMoves
                  chosen={{ ...chosen, search: withReview(chosen.search, id) }}
                  rules={impactLineRules}
                  of="impact-lines"
                  moves={["clear", "notify", "recall"]}
                  count={(n) => plural(n, "1 certificate", "{n} certificates")}
                  hrefOf={() => `/impact-review/${id}`}
                />
              )
            : undefined
        }
        empty={{
          title: "No certificate rests on it",
          text: "Nothing that was issued for work after its last good check was measured with it.",
        }}
      />
      <InhousePanel inhouse={inhouse} may={may} decides={decides} problem={problem} />
      <RowMoves
        rows={list.rows}
        rules={impactLineRules}
        name={(row) => row.certificateNo}
        hidden={(row) => ({ line: row.id })}
        problem={problem}
      />
      <MoveDialog of={own} rules={impactReviewRules} name={calibratorNo} problem={problem} />
    </div>
  );
}

/** What a list asks, of one review. */
function withReview(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.set("review", id);
  return params.toString();
}
