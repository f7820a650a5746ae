import { useMemo, useState } from "react";
import type { Entry, Store } from "#app/offline/store.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { type DueKind, dueKinds } from "#app/shared/due-standing.ts";
import { plural } from "#app/shared/plural.ts";
import type { RoundDevice, RoundOccurrence, RoundPackage } from "#app/shared/rounds.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge, Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { newEntry } from "./begun.ts";
import { CouldNot } from "./could-not.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { RoundForm } from "./round-form.tsx";
import { isFinished, type Stop } from "./stops.ts";

type Props = {
  taken: RoundPackage;
  stop: Stop;
  store: Store;
  today: string;
  isOld: boolean;
  onChanged: () => Promise<void>;
  onSend: () => Promise<void>;
  onFinish: (entry: Entry) => Promise<void>;
};

/** The open device of a round: what is known of it, and its report. */
export function DevicePanel(props: Props) {
  const { taken, stop, store, today, isOld, onChanged, onSend, onFinish } = props;
  const { device, entry, stand, left } = stop;
  const [edited, setEdited] = useState<Entry | null>(null);
  const [couldNot, setCouldNot] = useState(false);
  const isOpen = edited !== null || stand === "todo" || stand === "draft";
  // The form opens with what was kept then; what is kept of it since does not open it anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a device and edit
  const first = useMemo(
    () => edited ?? (entry?.status === "draft" ? entry : newEntry(taken, device, "report")),
    [device.id, edited, taken.takenAt],
  );
  const finish = async (done: Entry) => {
    setEdited(null);
    setCouldNot(false);
    await onFinish(done);
  };
  return (
    <section className="stack round-device" aria-labelledby="round-device">
      <div className="panel">
        <div className="panel-head stop-head">
          <a className="btn btn-icon round-back" href="#all" aria-label="All devices">
            <Icon name="left" />
          </a>
          <div>
            <h2 id="round-device" tabIndex={-1}>
              {[device.name, [device.make, device.model].filter(Boolean).join(" ")]
                .filter(Boolean)
                .join(", ")}
            </h2>
            <span className="line-2">
              <span className="code">{device.code}</span>
              {device.serialNo && (
                <>
                  , serial <span className="code">{device.serialNo}</span>
                </>
              )}
              {`, ${[device.department, device.room].filter(Boolean).join(", ")}`}
            </span>
          </div>
          <span className="end">
            {!isFinished(stop) && <DueBadge device={device} today={today} />}
          </span>
        </div>
        <Known device={device} />
      </div>
      {entry && stand === "needs" && !edited && (
        <div className="panel">
          <NeedsYou
            key={`${entry.key} ${entry.problem?.message}`}
            {...{ entry, store, taken, onChanged, onSend }}
            onEdit={() => setEdited(entry)}
          />
        </div>
      )}
      {entry && !isOpen && stand !== "needs" && (
        <Finished
          entry={entry}
          left={isOld ? [] : left}
          onEdit={() => setEdited(entry)}
          onMore={(one) => setEdited(newEntry(taken, device, "report", one))}
        />
      )}
      {isOpen && isOld && (
        <Note tone="amber" icon="clock">
          This round is older than 7 days. Renew it before you go on.
        </Note>
      )}
      {isOpen && !isOld && (
        <RoundForm
          key={first.key}
          {...{ taken, device, first, store }}
          onFinish={finish}
          onCouldNot={
            taken.takes.missed && device.occurrences.length > 0 ? () => setCouldNot(true) : null
          }
        />
      )}
      {couldNot && (
        <CouldNot
          {...{ taken, device, store }}
          onClose={() => setCouldNot(false)}
          onFinish={finish}
        />
      )}
    </section>
  );
}

function DueBadge({ device, today }: { device: RoundDevice; today: string }) {
  const on = device.occurrences[0]?.planOn ?? device.nextPmOn;
  if (!on) return null;
  const late = daysBetween(on, today);
  return late > 0 ? (
    <Badge tone="overdue" icon="alert">
      {plural(late, "Overdue 1 day", "Overdue {n} days")}
    </Badge>
  ) : (
    <Badge tone="amber" icon="clock">
      Due <DateText on={on} />
    </Badge>
  );
}

/** Cover, and what the latest report left to know. */
function Known({ device: { cover, last } }: { device: RoundDevice }) {
  if (!cover && !last) return null;
  return (
    <div className="panel-body round-known">
      {cover && <p className="muted">{cover}</p>}
      {last && (
        <p className="muted">
          Last report <span className="code">{last.serviceTicket}</span>,{" "}
          <DateText on={last.serviceOn} />
        </p>
      )}
      {last?.remark && <p>{last.remark}</p>}
    </div>
  );
}

const told: Partial<Record<Entry["status"], string>> = {
  waiting: "Finished. It is sent by itself when the network is back.",
  sending: "It is being sent.",
  sent: "Done, and with the server.",
};

/** That a planned service could not be done, before and after it is told. */
const toldMissed: typeof told = {
  waiting: "Could not be done. It is told by itself when the network is back.",
  sent: "Could not be done. The server knows.",
};

type FinishedProps = {
  entry: Entry;
  left: readonly RoundOccurrence[];
  onEdit: () => void;
  onMore: (one: RoundOccurrence) => void;
};

function Finished({ entry, left, onEdit, onMore }: FinishedProps) {
  const isMine = entry.status === "waiting" && !entry.isTried && entry.kind === "report";
  return (
    <div className="panel">
      <div className="panel-body form">
        <p role="status">
          {(entry.kind === "missed" && toldMissed[entry.status]) || told[entry.status]}
        </p>
        {entry.notes.map((note) => (
          <Note key={note} tone="info">
            {note}
          </Note>
        ))}
        {(isMine || left.length > 0) && (
          <div className="chips">
            {left.map((one) => (
              <button
                key={one.id}
                className="btn btn-primary"
                type="button"
                onClick={() => onMore(one)}
              >
                {`Report for ${one.title || dueKinds[one.kind as DueKind]}`}
              </button>
            ))}
            {isMine && (
              <button className="btn" type="button" onClick={onEdit}>
                Change the report
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
