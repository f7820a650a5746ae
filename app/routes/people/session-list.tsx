import type { ReactNode } from "react";
import { SubmitButton } from "#app/ui/form.tsx";
import { Badge } from "#app/ui/states.tsx";
import { AgeText } from "#app/ui/time.tsx";

type Shown = { id: string; device: string; ip: string | null; lastSeenAt: number; isThis: boolean };
type Props<S extends Shown> = {
  sessions: S[];
  now: number;
  /** Shown for the current session instead of its age. */
  here?: string;
  /** The form around the button that ends a session; absent where that is not allowed. */
  ending?: (session: S, button: ReactNode) => ReactNode;
};

/** Where somebody is signed in, and the way out of each place. */
export function SessionList<S extends Shown>({ sessions, now, here, ending }: Props<S>) {
  return (
    <ul className="own-sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <b>{session.device}</b>
            <p className="quiet">
              {session.ip ?? "Unknown address"},{" "}
              {session.isThis && here ? (
                here
              ) : (
                <>
                  last seen <AgeText at={session.lastSeenAt} now={now} /> ago
                </>
              )}
            </p>
          </div>
          {session.isThis ? (
            <Badge tone="info" icon="check">
              This device
            </Badge>
          ) : (
            ending?.(
              session,
              <SubmitButton
                tone="plain"
                className="btn-sm"
                aria-label={`Sign out ${session.device}`}
              >
                Sign out
              </SubmitButton>,
            )
          )}
        </li>
      ))}
    </ul>
  );
}
