import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { PageHead, Readout } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { importPage } from "#worker/domain/imports/rows.ts";
import { sessionContext } from "#worker/web/context.ts";
import { importActions } from "#worker/web/import-actions.ts";
import type { Route } from "./+types/import";
import { ArchiveRun } from "./archive-run.tsx";
import { Drive } from "./drive.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportRows } from "./import-rows.tsx";
import { LeftColumns } from "./left-columns.tsx";
import { MakeMissing } from "./make-missing.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { PresetForm } from "./preset-form.tsx";
import { ImportState } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  importPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);
export const action = importActions;
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.progress.fileName ?? "Import"} - Plumbline` },
];

const MOST_NAMED = 20;
const seeWhy = { tone: "amber", to: "?show=kept", note: "see why" } as const;
const leftOut = { tone: "overdue", note: "left out" } as const;
const going = { checking: "check", running: "run", undoing: "undo" } as const;

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { progress, kind, made } = loaderData;
  const { state, counts } = progress;
  const at = useLocation();
  const problem = refusalOf(actionData);
  const isChecked = state === "checked";
  const isMapping =
    state === "mapping" || (isChecked && new URLSearchParams(at.search).has("columns"));
  const isOfFiles = kind.mostFiles !== null;
  const isSending = isOfFiles && (state === "running" || isChecked);
  const drive = isSending ? undefined : going[state as keyof typeof going];
  const shownState = useRef(state);
  // What came of a step stands at the top, its button often at the bottom.
  useEffect(() => {
    if (shownState.current !== state) scrollTo(0, 0);
    shownState.current = state;
  }, [state]);
  const stayed = made.filter((record) => record.kept);
  const isWritten = state === "done" || state === "undone";
  const errors = (counts.error ?? 0) + (counts.failed ?? 0);
  const kept = counts.kept ?? 0;
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
        {isMapping && <PresetForm data={loaderData} problem={problem} />}
        {isMapping && (
          <MappingForm key={loaderData.preset?.name ?? "own"} data={loaderData} problem={problem} />
        )}
        {isSending && !isMapping && <ArchiveRun progress={progress} most={kind.mostFiles ?? 0} />}
        {drive && <Drive key={drive} progress={progress} intent={drive} />}
        {!isMapping && (
          <Readout
            label="Rows"
            figures={[
              { label: "Rows", value: progress.rowCount, note: progress.createdByName },
              isWritten
                ? { label: "Added", value: counts.created ?? 0 }
                : { label: "New", value: counts.create ?? 0, note: isChecked && "will be added" },
              isWritten
                ? { label: "Changed", value: counts.updated ?? 0 }
                : {
                    label: "Changes",
                    value: counts.update ?? 0,
                    note: isChecked && "will be changed",
                  },
              state === "undone"
                ? { label: "Kept", value: kept, ...(kept > 0 && seeWhy) }
                : {
                    label: "The same",
                    value: (counts.same ?? 0) + (counts.skip ?? 0),
                    note: "left alone",
                  },
              { label: "Errors", value: errors, ...(errors > 0 && leftOut) },
            ]}
          />
        )}
        {made.length > 0 && !isMapping && state !== "undone" && (
          <Note tone="info">
            {isWritten || state === "running"
              ? "Added for these rows: "
              : "Will be added for these rows: "}
            {made
              .slice(0, MOST_NAMED)
              .map(({ name }) => name)
              .join(", ")}
            {made.length > MOST_NAMED && ` and ${made.length - MOST_NAMED} more`}.
          </Note>
        )}
        {stayed.length > 0 && (
          <Note tone="amber">
            Added for these rows and kept:
            <ul className="changes">
              {stayed.slice(0, MOST_NAMED).map((record) => (
                <li key={record.id}>
                  <b>{record.name}</b> {record.kept}
                </li>
              ))}
              {stayed.length > MOST_NAMED && <li>and {stayed.length - MOST_NAMED} more</li>}
            </ul>
          </Note>
        )}
        {state === "done" && counts.error ? (
          <Note tone="amber">
            {plural(
              counts.error,
              "1 row was left out. Download it, correct it and bring the file in again: rows that are there already stay as they are.",
              "{n} rows were left out. Download them, correct them and bring the file in again: rows that are there already stay as they are.",
            )}
          </Note>
        ) : null}
        {progress.finishedAt !== null && isWritten && (
          <p className="quiet">
            Finished <TimeText at={progress.finishedAt} />
          </p>
        )}
        {isChecked && !isMapping && <LeftColumns data={loaderData} />}
        {isChecked && !isMapping && <MakeMissing data={loaderData} />}
        {!isMapping && !drive && <ImportRows data={loaderData} />}
      </div>
    </>
  );
}
