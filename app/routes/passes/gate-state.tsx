import { type ReactNode, useEffect, useRef } from "react";
import type { IconName } from "#app/shared/icon-names.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useDates } from "#app/ui/time.tsx";
import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";
import { daysOverdue, PassBadge } from "./words.tsx";

const sorry: Partial<Record<PassAtGate["status"], string>> = {
  draft: "It is not finished yet",
  pending_approval: "It waits for approval",
  rejected: "It was rejected",
  cancelled: "It was cancelled",
};

type Shown = { look: string; icon: IconName; title: ReactNode; more: ReactNode };

/** Whether a pass may leave, or how much of it is still out. After "Out" and "In" it has the focus, so that it is read first. */
export function GateState({ pass }: { pass: PassAtGate }) {
  const shown = useShown(pass);
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(pass.version);
  useEffect(() => {
    if (seen.current !== pass.version) {
      box.current?.focus({ preventScroll: true });
      box.current?.scrollIntoView({ block: "center" });
    }
    seen.current = pass.version;
  }, [pass.version]);
  return (
    <div ref={box} tabIndex={-1} className={`gate-state ${shown.look}`} role="status">
      <Icon name={shown.icon} />
      <span>
        {shown.title}
        <small>{shown.more}</small>
      </span>
    </div>
  );
}

function useShown(pass: PassAtGate): Shown {
  const { status, approvals, outAt, lines } = pass;
  const { time } = useDates();
  const no = sorry[status];
  if (no) return { look: "overdue", icon: "cross", title: "May not leave", more: no };
  if (status === "approved")
    return {
      ...{ look: "in-date", icon: "ok", title: "May leave" },
      more:
        approvals.length > 0
          ? `Approved by ${approvals.map(({ userName, at }) => `${userName} ${time(at)}`).join(" and ")}`
          : "No approval is asked for",
    };
  if (status === "out" || status === "partially_returned") {
    const late = daysOverdue(pass, pass.today);
    return {
      look: late > 0 ? "overdue" : "amber",
      icon: "clock",
      title:
        late > 0 ? plural(late, "Is out, 1 day overdue", "Is out, {n} days overdue") : "Is out",
      more: [outAt !== null && `Out since ${time(outAt)}.`, backText(lines)]
        .filter(Boolean)
        .join(" "),
    };
  }
  return {
    ...{ look: "hold", icon: "ok", title: <PassBadge status={status} calm /> },
    more:
      status === "returned" ? "Everything on it is back" : "Nothing more is expected at the gate",
  };
}

/** How many of the pieces are back. */
function backText(lines: PassAtGate["lines"]) {
  const out = lines.reduce((sum, { qty }) => sum + qty, 0);
  const back = lines.reduce((sum, { returnedQty }) => sum + returnedQty, 0);
  if (back === 0) return plural(out, "It is not back yet", "None of {n} pieces is back yet");
  return plural(back, "1 of {out} pieces is back", "{n} of {out} pieces are back").replace(
    "{out}",
    String(out),
  );
}
