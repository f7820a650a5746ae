import { type ReactNode, useId, useState } from "react";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/states.tsx";

type Props = {
  title: string;
  /** What stands for the rows while they are folded away; null while there are none, so that nothing can be folded. */
  count: ReactNode;
  actions?: ReactNode;
  /** It opens folded: its rows are saved already. */
  startsFolded: boolean;
  /** Something in it was refused: it is shown. */
  isWrong: boolean;
  children: ReactNode;
};

/** A section of the form whose rows a phone can fold away behind its heading and a count. */
export function FoldPanel({ title, count, actions, startsFolded, isWrong, children }: Props) {
  const id = useId();
  const isHydrated = useHydrated();
  const [wantsFolded, setFolded] = useState(startsFolded);
  const isFolded = wantsFolded && isHydrated && !isWrong && count !== null;
  return (
    <Panel
      title={title}
      id={id}
      className={isFolded ? "fold is-folded" : "fold"}
      actions={
        <>
          <span className="fold-count muted">{count}</span>
          {actions}
          {count !== null && (
            <button
              className="btn btn-ghost btn-icon fold-button"
              type="button"
              aria-expanded={!isFolded}
              aria-controls={id}
              aria-label={title}
              onClick={() => setFolded(!isFolded)}
            >
              <Icon name="down" />
            </button>
          )}
        </>
      }
    >
      {children}
    </Panel>
  );
}
