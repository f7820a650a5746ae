import type { TicketState } from "#app/shared/flows/support-tickets.ts";
import { sizeText } from "#app/shared/size-text.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { stateWord } from "./looks.tsx";

type Said = {
  id: string;
  status: TicketState["status"];
  authorKind: "customer" | "staff" | "system";
  actorName: string;
  note: string | null;
  isInternal: boolean;
  at: number;
  files: readonly { id: string; fileName: string; bytes: number }[];
};

/**
 * What was said on a ticket and what happened to it, the newest last.
 * @param files where its files are served
 * @param isOwn for the company itself
 */
export function Conversation({
  replies,
  isCut,
  files,
  isOwn = false,
}: {
  replies: readonly Said[];
  isCut: boolean;
  files: string;
  isOwn?: boolean;
}) {
  return (
    <Panel title="Conversation">
      {isCut && <p className="muted">Only the newest messages are shown.</p>}
      <ol className="talk">
        {replies.map((reply, at) => (
          <Message
            key={reply.id}
            reply={reply}
            isNewState={replies[at - 1]?.status !== reply.status}
            files={files}
            isOwn={isOwn}
          />
        ))}
      </ol>
    </Panel>
  );
}

function Message({
  reply: { authorKind, actorName, note, isInternal, at, status, files },
  isNewState,
  files: served,
  isOwn,
}: {
  reply: Said;
  isNewState: boolean;
  files: string;
  isOwn: boolean;
}) {
  const look = isInternal ? "is-internal" : authorKind === "staff" ? "is-staff" : "";
  return (
    <li className={look || undefined}>
      <p className="talk-head">
        <b>{authorKind === "system" ? "By itself" : actorName}</b>
        {authorKind === "staff" && !isInternal && <span className="muted">Support</span>}
        {isInternal && (
          <Badge tone="amber" icon="lock">
            Internal, not seen by the company
          </Badge>
        )}
        {isNewState && !isInternal && <span className="muted">{stateWord(status, isOwn)}</span>}
        <span className="muted talk-at">
          <TimeText at={at} />
        </span>
      </p>
      {note && <p className="said">{note}</p>}
      {files.length > 0 && (
        <ul className="talk-files">
          {files.map(({ id, fileName, bytes }) => (
            <li key={id}>
              <a href={`${served}/${id}`} target="_blank" rel="noreferrer">
                <Icon name="file" />
                {fileName}
              </a>{" "}
              <span className="muted">{sizeText(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
