import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { elementsIn } from "#app/shared/certificates/forms/elements.ts";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { layoutProblems } from "#app/shared/certificates/forms/problems.ts";
import { formVersionWords, reportFormRules } from "#app/shared/flows/report-forms.ts";
import { plural } from "#app/shared/plural.ts";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge, PageHead, Panel } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { Version } from "#app/ui/version.tsx";
import { reportFormFlow } from "#worker/domain/report-forms/flow.ts";
import { type FormDetail, formDetail } from "#worker/domain/report-forms/read.ts";
import { createFormVersion, saveForm } from "#worker/domain/report-forms/save.ts";
import type { Session } from "#worker/session.ts";
import { actions, type Commands, goesOn } from "#worker/web/actions.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import type { Route } from "./+types/update";
import { Designer } from "./designer.tsx";
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
    run: ({ session }, { versionId = "", ...values }) =>
      saveForm(session, versionId || "none", values),
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

const papers = { a4: "A4", letter: "Letter" } as const;

/** What the saved version lacks before it can be published. */
function missingOf({ form, shown }: FormDetail): number {
  return elementsIn(form.kind, shown.layout).missing.length + layoutProblems(shown.layout).length;
}

type HeadProps = { detail: FormDetail; isFixed: boolean; isDirty: boolean; more?: ReactNode };
function Head({ detail, isFixed, isDirty, more }: HeadProps) {
  const { form, shown, may } = detail;
  const missing = missingOf(detail);
  const { paper, orientation } = shown.layout.page;
  const pdf = new URLSearchParams({ version: shown.id, ...(detail.with && { with: detail.with }) });
  return (
    <PageHead
      title={form.name}
      crumbs={[
        { label: "Report forms", to: "/report/form/saved-templates" },
        {
          label: (
            <span className="quiet">{`${kindNames[form.kind]}, version ${shown.versionNo}, ${papers[paper]} ${orientation}`}</span>
          ),
        },
      ]}
      badges={
        <>
          <FormVersionBadge status={shown.status} />
          {shown.status === "draft" && missing > 0 && (
            <Badge tone="overdue" icon="alert">
              {plural(missing, "1 thing missing", "{n} things missing")}
            </Badge>
          )}
          {form.archivedAt && (
            <Badge tone="hold" icon="archive">
              Archived
            </Badge>
          )}
        </>
      }
      sticky
      actions={
        <>
          <a
            className="btn hide-phone"
            href={`/report/form/pdf/${form.id}?${pdf}`}
            target="_blank"
            rel="noreferrer"
            title="The version as it is saved"
          >
            Preview PDF
          </a>
          {may.create && (
            <Link className="btn hide-phone" to={`/report/form/create?from=${form.id}`}>
              Copy
            </Link>
          )}
          {more}
          <MoveButtons detail={detail} isDirty={isDirty} />
          {!isFixed && <SubmitButton tone={isDirty ? "primary" : "plain"}>Save draft</SubmitButton>}
        </>
      }
    />
  );
}

/** What may be done with the version; publishing waits until everything that was drawn is saved. */
function MoveButtons({ detail: { shown }, isDirty }: Pick<HeadProps, "detail" | "isDirty">) {
  const { to } = useDialog();
  return shown.moves
    .filter(({ fits }) => fits)
    .map(({ move, label, why }) => {
      const name = `${label} version ${shown.versionNo}`;
      const not = isDirty ? "Save the draft first" : why;
      const look = move === "publish" && !isDirty ? "btn btn-primary" : "btn";
      return not ? (
        <button key={move} className={look} type="button" disabled title={not}>
          {name}
          <span className="sr-only">{not}</span>
        </button>
      ) : (
        <Link key={move} className={look} to={to({ do: move })} preventScrollReset>
          {name}
        </Link>
      );
    });
}

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
