import { useLocation } from "react-router";
import { refusalOf } from "#app/ui/form.tsx";
import { PageHead, Readout } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { importPage } from "#worker/domain/imports/rows.ts";
import { sessionContext } from "#worker/web/context.ts";
import { importActions } from "#worker/web/import-actions.ts";
import type { Route } from "./+types/import";
import { Drive } from "./drive.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportRows } from "./import-rows.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { ImportState } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  importPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = importActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.progress.fileName ?? "Import"} - Plumbline` },
];

const going = { checking: "check", running: "run", undoing: "undo" } as const;

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { progress, kind, made } = loaderData;
  const { state, counts } = progress;
  const at = useLocation();
  const problem = refusalOf(actionData);
  const isMapping =
    state === "mapping" || (state === "checked" && new URLSearchParams(at.search).has("columns"));
  const drive = going[state as keyof typeof going];
  const stayed = made.filter(({ kept }) => kept);
  const isWritten = state === "done" || state === "undone";
  return (
    <>
      <PageHead
        title={progress.fileName}
        crumbs={[
          { label: kind.label, to: kind.path },
          { label: "Import", to: `/imports?kind=${kind.name}` },
          { label: "File" },
        ]}
        badges={<ImportState state={state} />}
        actions={<ImportActions data={loaderData} isMapping={isMapping} />}
      />
      <div className="stack">
        {["mapping", "checking", "checked"].includes(state) && (
          <p className="quiet">
            Nothing is written yet. A file that is left like this is deleted after 30 days.
          </p>
        )}
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
                : {
                    label: "New",
                    value: counts.create ?? 0,
                    note: state === "checked" ? "will be added" : undefined,
                  },
              isWritten
                ? { label: "Changed", value: counts.updated ?? 0 }
                : {
                    label: "Changes",
                    value: counts.update ?? 0,
                    note: state === "checked" ? "will be changed" : undefined,
                  },
              state === "undone"
                ? {
                    label: "Kept",
                    value: counts.kept ?? 0,
                    ...(counts.kept
                      ? { tone: "amber" as const, to: `?show=kept`, note: "see why" }
                      : {}),
                  }
                : {
                    label: "The same",
                    value: (counts.same ?? 0) + (counts.skip ?? 0),
                    note: "left alone",
                  },
              {
                label: "Errors",
                value: (counts.error ?? 0) + (counts.failed ?? 0),
                ...(counts.error || counts.failed
                  ? { tone: "overdue" as const, note: "left out" }
                  : {}),
              },
            ]}
          />
        )}
        {made.length > 0 && !isMapping && state !== "undone" && (
          <Note tone="info">
            {isWritten || state === "running"
              ? "Added for these rows: "
              : "Will be added for these rows: "}
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
            {counts.error === 1 ? "1 row was" : `${counts.error} rows were`} left out. Download
            them, correct them and bring the file in again: rows that are there already stay as they
            are.
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
