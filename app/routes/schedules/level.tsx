import { type FormEvent, useRef } from "react";
import { Form } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { BulkProgress } from "#app/ui/bulk-progress.tsx";
import { ChartPanel, Columns } from "#app/ui/charts/columns.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { DateField, NumberField } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import type { Column } from "#app/ui/list-columns.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { useDates } from "#app/ui/time.tsx";
import { type LoadPage, levelStep, loadPage } from "#worker/domain/due/leveling.ts";
import { actions, closes } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/level";
import { timeOf } from "./preview.tsx";
import { useSteps } from "./use-steps.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadPage(context.get(sessionContext), new URL(request.url).searchParams);

export const action = actions(({ session }, values) => levelStep(session, values), {
  reply: closes,
});
export const meta = () => [{ title: "Level the load - Plumbline" }];

const AT_ONCE = 100;
const columns: Column<LoadPage["moves"][number]>[] = [
  { key: "name", label: "Asset", card: "c-name" },
  { key: "assetCode", label: "Code", card: "c-top", as: "code" },
  { key: "title", label: "Schedule", card: "c-meta" },
  { key: "was", label: "Planned for", card: "c-due", as: "day", keep: true },
  { key: "to", label: "Moved to", card: "c-due", as: "day", keep: true },
];
const hoursOf = (minutes: number) => Math.round(minutes / 6) / 10;
const movesText = (moves: LoadPage["moves"]) => moves.map(({ id, to }) => `${id}:${to}`).join(",");

/** The load of some weeks as it is and as it could be: planned services moved within their windows. */
export default function LevelTheLoad({ loaderData: page, actionData }: Route.ComponentProps) {
  const { moves, unmet } = page;
  const { date } = useDates();
  const sent = useRef<LoadPage["moves"]>([]);
  const steps = useSteps("level", (step) => {
    const some = sent.current.slice(step * AT_ONCE, (step + 1) * AT_ONCE);
    return some.length ? { form: { moves: movesText(some) }, size: some.length } : null;
  });
  const begin = (event: FormEvent) => {
    event.preventDefault();
    sent.current = moves;
    steps.begin();
  };
  const { run } = steps;
  return (
    <div className="stack">
      <PageHead
        title="Level the load"
        crumbs={[
          { label: "All Assets", to: "/all-assets" },
          { label: "Propose schedules", to: "/schedule/propose" },
        ]}
      />
      <SpanForm page={page} />
      {steps.problem && (
        <p className="note overdue" role="alert">
          {steps.problem}
        </p>
      )}
      {run && (
        <Panel title="Moved" className="spaced">
          <BulkProgress
            at={run.done}
            total={sent.current.length}
            isDone={run.isOver}
            changed={plural(run.changed, "1 planned service moved", "{n} planned services moved")}
            same={run.same}
            failed={run.failed}
            hrefOf={() => "/schedule/level"}
          />
          {!run.isOver && !steps.isRunning && (
            <button className="btn btn-primary" type="button" onClick={steps.goOn}>
              Go on
            </button>
          )}
        </Panel>
      )}
      {page.isPart && (
        <p className="note amber">
          Only the first planned services are looked at. Choose fewer weeks or one team.
        </p>
      )}
      {(["before", "after"] as const).map((side) => (
        <LoadChart key={side} page={page} side={side} />
      ))}
      {unmet.length > 0 && (
        <p className="note amber">
          {plural(
            unmet.length,
            "1 week stays above what can be done: {weeks}.",
            "{n} weeks stay above what can be done: {weeks}.",
          ).replace("{weeks}", unmet.map(({ monday }) => date(monday)).join(", "))}
        </p>
      )}
      <Panel title="Moves">
        {moves.length === 0 ? (
          <p className="muted">
            {unmet.length > 0
              ? "Nothing more can be moved within the windows."
              : "Nothing has to be moved."}
          </p>
        ) : (
          <PlainForm problem={refusalOf(actionData)} onSubmit={begin} className="stack">
            <p>
              {plural(
                moves.length,
                "1 of {all} planned services is moved within its window.",
                "{n} of {all} planned services are moved within their windows.",
              ).replace("{all}", String(page.planned))}
            </p>
            <input type="hidden" name="moves" value={movesText(moves.slice(0, AT_ONCE))} />
            <DataTable
              label="Moves"
              sticky={false}
              rows={moves.slice(0, AT_ONCE)}
              rowHref={({ assetId }) => `/asset/detail/${assetId}?tab=schedule`}
              columns={columns}
            />
            {moves.length > AT_ONCE && (
              <p className="muted">
                {plural(moves.length - AT_ONCE, "and 1 more", "and {n} more")}
              </p>
            )}
            <div>
              <SubmitButton disabled={steps.isRunning}>
                {plural(moves.length, "Move 1 planned service", "Move {n} planned services")}
              </SubmitButton>
            </div>
          </PlainForm>
        )}
      </Panel>
    </div>
  );
}

/** Which weeks and whose. */
function SpanForm({ page }: { page: LoadPage }) {
  const values = { from: page.from, weeks: page.weeks, team: page.teamId, teamName: page.teamName };
  return (
    <Panel title="Weeks">
      <Form method="get" className="form form-3" key={`${page.from}${page.weeks}${page.teamId}`}>
        <FormContext
          value={{
            ...{ id: "span", values, saved: values, errors: {}, busy: false },
            ...{ sending: undefined, isDraft: false, touch: () => undefined },
          }}
        >
          <DateField name="from" label="From the week of" />
          <NumberField name="weeks" label="Weeks" min={1} max={13} />
          <Picker name="team" label="Team" list="teams" shows="teamName" />
          <div className="span-all">
            <button className="btn" type="submit">
              Show
            </button>
          </div>
        </FormContext>
      </Form>
    </Panel>
  );
}

function LoadChart({ page, side }: { page: LoadPage; side: "before" | "after" }) {
  const { date } = useDates();
  const { load, moves, fullDays } = page;
  if (side === "after" && moves.length === 0) return null;
  const over = load.filter((week) => week[side] > week.capacity);
  return (
    <ChartPanel
      title={side === "before" ? "As it is planned" : "As it could be"}
      say={[
        over.length > 0
          ? plural(
              over.length,
              "1 week is above what can be done.",
              "{n} weeks are above what can be done.",
            )
          : "Every week can take its work.",
        fullDays[side] > 0 &&
          plural(
            fullDays[side],
            "1 day is above what can be done on it.",
            "{n} days are above what can be done on them.",
          ),
      ]
        .filter(Boolean)
        .join(" ")}
      table={{
        of: "Week of",
        heads: ["Work", "Can be done"],
        rows: load.map((week) => [date(week.monday), timeOf(week[side]), timeOf(week.capacity)]),
      }}
    >
      <Columns
        label="Hours of planned work by week"
        bars={load.map((week) => {
          const above = Math.max(0, week[side] - week.capacity);
          return {
            label: date(week.monday).slice(0, 6),
            parts: [
              { value: hoursOf(week[side] - above), tone: "c1" as const },
              { value: hoursOf(above), tone: "cb" as const },
            ],
            text: String(hoursOf(week[side])),
          };
        })}
      />
    </ChartPanel>
  );
}
