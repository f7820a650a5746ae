import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { coverWords } from "#app/shared/asset-words.ts";
import { daysBetween } from "#app/shared/company-time.ts";
import { hoursOf } from "#app/shared/due-load.ts";
import {
  type DueException,
  dueExceptions,
  dueKinds,
  standingOf,
  standings,
} from "#app/shared/due-standing.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { plural } from "#app/shared/plural.ts";
import { spanText } from "#app/shared/span.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { OpenedDue } from "#worker/domain/due/opened.ts";
import { openUrl } from "./words.ts";

/** What an occurrence is called: "PM of AST-00412". */
export const nameOf = ({ kind, assetCode }: Pick<OpenedDue, "kind" | "assetCode">): string =>
  `${dueKinds[kind]} of ${assetCode}`;

/** One planned service beside the calendar: its facts, and what may be done with it. */
export function DuePanel({ due, today }: { due: OpenedDue; today: string }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const closeTo = openUrl(search, { on: null });
  const head = useRef<HTMLHeadingElement>(null);
  const isDialogOpen = new URLSearchParams(search).has("do");
  const shown = useRef("");
  useEffect(() => {
    if (!isDialogOpen && shown.current !== due.id) head.current?.focus({ preventScroll: true });
    shown.current = due.id;
  }, [due.id, isDialogOpen]);
  return (
    <aside
      className="panel due-panel"
      aria-labelledby="due-panel"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isDialogOpen)
          navigate(closeTo, { replace: true, preventScrollReset: true });
      }}
    >
      <div className="panel-head">
        <h2 id="due-panel" tabIndex={-1} ref={head}>
          {nameOf(due)}
        </h2>
        <span className="end">
          <StandingBadge due={due} today={today} />
          <Link
            className="btn btn-ghost btn-icon btn-sm"
            to={closeTo}
            aria-label="Close"
            preventScrollReset
            replace
          >
            <Icon name="x" />
          </Link>
        </span>
      </div>
      <div className="panel-body stack">
        <p className="panel-lead">
          <b>
            <Link className="plain" to={`/asset/detail/${due.assetId}`} prefetch="intent">
              {due.assetName}
            </Link>
          </b>
          <span className="muted">
            {[[due.make, due.model].filter(Boolean).join(" "), due.department, due.room]
              .filter(Boolean)
              .join(", ")}
          </span>
        </p>
        <Facts due={due} today={today} />
        <Actions due={due} search={search} />
      </div>
    </aside>
  );
}

function StandingBadge({ due, today }: { due: OpenedDue; today: string }) {
  const { tone, icon, word } = standings[standingOf(due, today)];
  const late = daysBetween(due.planOn, today);
  return (
    <Badge tone={tone} icon={icon}>
      {tone === "overdue" ? `${word} ${spanText(late)}` : word}
    </Badge>
  );
}

/** Whether the window of what is not done yet has passed, or begins. */
function windowWord({ status, doneOn, onTime, closesOn, dueOn }: OpenedDue, today: string): string {
  if (status === "done") return onTime === false || !doneOn ? ", missed" : ", met";
  return (closesOn ?? dueOn) < today ? ", missed" : "";
}

function Facts({ due, today }: { due: OpenedDue; today: string }) {
  const { date } = useDates();
  const { deferrals, deferTo, last, exception, reason, holdFrom, holdUntil } = due;
  const why = exception ? dueExceptions[exception as DueException] : null;
  const cover = due.coverKind && (coverWords[due.coverKind] ?? due.coverKind);
  const by = [due.person, due.team].filter(Boolean).join(", ") || "Nobody";
  return (
    <dl className="facts-dl">
      <dt>Due on</dt>
      <dd>
        <DateText on={due.dueOn} />
      </dd>
      <dt>Window</dt>
      <dd>
        <DateText on={due.opensOn ?? due.dueOn} /> to <DateText on={due.closesOn ?? due.dueOn} />
        {windowWord(due, today)}
      </dd>
      {deferrals > 0 && deferTo && (
        <>
          <dt>Deferred</dt>
          <dd>
            {`${plural(deferrals, "Once", "{n} times")}, to ${date(deferTo)}`}
            {why && `: ${why.toLowerCase()}`}
          </dd>
        </>
      )}
      {holdFrom && holdUntil && (
        <>
          <dt>On hold</dt>
          <dd>
            {`${date(holdFrom)} to ${date(holdUntil)}`}
            {due.holdReason && `: ${due.holdReason}`}
          </dd>
        </>
      )}
      {due.status === "missed" && (
        <>
          <dt>Not done</dt>
          <dd>{[why, reason].filter(Boolean).join(": ")}</dd>
        </>
      )}
      <dt>Last done</dt>
      <dd>
        <DateText on={last?.doneOn} />
        {last?.reportId && (
          <>
            {", "}
            <Link className="code" to={`/asset/service-report/print/${last.reportId}`}>
              {last.ticket}
            </Link>
          </>
        )}
      </dd>
      {due.reportId && (
        <>
          <dt>Report</dt>
          <dd>
            <Link to={`/asset/service-report/print/${due.reportId}`}>Open its report</Link>
          </dd>
        </>
      )}
      {due.calibrationId && (
        <>
          <dt>Calibration</dt>
          <dd>
            <Link to={`/inhouse-calibration/${due.calibrationId}`}>Open it</Link>
          </dd>
        </>
      )}
      <dt>Cover</dt>
      <dd>
        {cover && due.coverUntil ? (
          `${cover} to ${date(due.coverUntil)}`
        ) : (
          <span className="quiet">–</span>
        )}
      </dd>
      {due.vendor && (
        <>
          <dt>Vendor</dt>
          <dd>{due.vendor}</dd>
        </>
      )}
      <dt>Assigned to</dt>
      <dd>{by}</dd>
      <dt>Takes about</dt>
      <dd>{`${hoursOf(due.minutes)} h`}</dd>
    </dl>
  );
}

function Actions({ due, search }: { due: OpenedDue; search: string }) {
  const { moves, kind } = due;
  const may = (move: string) => isPossible<string>(moves, move);
  const to = (move: string) => openUrl(search, { do: move, on: due.id });
  const isReport = kind === "pm" && may("could-not-be-done");
  const isCalibration =
    kind === "calibration" &&
    due.mayCalibrate &&
    due.calibrationId === null &&
    may("could-not-be-done");
  return (
    <div className="chips">
      {isReport && (
        <Link
          className="btn btn-sm btn-primary"
          to={`/asset/service-report/${due.assetId}?occurrence=${due.id}`}
        >
          <Icon name="wrench" />
          Start PM report
        </Link>
      )}
      {isCalibration && (
        <Link
          className="btn btn-sm btn-primary"
          to={`/inhouse-calibration/create?asset=${due.assetId}&occurrence=${due.id}`}
        >
          <Icon name="gauge" />
          Calibrate
        </Link>
      )}
      {!isReport && may("start") && (
        <Link className="btn btn-sm" to={to("start")} preventScrollReset>
          <Icon name="wrench" />
          Start
        </Link>
      )}
      {may("assign") && (
        <Link className="btn btn-sm" to={to("assign")} preventScrollReset>
          <Icon name="user" />
          Assign
        </Link>
      )}
      {may("defer") && (
        <Link className="btn btn-sm" to={to("defer")} preventScrollReset>
          <Icon name="cal" />
          Defer
        </Link>
      )}
      {may("could-not-be-done") && (
        <Link className="btn btn-sm btn-ghost" to={to("could-not-be-done")} preventScrollReset>
          Could not be done
        </Link>
      )}
      <Link className="btn btn-sm btn-ghost" to={`/asset/detail/${due.assetId}`} prefetch="intent">
        Open asset
      </Link>
    </div>
  );
}
