import { type RefObject, useEffect } from "react";
import { useBlocker } from "react-router";
import { Dialog } from "./modal.tsx";

/** Asks before unsaved work is left. The router knows one blocker at a time: mount it for one dirty form only. */
export function LeaveGuard({ allowed }: { allowed: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !allowed.current &&
      `${currentLocation.pathname}${currentLocation.search}` !==
        `${nextLocation.pathname}${nextLocation.search}`,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!allowed.current) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [allowed]);
  return (
    <LeaveQuestion
      open={blocker.state === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

export const LeaveQuestion = ({
  open,
  onStay,
  onLeave,
}: {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}) => (
  <Dialog
    open={open}
    title="Leave without saving?"
    onClose={onStay}
    footer={
      <>
        <button className="btn" type="button" onClick={onStay}>
          Keep editing
        </button>
        <button className="btn btn-danger" type="button" onClick={onLeave}>
          Leave
        </button>
      </>
    }
  >
    <p className="muted">What you changed here is not saved yet.</p>
  </Dialog>
);
