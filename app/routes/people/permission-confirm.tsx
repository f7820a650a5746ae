import {
  type Channel,
  type GrantState,
  type MarkChange,
  splitPermission,
} from "#app/shared/permission-matrix.ts";
import { SubmitButton } from "#app/ui/form.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import type { MatrixModule } from "#worker/domain/people/matrix.ts";
import type { Kind } from "./permission-mark.tsx";
import type { ScopeChange } from "./permission-scope.tsx";

type Props = {
  open: boolean;
  /** Whose rights these are. */
  name: string;
  /** How many rights are lost on the web. */
  lost: number;
  changes: (MarkChange & { channel: Channel })[];
  scope: ScopeChange | null;
  /** What the rights are called. */
  matrix: MatrixModule[];
  kind: Kind;
  onClose: () => void;
};

/** Lists what a save would do; red when somebody loses access. */
export function PermissionConfirm({
  open,
  name,
  lost,
  changes,
  scope,
  matrix,
  kind,
  onClose,
}: Props) {
  const rows = matrix.flatMap((module) => module.rows);
  const called = (permission: string) => {
    const { verb, subject } = splitPermission(permission);
    return `${verb[0]!.toUpperCase()}${verb.slice(1)} ${rows.find((row) => row.subject === subject)?.label ?? subject}`;
  };
  return (
    <Dialog
      open={open}
      title={
        lost ? `${name} loses ${lost === 1 ? "a right" : `${lost} rights`}` : "Save these changes?"
      }
      onClose={onClose}
      footer={
        <>
          <button className="btn" type="button" onClick={onClose}>
            Keep editing
          </button>
          {/* A button that is gone sends no form: the dialog closes after the click has done its work. */}
          <SubmitButton
            form="permissions"
            name="confirm"
            value="1"
            tone={lost ? "danger" : "primary"}
            onClick={() => setTimeout(onClose)}
          >
            {lost ? "Take away and save" : "Save permissions"}
          </SubmitButton>
        </>
      }
    >
      <ul className="change-list">
        {changes.map(({ permission, channel, from, to }) => (
          <li key={`${channel} ${permission}`}>
            <b>{called(permission)}</b> ({channel}): {words[kind][from]} to {words[kind][to]}
          </li>
        ))}
        {scope && (
          <li>
            <b>Sees the assets of</b>: {scope.from} to {scope.to}
          </li>
        )}
      </ul>
      {scope?.isNarrower && <p>{name} no longer sees what belongs to other Locations.</p>}
      <p className="muted">It counts from the next request on.</p>
    </Dialog>
  );
}

const words: Record<Kind, Record<GrantState, string>> = {
  states: { inherit: "inherit", allow: "allow", deny: "deny" },
  ticks: { inherit: "off", allow: "on", deny: "off" },
};
