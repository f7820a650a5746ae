import { type CallClock, dueText } from "#app/shared/call-clocks.ts";
import { callWord } from "#app/shared/call-words.ts";
import { type CallState, callRules } from "#app/shared/flows/service-calls.ts";
import { useFormat } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";

type Status = CallState["status"];
const looks: Record<Status, { tone: Tone; icon: IconName; calm?: true }> = {
  new: { tone: "info", icon: "call" },
  acknowledged: { tone: "info", icon: "check" },
  assigned: { tone: "info", icon: "user", calm: true },
  in_progress: { tone: "info", icon: "wrench", calm: true },
  on_hold: { tone: "hold", icon: "pause" },
  resolved: { tone: "in-date", icon: "ok", calm: true },
  closed: { tone: "hold", icon: "lock", calm: true },
  cancelled: { tone: "hold", icon: "x", calm: true },
  closed_duplicate: { tone: "hold", icon: "swap", calm: true },
  closed_condemned: { tone: "hold", icon: "lock", calm: true },
};

/** A call's state: colour, icon and word. */
export function StatusBadge({ status, isPlain = false }: { status: Status; isPlain?: boolean }) {
  const { tone, icon, calm } = looks[status];
  return (
    <Badge tone={tone} icon={icon} {...(calm && !isPlain ? { calm } : {})}>
      {callRules.states[status]}
    </Badge>
  );
}

/** A priority as a level, which its class draws, and its word. */
export function Priority({ of }: { of: string }) {
  return <span className={`prio ${of}`}>{callWord(of)}</span>;
}

const ROUND = 31.4;
export const clockTone = (clock: CallClock) =>
  clock.isPaused ? "held" : clock.isLate ? "late" : clock.isNear ? "soon" : "";

/** How the clock of a call stands: a dial of what is used up, and words. */
export function ClockText({ clock }: { clock: CallClock }) {
  const { totalMs, usedMs, isLate, words } = clock;
  const used = isLate ? 1 : totalMs ? Math.min(1, usedMs / totalMs) : 0;
  const isWhole = used === 1 && !clock.isPaused;
  return (
    <span className={`sla ${clockTone(clock)}`}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {isWhole || <circle className="dial" cx="7" cy="7" r="5" />}
        <circle
          className="used"
          cx="7"
          cy="7"
          r="5"
          strokeDasharray={
            isWhole || clock.isPaused ? undefined : `${(used * ROUND).toFixed(1)} ${ROUND}`
          }
        />
      </svg>
      {words}
    </span>
  );
}

/** What a running clock asks for: "Respond by 14:15". */
export function useDueText() {
  const { timeZone, dateFormat } = useFormat();
  return (clock: CallClock, now: number) => dueText(clock, now, { timeZone, dateFormat });
}
