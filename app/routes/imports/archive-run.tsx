import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { FileToSend } from "#worker/domain/imports/attach.ts";
import type { Progress } from "#worker/domain/imports/jobs.ts";
import {
  type ArchiveEntry,
  keptArchive,
  LARGEST_ARCHIVE,
  openEntry,
  readArchive,
} from "./archive.ts";

const AGAIN_MS = 2000;
type Props = { progress: Progress; most: number };

/** Sends the files of an archive to their assets, one after the other. It waits while the browser is offline. */
export function ArchiveRun({ progress, most }: Props) {
  const { id, fileName, counts } = progress;
  const [archive, setArchive] = useState(() => keptArchive(fileName));
  const [isSent, setSent] = useState(false);
  const [now, setNow] = useState(progress);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const { revalidate } = useRevalidator();
  const isDriven = isSent && archive !== null && trouble === null;

  useEffect(() => {
    if (!isDriven || !archive) return;
    const gone = new AbortController();
    const { signal } = gone;
    const path = `/imports/${id}/step`;
    const sendAll = async (entries: ReadonlyMap<string, ArchiveEntry>) => {
      for (let after = 0; ; ) {
        const { data } = await ask<{ data: FileToSend[] }>(path, {
          query: { files: String(after) },
          signal,
        });
        for (const { rowNo, path: file } of data) {
          await send(rowNo, entries.get(file), file);
          after = rowNo;
        }
        // Another tab may have been quicker with one of them: they are asked for until none is left.
        if (data.length === 0 && after === 0) return;
        if (data.length === 0) after = 0;
      }
    };
    const send = async (rowNo: number, entry: ArchiveEntry | undefined, name: string) => {
      const content = entry ? await openEntry(archive, entry) : null;
      const form = new FormData();
      form.set("intent", "attach");
      form.set("row", String(rowNo));
      if (content) form.set("file", new File([content], name.split("/").at(-1) ?? name));
      const { data } = await ask<{ data: Progress }>(path, { form, signal });
      setLost(false);
      setNow(data);
    };
    const go = (): Promise<void> =>
      readArchive(archive, most)
        .then(({ entries }) => sendAll(new Map(entries.map((entry) => [entry.path, entry]))))
        .then(() => void revalidate())
        .catch((error) => {
          if (signal.aborted) return;
          if (!(error instanceof TypeError) && (!(error instanceof RefusedAnswer) || error.problem))
            return setTrouble(error.message);
          setLost(true);
          setTimeout(() => !signal.aborted && go(), AGAIN_MS);
        });
    go();
    return () => gone.abort();
  }, [isDriven, archive, id, most, revalidate]);

  const create = counts.create ?? 0;
  const settled = (now.counts.created ?? 0) + (now.counts.failed ?? 0);
  const part = create ? Math.round((settled / create) * 100) : 0;
  if (create === 0) return null;
  return (
    <Panel title="Keep the files with their assets" label="Files to keep">
      <div className="stack">
        {!archive && (
          <FileField
            name="archive"
            label={`Choose ${fileName} again`}
            accept={["zip"]}
            maxSize={LARGEST_ARCHIVE}
            hint="The page was loaded anew. What was kept before is not sent again."
            onFiles={([file]) => setArchive(file ?? null)}
          />
        )}
        {isSent && (
          <>
            <progress className="progress" max={100} value={part} aria-label="Files kept" />
            <p role="status">{`${settled} of ${create} files`}</p>
          </>
        )}
        {isLost && (
          <Note tone="amber">
            The line is lost. It goes on by itself when it is back; nothing is done twice.
          </Note>
        )}
        {trouble !== null && <Note tone="overdue">{trouble}</Note>}
        {!isDriven && (
          <PlainForm
            onSubmit={(event) => {
              event.preventDefault();
              setTrouble(null);
              setSent(true);
            }}
          >
            <SubmitButton icon="upload" disabled={!archive}>
              {plural(create - settled, "Keep 1 file", "Keep {n} files")}
            </SubmitButton>
          </PlainForm>
        )}
      </div>
    </Panel>
  );
}
