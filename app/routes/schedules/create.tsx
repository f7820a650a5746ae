import { type FormEvent, useRef } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { BulkProgress } from "#app/ui/bulk-progress.tsx";
import { useChosenIds } from "#app/ui/chosen-ids.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { PickMany } from "#app/ui/pick-many.tsx";
import { type Preview, previewSchedules } from "#worker/domain/due/preview.ts";
import { newSchedule } from "#worker/domain/due/schedule-form.ts";
import { createSchedules } from "#worker/domain/due/schedules.ts";
import { actions, goesOn, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { assetChoices } from "../masters/choices.ts";
import type { Route } from "./+types/create";
import { ScheduleFields } from "./fields.tsx";
import { SchedulePreview } from "./preview.tsx";
import { useSteps } from "./use-steps.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  newSchedule(context.get(sessionContext), new URL(request.url).searchParams);

export const action = actions({
  preview: {
    run: async ({ session }, values) => {
      const answer = await previewSchedules(session, values);
      return { ...answer, data: { ...answer.data, typed: values } };
    },
    reply: stays,
  },
  save: {
    run: ({ session }, { devices: _, ...values }) => createSchedules(session, values),
    reply: goesOn((_, { form }) => {
      const ids = String(form.get("assetIds")).split(",");
      return ids.length === 1 ? `/asset/detail/${ids[0]}?tab=schedule` : CALENDAR;
    }),
  },
});
export const meta = () => [{ title: "Add schedule - Plumbline" }];

const CALENDAR = "/due-service-calendar";
const AT_ONCE = 100;
const count = (n: number) => plural(n, "1 asset", "{n} assets");
type Answer = { success: boolean; data?: Preview & { typed: Record<string, unknown> } };

/** A schedule for one device, for some, or for all that match a list: with what it would mean before it is saved. */
export default function CreateSchedule({ loaderData: page, actionData }: Route.ComponentProps) {
  const problem = refusalOf(actionData);
  const answer = problem ? undefined : (actionData as Answer | undefined)?.data;
  const {
    ids,
    found,
    problem: lost,
  } = useChosenIds("/asset/bulk", {
    ...{ all: page.list !== null, ids: page.ids, search: page.list ?? "" },
    ...{ total: page.ids.length, clear: () => undefined },
  });
  const isNamed = page.devices.length > 0;
  const isMany = isNamed && (page.list !== null || page.ids.length > 1);
  const sent = useRef<Record<string, string>>({});
  const steps = useSteps("create", (step) => {
    const some = ids?.slice(step * AT_ONCE, (step + 1) * AT_ONCE) ?? [];
    return some.length
      ? { form: { ...sent.current, assetIds: some.join(",") }, size: some.length }
      : null;
  });
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    if (!isMany || button?.value === "preview") return;
    event.preventDefault();
    if (!ids) return;
    const form = new FormData(event.currentTarget);
    const {
      intent: _,
      idempotency_key: __,
      devices: ___,
      ...values
    } = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    sent.current = values;
    steps.begin();
  };
  const values = { leavesPlanned: isMany, ...page.values, ...answer?.typed };
  const list = isNamed
    ? { label: "All Assets", to: "/all-assets" }
    : { label: "Due Services", to: CALENDAR };
  const back = page.devices.length === 1 ? `/asset/detail/${page.ids[0]}?tab=schedule` : list.to;
  const { run } = steps;
  const said = steps.problem ?? lost;
  return (
    <PlainForm
      guard
      id="schedule"
      className="stack"
      problem={problem}
      values={values}
      onSubmit={submitted}
    >
      <PageHead
        title="Add schedule"
        crumbs={[
          list,
          ...(page.devices.length === 1 ? [{ label: page.devices[0]!.assetCode, to: back }] : []),
        ]}
        sticky
        actions={
          <>
            <Link className="btn" to={back}>
              {run?.isOver ? "Close" : "Cancel"}
            </Link>
            <SubmitButton tone="plain" name="intent" value="preview">
              Preview
            </SubmitButton>
            <SubmitButton name="intent" value="save" disabled={run !== null || (isMany && !ids)}>
              {isMany && ids ? `Add to ${count(ids.length)}` : "Add schedule"}
            </SubmitButton>
          </>
        }
      />
      {said && (
        <p className="note overdue" role="alert">
          {said}
        </p>
      )}
      {run && (
        <Panel title="Schedules" className="spaced">
          <BulkProgress
            at={run.done}
            total={ids?.length ?? 0}
            isDone={run.isOver}
            changed={plural(run.changed, "1 schedule added", "{n} schedules added")}
            failed={run.failed}
            hrefOf={(id) => `/asset/detail/${id}?tab=schedule`}
          />
          {!run.isOver && !steps.isRunning && (
            <button className="btn btn-primary" type="button" onClick={steps.goOn}>
              Go on
            </button>
          )}
        </Panel>
      )}
      <Panel
        title="Assets"
        className="spaced"
        actions={
          <Link className="btn btn-sm" to={proposeLink(page.list)}>
            Propose schedules
          </Link>
        }
      >
        {isNamed ? (
          <Devices page={page} found={ids?.length ?? found} isKnown={ids !== null} />
        ) : (
          <PickMany
            name="assetIds"
            label="Assets"
            load={assetChoices}
            scan="asset"
            most={AT_ONCE}
            required
            hint={
              <>
                Or choose them in <Link to="/all-assets">All Assets</Link> by any filter, such as
                all infusion pumps, and add the schedule there
              </>
            }
          />
        )}
        {isNamed && (
          <input type="hidden" name="assetIds" value={page.ids.slice(0, AT_ONCE).join(",")} />
        )}
        {isMany && <input type="hidden" name="devices" value={ids?.length ?? page.ids.length} />}
        {isMany && (
          <label className="check">
            <input type="hidden" name="leavesPlanned" value="0" />
            <input
              type="checkbox"
              name="leavesPlanned"
              value="1"
              defaultChecked={
                String(values.leavesPlanned) !== "0" && values.leavesPlanned !== false
              }
            />
            Leave out assets that have an active schedule of this kind
          </label>
        )}
      </Panel>
      {answer && <SchedulePreview preview={answer} />}
      <ScheduleFields values={values} isNew page={page} />
    </PlainForm>
  );
}

const proposeLink = (list: string | null) =>
  list === null ? "/schedule/propose" : `/schedule/propose?${list}`;

const SHOWN = 8;
function Devices({
  page,
  found,
  isKnown,
}: {
  page: Route.ComponentProps["loaderData"];
  found: number;
  isKnown: boolean;
}) {
  const more = found - Math.min(SHOWN, page.devices.length);
  return (
    <>
      <ul className="chips">
        {page.devices.slice(0, SHOWN).map(({ id, assetCode, name }) => (
          <li key={id} className="chip">
            <Link to={`/asset/detail/${id}`}>
              {assetCode} {name}
            </Link>
          </li>
        ))}
        {more > 0 && <li className="muted">{plural(more, "and 1 more", "and {n} more")}</li>}
      </ul>
      {page.list !== null && !isKnown && (
        <p role="status" className="muted">
          {`Counting what matches: ${found}`}
        </p>
      )}
    </>
  );
}
