import { useCallback, useEffect, useState } from "react";
import { unsentAsFile } from "#app/offline/saving-file.ts";
import { countUnsent, wipe } from "#app/offline/store.ts";
import { plural } from "#app/shared/plural.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { EmptyState } from "#app/ui/states.tsx";
import type { Left } from "./use-outbox.ts";

const reasons: Record<Left["why"], string> = {
  signed_out: "You were signed out on another device, or your access has ended.",
  suspended: "The subscription of your company has ended.",
  stranger: "Another person is signed in on this device.",
};

const UNSENT = "unsent-reports.zip";

type LeftProps = { of: "round" | "draft"; left: Left };

/** What was taken along is off this device; what was not sent can still be saved while the page is open. */
export function LeftRound({ of, left: { why, file } }: LeftProps) {
  return (
    <EmptyState
      title={
        of === "round"
          ? "The round was removed from this device"
          : "The draft was removed from this device"
      }
      text={
        file
          ? `${reasons[why]} What was not sent can be saved as a file until you leave this page.`
          : reasons[why]
      }
      action={
        <>
          {file && (
            <button
              className="btn btn-primary"
              type="button"
              onClick={() => handOver(file, UNSENT)}
            >
              {of === "round" ? "Save unsent reports" : "Save what was not sent"}
            </button>
          )}
          <a className="btn" href="/login">
            Go to sign-in
          </a>
        </>
      }
    />
  );
}

type Leaving = { to: string; isSigningOut: boolean };

/**
 * Rounds and drafts leave this device: at once where another person has signed in or the session was ended elsewhere, with what was not
 * sent as a file while the page is open; after a question where the person signs out.
 */
export function LeaveDevice({ to, isSigningOut }: Leaving) {
  const [unsent, setUnsent] = useState(0);
  const [file, setFile] = useState<Blob | null>(null);
  const goOn = useCallback(async () => {
    await wipe();
    location.replace(to);
  }, [to]);
  useEffect(() => {
    const leave = async () => {
      const count = await countUnsent();
      const kept = count > 0 ? await unsentAsFile() : null;
      if (!kept) return goOn();
      if (!isSigningOut) await wipe();
      setFile(kept);
      setUnsent(count);
    };
    void leave();
  }, [goOn, isSigningOut]);
  if (!file) return <p className="muted">Removing what was taken along</p>;
  return (
    <EmptyState
      title={
        isSigningOut
          ? "Not everything was sent"
          : "What was taken along was removed from this device"
      }
      text={
        isSigningOut
          ? plural(
              unsent,
              "1 report or measurement is only on this device. Send it first, or save it as a file: signing out removes it.",
              "{n} reports or measurements are only on this device. Send them first, or save them as a file: signing out removes them.",
            )
          : plural(
              unsent,
              "1 report or measurement was not sent. Save it as a file and hand it over: it is gone when you leave this page.",
              "{n} reports or measurements were not sent. Save them as a file and hand it over: they are gone when you leave this page.",
            )
      }
      action={
        <>
          <button className="btn btn-primary" type="button" onClick={() => handOver(file, UNSENT)}>
            Save as a file
          </button>
          <button className={isSigningOut ? "btn btn-danger" : "btn"} type="button" onClick={goOn}>
            {isSigningOut ? "Remove it from this device" : "Go on"}
          </button>
        </>
      }
    />
  );
}
