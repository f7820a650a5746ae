import { Link } from "react-router";
import { actionText, reasonText } from "#app/shared/activity-words.ts";
import { kindText } from "#app/shared/kind-words.ts";
import { Dialog } from "#app/ui/modal.tsx";
import { Badge, DefinitionList } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { Entry } from "#worker/domain/activity/entry.ts";
import { ChangeTable } from "./change.tsx";
import { doorText } from "./words.ts";

/** The entry that the address has open: who, when, from where, why, every field before and after, and whether it is sealed. */
export function EntryDialog({
  entry,
  pageOf,
}: {
  entry: Entry | null;
  /** Where its record is shown; null for one without a page of its own. */
  pageOf: (entry: Entry) => string | null;
}) {
  const { closeTo, onClose } = useDialog().shown;
  return (
    <Dialog
      open={entry !== null}
      title={entry ? actionText(entry) : ""}
      onClose={onClose}
      className="dialog-wide"
      footer={
        <Link className="btn" to={closeTo} preventScrollReset replace>
          Close
        </Link>
      }
    >
      {entry && (
        <>
          <DefinitionList
            entries={[
              [
                kindText(entry.entityKind),
                <Record key="record" entry={entry} to={pageOf(entry)} />,
              ],
              ["By", [entry.actorName, doorText(entry)].filter(Boolean).join(", ")],
              ["Time", <TimeText key="time" at={entry.at} />],
              ["Reason", reasonText(entry.reason)],
              ["Address", entry.ip],
              [
                "Request id",
                <span key="request" className="code">
                  {entry.requestId}
                </span>,
              ],
              ["Seal", <Seal key="seal" seq={entry.seq} />],
            ]}
          />
          {entry.changes.length > 0 ? (
            <ChangeTable changes={entry.changes} names={entry.names} />
          ) : (
            <p className="muted">No field was changed.</p>
          )}
        </>
      )}
    </Dialog>
  );
}

function Record({ entry, to }: { entry: Entry; to: string | null }) {
  return to ? <Link to={to}>{entry.entityLabel}</Link> : entry.entityLabel;
}

const Seal = ({ seq }: { seq: number | null }) =>
  seq === null ? (
    <Badge tone="hold" icon="clock">
      not yet sealed
    </Badge>
  ) : (
    <Badge tone="in-date" icon="lock">
      sealed, no. {seq}
    </Badge>
  );
