import { Link } from "react-router";
import { unionMs } from "#app/shared/downtime.ts";
import { durationText } from "#app/shared/duration.ts";
import { downtimeKinds, downtimeRules } from "#app/shared/flows/downtimes.ts";
import { FormDialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useFormat } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { DeviceDowntime } from "#worker/domain/service-calls/downtime-read.ts";
import { localMoment } from "./moment.ts";

type Props = {
  /** The device. */
  assetId: string;
  downtimes: readonly DeviceDowntime[];
  now: number;
  problem: Refused | undefined;
  /** The page is a call's: it is not named again. */
  callId?: string;
  /** Planned downtime may be begun here. */
  mayPlan?: boolean;
};

/** When a device could not be used: each stretch with its times, its length and what may be done with it. */
export function DowntimePanel({ assetId, downtimes, now, problem, callId, mayPlan }: Props) {
  const { to } = useDialog();
  const total = unionMs(downtimes, 0, now);
  return (
    <Panel
      title="Downtime"
      actions={
        <>
          {downtimes.length > 1 && (
            <span className="muted">{`${durationText(total)} altogether`}</span>
          )}
          {mayPlan && (
            <Link className="btn btn-sm" to={to({ do: "plan-downtime" })} preventScrollReset>
              <Icon name="plus" />
              Planned downtime
            </Link>
          )}
        </>
      }
    >
      {downtimes.length === 0 ? (
        <p className="muted">No downtime.</p>
      ) : (
        <ol className="history">
          {downtimes.map((downtime) => (
            <li key={downtime.id}>
              <DowntimeHead downtime={downtime} now={now} callId={callId} />
              <Moves
                of={downtime}
                rules={downtimeRules}
                name="Downtime"
                intent={(move) => `downtime-${move}`}
                hidden={{ downtime: downtime.id }}
                fields={(move) => <MoveFields move={move} downtime={downtime} />}
                keep="Back"
                action={`/asset/detail/${assetId}`}
                problem={problem}
              />
            </li>
          ))}
        </ol>
      )}
      {mayPlan && <PlanDialog assetId={assetId} problem={problem} />}
    </Panel>
  );
}

function DowntimeHead({
  downtime: { kind, startedAt, endedAt, reason, callId: from, callNumber },
  now,
  callId,
}: {
  downtime: DeviceDowntime;
  now: number;
  callId: string | undefined;
}) {
  const isOpen = endedAt === null;
  return (
    <>
      <p className="chips">
        <b>
          <TimeText at={startedAt} /> to {isOpen ? "now" : <TimeText at={endedAt} />}
        </b>
        <Badge tone={isOpen ? "overdue" : "hold"} icon={isOpen ? "cross" : "check"} calm={!isOpen}>
          {durationText((endedAt ?? now) - startedAt)}
        </Badge>
      </p>
      <p className="muted">
        {downtimeKinds[kind]}
        {reason && <>. {reason}</>}
        {kind === "unplanned" && isOpen && ". Ends when the call is resolved"}
        {from && from !== callId && (
          <>
            . <Link to={`/asset-breakdown/${from}`}>{callNumber}</Link>
          </>
        )}
      </p>
    </>
  );
}

function MoveFields({ move, downtime }: { move: string; downtime: DeviceDowntime }) {
  const { timeZone } = useFormat();
  const { startedAt, endedAt } = downtime;
  if (move === "cancel") return null;
  return (
    <div className="form form-2">
      {move === "correct" && (
        <TextField
          name="startedAt"
          label="Began at"
          type="datetime-local"
          required
          defaultValue={localMoment(startedAt, timeZone)}
        />
      )}
      {(move === "end" || endedAt !== null) && (
        <TextField
          name="endedAt"
          label="Ended at"
          type="datetime-local"
          required={move === "correct"}
          defaultValue={endedAt === null ? "" : localMoment(endedAt, timeZone)}
          hint={move === "end" ? "Empty is now" : undefined}
        />
      )}
    </div>
  );
}

function PlanDialog({ assetId, problem }: { assetId: string; problem: Refused | undefined }) {
  const { asked, shown } = useDialog();
  if (asked("do") !== "plan-downtime") return null;
  const isRefused = problem?.values?.intent === "downtime-plan";
  return (
    <FormDialog
      {...shown}
      title="Planned downtime"
      verb="Save"
      problem={isRefused ? problem : undefined}
      action={`/asset/detail/${assetId}`}
      hidden={{ intent: "downtime-plan" }}
    >
      <p className="muted">
        For work that was arranged. It is shown apart and does not lower the uptime.
      </p>
      <div className="form form-2">
        <TextField name="startedAt" label="Begins at" type="datetime-local" hint="Empty is now" />
        <TextField
          name="endedAt"
          label="Ended at"
          type="datetime-local"
          hint="Empty while it goes on"
        />
      </div>
      <TextField name="reason" label="Reason" required maxLength={200} />
    </FormDialog>
  );
}
