import { Link, useLocation, useNavigate } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead, Readout } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { importPage } from "#worker/domain/imports/rows.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { importAction } from "#worker/web/import-routes.ts";
import type { Route } from "./+types/import";
import { Drive } from "./drive.tsx";
import { ImportRows } from "./import-rows.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { ImportState } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  importPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = ({ request, params, context }: Route.ActionArgs) =>
  importAction(request, context.get(visitContext), context.get(sessionContext), params.id);
export const meta = ({ loaderData }: Route.MetaArgs) => [{ title: `${loaderData?.progress.fileName ?? "Import"} - Plumbline` }];

const going = { checking: "check", running: "run", undoing: "undo" } as const;

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { progress, kind, made } = loaderData;
  const { state, counts } = progress;
  const at = useLocation();
  const problem = actionData?.success === false ? actionData : undefined;
  const isMapping = state === "mapping" || (state === "checked" && new URLSearchParams(at.search).has("columns"));
  const drive = going[state as keyof typeof going];
  const stayed = made.filter(({ kept }) => kept);
  const isWritten = state === "done" || state === "undone";
  return (
    <>
      <PageHead
        title={progress.fileName}
        crumbs={[{ label: kind.label, to: kind.path }, { label: "Import", to: `/imports?kind=${kind.name}` }, { label: "File" }]}
        badges={<ImportState state={state} />}
        actions={<Actions data={loaderData} isMapping={isMapping} />}
      />
      <div className="stack">
        {problem && !isMapping && <Note tone="overdue">{problem.message}</Note>}
        {isMapping && <MappingForm {...loaderData} problem={problem} />}
        {drive && <Drive key={drive} progress={progress} intent={drive} />}
        {!isMapping && (
          <Readout
            label="Rows"
            figures={[
              { label: "Rows", value: progress.rowCount, note: progress.createdByName },
              isWritten
                ? { label: "Added", value: counts.created ?? 0 }
                : { label: "New", value: counts.create ?? 0, note: state === "checked" ? "will be added" : undefined },
              isWritten
                ? { label: "Changed", value: counts.updated ?? 0 }
                : { label: "Changes", value: counts.update ?? 0, note: state === "checked" ? "will be changed" : undefined },
              state === "undone"
                ? { label: "Kept", value: counts.kept ?? 0, ...(counts.kept ? { tone: "amber" as const } : {}) }
                : { label: "The same", value: (counts.same ?? 0) + (counts.skip ?? 0), note: "left alone" },
              {
                label: "Errors",
                value: (counts.error ?? 0) + (counts.failed ?? 0),
                ...(counts.error || counts.failed ? { tone: "overdue" as const, note: "left out" } : {}),
              },
            ]}
          />
        )}
        {made.length > 0 && !isMapping && state !== "undone" && (
          <Note tone="info">
            {isWritten || state === "running" ? "Added for these rows: " : "Will be added for these rows: "}
            {made
              .slice(0, 20)
              .map(({ name }) => name)
              .join(", ")}
            {made.length > 20 && ` and ${made.length - 20} more`}.
          </Note>
        )}
        {stayed.length > 0 && (
          <Note tone="amber">
            Added for these rows and kept:
            <ul className="changes">
              {stayed.slice(0, 20).map(({ id, name, kept }) => (
                <li key={id}>
                  <b>{name}</b> {kept}
                </li>
              ))}
              {stayed.length > 20 && <li>and {stayed.length - 20} more</li>}
            </ul>
          </Note>
        )}
        {state === "done" && counts.error ? (
          <Note tone="amber">
            {counts.error === 1 ? "1 row was" : `${counts.error} rows were`} left out. Download them, correct them and bring the file in
            again: rows that are there already stay as they are.
          </Note>
        ) : null}
        {progress.finishedAt !== null && isWritten && (
          <p className="quiet">
            Finished <TimeText at={progress.finishedAt} />
          </p>
        )}
        {!isMapping && !drive && <ImportRows {...loaderData} />}
      </div>
    </>
  );
}

function Actions({ data, isMapping }: { data: Route.ComponentProps["loaderData"]; isMapping: boolean }) {
  const { progress, kind, mayUndo } = data;
  const { state, counts, id } = progress;
  const at = useLocation();
  const navigate = useNavigate();
  const closed = `/imports/${id}`;
  const toWrite = (counts.create ?? 0) + (counts.update ?? 0);
  if (isMapping)
    return state === "checked" ? (
      <Link to={closed} className="btn">
        Back to the rows
      </Link>
    ) : null;
  if (state === "checked")
    return (
      <>
        <Link className="btn" to="?columns">
          <Icon name="cols" />
          Columns
        </Link>
        <PlainForm>
          <input type="hidden" name="intent" value="recheck" />
          <SubmitButton tone="plain" icon="refresh">
            Check again
          </SubmitButton>
        </PlainForm>
        <PlainForm>
          <input type="hidden" name="intent" value="run" />
          <SubmitButton icon="ok" disabled={toWrite === 0}>
            {toWrite === 0 ? "Nothing to write" : `Write ${toWrite} rows`}
          </SubmitButton>
        </PlainForm>
      </>
    );
  if (state !== "done" || !mayUndo) return null;
  const done = (counts.created ?? 0) + (counts.updated ?? 0);
  return (
    <>
      {done > 0 && (
        <Link className="btn" to="?undo" preventScrollReset>
          <Icon name="archive" />
          Undo
        </Link>
      )}
      <ConfirmDialog
        open={new URLSearchParams(at.search).has("undo")}
        title={`Undo the import of ${progress.fileName}?`}
        verb="Undo import"
        intent="undo"
        onClose={() => navigate(closed, { replace: true, preventScrollReset: true })}
        closeTo={closed}
      >
        <p>
          {counts.created ?? 0} {kind.things} it added are deleted and {counts.updated ?? 0} it changed become as they were.
          {data.made.length > 0 && ` ${data.made.length} further records it added for them are deleted as well.`} What was changed or used
          since stays, and is named.
        </p>
      </ConfirmDialog>
    </>
  );
}
