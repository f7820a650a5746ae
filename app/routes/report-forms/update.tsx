import { useState } from "react";
import { Link } from "react-router";
import { formVersionWords, reportFormRules } from "#app/shared/flows/report-forms.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Panel } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { Version } from "#app/ui/version.tsx";
import { reportFormFlow } from "#worker/domain/report-forms/flow.ts";
import { type FormDetail, formDetail } from "#worker/domain/report-forms/read.ts";
import { createFormVersion, saveForm } from "#worker/domain/report-forms/save.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands, goesOn } from "#worker/web/actions.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { Designer } from "./designer.tsx";
import { Head } from "./head.tsx";
import { FormVersionBadge } from "./words.tsx";
import "../../css/measure.css";
import "../../css/procedures.css";
import "../../css/report-forms.css";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  formDetail(
    context.get(sessionContext),
    context.get(visitContext).env.MEDIA,
    params.id,
    new URL(request.url).searchParams,
  );

const moving: Commands<Session> = Object.fromEntries(
  Object.keys(reportFormFlow.inputs)
    .filter(reportFormFlow.isMove)
    .map((move) => [
      move,
      ({ session, id }, { versionId = "", ...values }) =>
        reportFormFlow.move(session, versionId || "none", move, values, id),
    ]),
);

export { clientAction } from "#app/ui/sending.ts";
export const action = actions({
  ...moving,
  save: {
    run: ({ session, id }, { versionId = "", ...values }) =>
      saveForm(session, versionId || "none", values, id),
    // The page stays as it is: its draft is what was saved.
    reply: goesOn((_, { id }) => `/report/form/update/${id}`),
  },
  begin: {
    run: ({ session, id }) => createFormVersion(session, id),
    reply: goesOn((_, { id }) => `/report/form/update/${id}`),
  },
});
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.form.name ?? "Report form"} - Plumbline` },
];

const NewVersion = () => (
  <PlainForm className="inline">
    <input type="hidden" name="intent" value="begin" />
    <SubmitButton icon="plus">New version</SubmitButton>
  </PlainForm>
);

function Versions({ detail: { versions, shown, form } }: { detail: FormDetail }) {
  return (
    <Panel title="Versions" flush>
      <ul className="pr-lines pr-versions">
        {versions.map(({ id, versionNo, status, publishedAt, updatedAt }) => (
          <li key={id} aria-current={id === shown.id ? "true" : undefined}>
            <Link to={`/report/form/update/${form.id}?version=${id}`} preventScrollReset>
              Version {versionNo}
            </Link>
            <FormVersionBadge status={status} />
            <span className="muted">
              <TimeText at={publishedAt ?? updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export default function UpdateForm({ loaderData: detail, actionData }: Route.ComponentProps) {
  const { shown, form, events, now } = detail;
  const isFixed = shown.status !== "draft" || !detail.may.edit;
  const problem = refusalOf(actionData);
  const newer = newerOf(problem?.data);
  const [isDirty, setDirty] = useState(false);
  const hasDraft = detail.versions.some(({ status }) => status === "draft");
  return (
    <div className="stack">
      {isFixed ? (
        <>
          <Head
            detail={detail}
            isFixed
            isDirty={false}
            more={detail.may.edit && !form.archivedAt && !hasDraft && <NewVersion />}
          />
          <Designer key={shown.id} detail={detail} isFixed />
        </>
      ) : (
        <PlainForm
          guard
          id="report-form"
          className="stack"
          key={shown.id}
          problem={problem}
          values={{}}
          onDirty={setDirty}
        >
          <Head detail={detail} isFixed={false} isDirty={isDirty} />
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="versionId" value={shown.id} />
          {newer && <StaleNote newer={newer} />}
          <Version of={shown.version} newer={newer?.version} />
          <Designer detail={detail} isFixed={false} />
        </PlainForm>
      )}
      <MoveDialog
        of={shown}
        rules={reportFormRules}
        name={`version ${shown.versionNo} of ${form.name}`}
        hidden={{ versionId: shown.id }}
        problem={problem}
      />
      <div className="rf-below">
        <Versions detail={detail} />
        <Panel title="What happened">
          <Timeline
            now={now}
            isOver={shown.status !== "draft"}
            entries={events.map(({ id, at, status, actorName, note }) => ({
              ...{ id, at, state: formVersionWords[status], by: actorName, note },
            }))}
          />
        </Panel>
      </div>
    </div>
  );
}
