import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { callWord } from "#app/shared/call-words.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import { durationText } from "#app/shared/duration.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { plural } from "#app/shared/plural.ts";
import { TextArea } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Panel } from "#app/ui/page.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";

type Event = CallDetail["events"][number];
type File = CallDetail["files"][number];
const PICTURES = ["jpg", "jpeg", "png"];

/** What an entry says in bold: the state that begins, or what came. */
function titleOf(event: Event, isFirst: boolean): string {
  if (event.kind === "remark") return "Note";
  if (event.kind === "letter") return "Letter to the vendor";
  if (event.kind === "escalation") return "Escalated";
  if (event.kind === "rating") return "Rated";
  if (isFirst && event.status === "new") return "Reported";
  const word = callRules.states[event.status];
  return event.status === "on_hold" && event.holdReason
    ? `${word}, ${callWord(event.holdReason).toLowerCase()}`
    : word;
}

function Files({ files }: { files: readonly File[] }) {
  if (!files.length) return null;
  return (
    <span className="said-files">
      {files.map(({ id, fileName }) => (
        <a key={id} href={`/media/${id}`} target="_blank" rel="noreferrer">
          {fileName}
        </a>
      ))}
    </span>
  );
}

/** What happened to a call, day by day, and the field for a note at its end. */
export function CallTimeline({
  detail,
  problem,
}: {
  detail: CallDetail;
  problem: Refused | undefined;
}) {
  const { call, events, files, isCut, now } = detail;
  const format = useFormat();
  const mayNote = isPossible(call.moves, "remark");
  const named = new Set(events.flatMap(({ mediaIds }) => mediaIds));
  const first = events.findIndex(({ kind }) => kind === "move");
  const clock = (at: number) => timeText(at, format.timeZone).slice(-5);
  let shownDay = "";
  const dayLine = (at: number) => {
    const day = dayIn(format.timeZone, at);
    if (day === shownDay) return null;
    shownDay = day;
    return (
      <li className="is-day" key={day}>
        <div>{dateText(day, format.dateFormat)}</div>
      </li>
    );
  };
  return (
    <Panel
      title="Time line"
      actions={
        call.reopenCount > 0 && (
          <span className="muted">
            {plural(call.reopenCount, "Reopened once", "Reopened {n} times")}
          </span>
        )
      }
    >
      <ol className="tl">
        {isCut && (
          <li className="is-day">
            <div>Only the newest entries are shown.</div>
          </li>
        )}
        {call.failedAt !== null && !isCut && (
          <>
            {dayLine(call.failedAt)}
            <li>
              <time dateTime={new Date(call.failedAt).toISOString()}>{clock(call.failedAt)}</time>
              <div>
                <p>
                  <b>Failed</b>, time given with the report
                </p>
              </div>
            </li>
          </>
        )}
        {events.flatMap((event, at) => {
          const isReport = at === first && event.status === "new";
          const since = events[at - 1];
          const held = since?.status === "on_hold" && event.status === "in_progress";
          return [
            dayLine(event.at),
            <li key={event.id} className={event.kind === "move" ? "is-state" : undefined}>
              <time dateTime={new Date(event.at).toISOString()}>{clock(event.at)}</time>
              <div>
                <p>
                  <b>{titleOf(event, at === first)}</b>
                  {event.assigneeName && event.assigneeName !== event.actorName
                    ? ` to ${event.assigneeName}`
                    : ""}
                  , {event.actorName}
                  {isReport ? `, ${callWord(call.source).toLowerCase()}` : ""}
                  {held ? ` again after ${durationText(event.at - since.at)}` : ""}
                </p>
                {isReport && <p className="said">{call.problem}</p>}
                {event.note && <p className="said">{event.note}</p>}
                <Files
                  files={files.filter(({ id }) =>
                    isReport ? !named.has(id) : event.mediaIds.includes(id),
                  )}
                />
              </div>
            </li>,
          ];
        })}
        <li className="is-now">
          <time dateTime={new Date(now).toISOString()}>{clock(now)}</time>
          <svg className="now-bob-svg" viewBox="-6 0 12 18" aria-hidden="true">
            <path
              className="now-bob"
              d="M-4.5 0h9c.6 0 1 .5 1 1C5.5 6 3.5 11 0 16-3.5 11-5.5 6-5.5 1c0-.5.4-1 1-1Z"
            />
          </svg>
          {mayNote ? <NoteForm problem={problem} /> : <p className="muted">Now</p>}
        </li>
      </ol>
      {call.duplicateOfId && (
        <p>
          <Link to={`/asset-breakdown/${call.duplicateOfId}`}>Goes on as another call</Link>
        </p>
      )}
    </Panel>
  );
}

/** The field for a note, with a picture. It stays where it is, and is empty again once the note is there. */
function NoteForm({ problem }: { problem: Refused | undefined }) {
  const fetcher = useFetcher<Refused | { success: true; message?: string }>();
  const [sent, setSent] = useState(0);
  const answer = fetcher.data;
  const refused = answer?.success === false ? answer : undefined;
  const first = problem?.values?.intent === "remark" ? problem : undefined;
  return (
    <PlainForm
      key={sent}
      fetcher={fetcher}
      problem={refused ?? (answer ? undefined : first)}
      encType="multipart/form-data"
      className="stack"
      onDone={() => {
        if (!answer?.success) return;
        if (answer.message) notify.success(answer.message);
        setSent(sent + 1);
      }}
    >
      <input type="hidden" name="intent" value="remark" />
      <TextArea
        name="note"
        label="Note"
        hideLabel
        required
        rows={2}
        maxLength={2000}
        placeholder="Add a note. No patient data"
      />
      <FileField name="file" label="File or photo" accept={PICTURES} thumbnails />
      <div>
        <SubmitButton tone="plain" className="btn-sm">
          Add note
        </SubmitButton>
      </div>
    </PlainForm>
  );
}
