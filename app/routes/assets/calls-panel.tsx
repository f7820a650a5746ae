import { Link } from "react-router";
import { callRules, openCalls, workedOn } from "#app/shared/flows/service-calls.ts";
import type { Refused } from "#app/ui/form.tsx";
import { MoveDialog, Moves } from "#app/ui/moves.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { AgeText } from "#app/ui/time.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { DeviceCall } from "#worker/domain/service-calls/read.ts";
import { ConditionField, SolvedFields } from "../calls/solved-fields.tsx";

const isOver = ({ status }: DeviceCall) => !(openCalls as readonly string[]).includes(status);

type Props = { calls: DeviceCall[]; now: number; problem: Refused | undefined };

/** The problems reported about a device: what became of each, and what may be done with it. */
export function CallsPanel({ calls, now, problem }: Props) {
  if (calls.length === 0) return null;
  return (
    <Panel title="Reported problems" className="problems">
      <ol className="history">
        {calls.map((call) => (
          <li key={call.id}>
            <CallHead call={call} now={now} />
            <p className="said">{call.problem}</p>
            {call.photoId && (
              <a href={`/media/${call.photoId}`} target="_blank" rel="noreferrer">
                <img
                  className="file-preview"
                  src={`/media/${call.photoId}?size=medium`}
                  alt={`Sent with ${call.number}`}
                  loading="lazy"
                />
              </a>
            )}
            <Timeline
              entries={call.events.map(({ status, actorName, ...event }) => ({
                ...event,
                state: callRules.states[status],
                by: actorName,
              }))}
              now={now}
              isOver={isOver(call)}
            />
            <Moves {...movesOf(call)} keep="Back" problem={problem} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Moves of a call that are made on its device's page; the others are made on its own. */
const here = ["acknowledge", "resolve", "close", "reopen", "cancel"];

/** What the moves of a call need. @param done what a report says was done about it */
const movesOf = (call: DeviceCall, done?: string | null) => ({
  of: { ...call, moves: call.moves.filter(({ move }) => here.includes(move)) },
  rules: callRules,
  name: call.number,
  intent: (move: string) => `call-${move}`,
  hidden: { call: call.id },
  fields: (move: string) => move === "resolve" && <ResolveFields call={call} done={done} />,
});

type DialogProps = {
  call: DeviceCall;
  done: string | null | undefined;
  keep: string;
  problem: Refused | undefined;
};

/** The move of one call that the address has open, away from the list of calls. */
export const CallDialog = ({ call, done, ...rest }: DialogProps) => (
  <MoveDialog {...movesOf(call, done)} {...rest} isOneOfMany />
);

function CallHead({ call, now }: { call: DeviceCall; now: number }) {
  const { number, status, equipmentDown, reportedAt, reportedByName, reportedByPhone } = call;
  const { raisedByReportId, raisedByTicket } = call;
  const isWorkedOn = (workedOn as readonly string[]).includes(status);
  return (
    <p className="chips">
      <Link className="code" to={`/asset-breakdown/${call.id}`}>
        {number}
      </Link>
      <Badge tone={isWorkedOn ? "amber" : "hold"} icon={isWorkedOn ? "call" : "check"}>
        {callRules.states[status]}
      </Badge>
      {equipmentDown && isWorkedOn && (
        <Badge tone="overdue" icon="cross">
          Down
        </Badge>
      )}
      <span className="muted">
        <AgeText at={reportedAt} now={now} /> ago, by{" "}
        {[reportedByName, reportedByPhone].filter(Boolean).join(", ")}
      </span>
      {raisedByTicket && (
        <Link to={`/asset/service-report/print/${raisedByReportId}`}>
          Found at {raisedByTicket}
        </Link>
      )}
    </p>
  );
}

function ResolveFields({ call, done }: { call: DeviceCall; done: string | null | undefined }) {
  return (
    <>
      <SolvedFields done={done ?? null} />
      {call.equipmentDown && <ConditionField />}
    </>
  );
}
