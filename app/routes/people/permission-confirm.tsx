import {
  type Channel,
  type GrantState,
  type MarkChange,
  splitPermission,
} from "#app/shared/permission-matrix.ts";
import { plural } from "#app/shared/plural.ts";
import { SubmitButton } from "#app/ui/form.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import type { MatrixModule } from "#worker/domain/people/matrix.ts";
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
  onClose: () => void;
};

/** Lists what a save would do; red when somebody loses access. */
export function PermissionConfirm({ open, name, lost, changes, scope, matrix, onClose }: Props) {
  const rows = matrix.flatMap((module) => module.rows);
  const called = (permission: string) => {
    const { verb, subject } = splitPermission(permission);
    return `${verb[0]!.toUpperCase()}${verb.slice(1)} ${rows.find((row) => row.subject === subject)?.label ?? subject}`;
  };
  return (
    <Dialog
      open={open}
      title={
        lost
          ? plural(lost, `${name} loses a right`, `${name} loses {n} rights`)
          : "Save these changes?"
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
        {changesOnce(changes).map(({ permission, from, to, where }) => (
          <li key={`${where} ${permission}`}>
            <b>{called(permission)}</b>
            {where}: {saysOf(from, to)}
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

/** What a change of a mark means. */
function saysOf(from: GrantState, to: GrantState): string {
  if (to === "allow") return "given";
  if (to === "deny") return "denied";
  return from === "deny" ? "no longer denied" : "taken away";
}

/** The changes, those that are alike on both channels once. */
function changesOnce(changes: Props["changes"]) {
  const isBoth = (one: Props["changes"][number]) =>
    changes.some(
      (other) =>
        other.permission === one.permission && other.channel !== one.channel && other.to === one.to,
    );
  return changes.flatMap((change) => {
    if (!isBoth(change))
      return [{ ...change, where: change.channel === "web" ? " on the web" : " in the app" }];
    return change.channel === "web" ? [{ ...change, where: "" }] : [];
  });
}
