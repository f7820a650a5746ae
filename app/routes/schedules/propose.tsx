import { type FormEvent, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { intervalText } from "#app/shared/due-interval.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkProgress } from "#app/ui/bulk-progress.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { makeProposed, type Proposals, proposeSchedules } from "#worker/domain/due/proposing.ts";
import { actions, closes, stays } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/propose";
import { useSteps } from "./use-steps.ts";

/** The address of the list whose devices are looked through. */
export function loader({ request, context }: Route.LoaderArgs) {
  context.get(sessionContext).authorize("edit-asset");
  const list = new URL(request.url).searchParams;
  for (const name of ["_routes", "index"]) list.delete(name);
  return { list: list.toString() };
}
export const action = actions(
  {
    look: { run: ({ session }, values) => proposeSchedules(session, values), reply: stays },
    make: {
      run: ({ session, lists }, { groups: _, ...values }) =>
        makeProposed(session, { ...values, groups: lists.groups }),
      reply: closes,
    },
  },
  { lists: ["groups"] },
);
export const meta = () => [{ title: "Propose schedules - Plumbline" }];

type Answer = { success: boolean; data?: Proposals };

/** What should come again at devices that have no schedule for it, from what the company and its contracts say. */
export default function ProposeSchedules({ loaderData, actionData }: Route.ComponentProps) {
  const { list } = loaderData;
  const problem = refusalOf(actionData);
  const data = problem ? undefined : (actionData as Answer | undefined)?.data;
  const [kept, setKept] = useState<Proposals>();
  const found = data && "groups" in data ? data : kept;
  if (found && found !== kept) setKept(found);
  const { pathname } = useLocation();
  return (
    <div className="stack">
      <PageHead
        title="Propose schedules"
        crumbs={[{ label: "All Assets", to: "/all-assets" }]}
        actions={
          <Link className="btn" to="/schedule/level">
            Level the load
          </Link>
        }
      />
      <Panel title="What is looked at">
        <PlainForm problem={problem} className="stack">
          <p>
            The usual intervals of categories and sub-categories, the risk score of each asset and
            the visits that contracts promise. Assets that have such a schedule, and those that need
            none, are left alone.
          </p>
          <p className="muted">
            {list ? "Only the assets of the list that you came from." : "All assets."}{" "}
            {list && <Link to={pathname}>Look at all assets</Link>}
          </p>
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="from" value={found?.next ?? ""} />
          <div>
            <SubmitButton name="intent" value="look" {...(found ? { tone: "plain" as const } : {})}>
              {found?.next ? "Look at the next assets" : found ? "Look again" : "Look"}
            </SubmitButton>
          </div>
        </PlainForm>
      </Panel>
      {found && <Groups key={`${found.from}${found.looked}`} found={found} list={list} />}
    </div>
  );
}

function Groups({ found, list }: { found: Proposals; list: string }) {
  const sent = useRef<Record<string, string>>({});
  const steps = useSteps("propose", (step, last) => {
    if (step > 0 && !last?.next) return null;
    // What was not looked at yet is not made.
    const from = step === 0 ? found.from : (last?.next ?? "");
    return found.next !== null && from === found.next
      ? null
      : { form: { ...sent.current, from }, size: 100 };
  });
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const groups = new FormData(event.currentTarget).getAll("groups");
    if (!groups.length) return;
    sent.current = { list, groups: groups.join(",") };
    steps.begin();
  };
  const { run } = steps;
  const looked = plural(found.looked, "1 asset looked at", "{n} assets looked at");
  if (!found.groups.length)
    return (
      <Panel title="Proposals">
        <p className="muted">{looked}. Nothing is proposed.</p>
      </Panel>
    );
  return (
    <Panel title="Proposals">
      {steps.problem && (
        <p className="note overdue" role="alert">
          {steps.problem}
        </p>
      )}
      {run && (
        <BulkProgress
          at={Math.min(run.done, found.looked)}
          total={found.looked}
          isDone={run.isOver}
          changed={plural(run.changed, "1 schedule added", "{n} schedules added")}
          failed={run.failed}
          hrefOf={(id) => `/asset/detail/${id}?tab=schedule`}
        />
      )}
      {run && !run.isOver && !steps.isRunning && (
        <button className="btn btn-primary" type="button" onClick={steps.goOn}>
          Go on
        </button>
      )}
      {!run && (
        <PlainForm problem={undefined} onSubmit={begin} className="stack">
          <p className="muted">{looked}.</p>
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="from" value={found.from} />
          <ul className="plain-list">
            {found.groups.map((group) => (
              <li key={group.key}>
                <label className="check">
                  <input type="checkbox" name="groups" value={group.key} defaultChecked />
                  <span>
                    <b>{group.group}</b>: {dueKinds[group.kind]}{" "}
                    {intervalText(group.intervalCount, group.intervalUnit).toLowerCase()}
                    {", "}
                    {plural(group.devices, "1 asset", "{n} assets")}{" "}
                    <span className="muted">
                      {group.why} ({group.examples.join(", ")}
                      {group.devices > group.examples.length && " and others"})
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <p className="muted">
            First dates are spread over the interval, so that they do not fall into one week.
          </p>
          <div>
            <SubmitButton name="intent" value="make" disabled={steps.isRunning}>
              Add these schedules
            </SubmitButton>
          </div>
        </PlainForm>
      )}
    </Panel>
  );
}
