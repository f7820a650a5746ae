import { lazy, type ReactNode, Suspense, useState } from "react";
import type { DraftKind, DraftPackage } from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import { ROUNDS_COOKIE } from "#app/shared/rounds.ts";
import { useHydrated, useOnline } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Typing } from "./use-saving.ts";

const TakeDialog = lazy(() => import("./take-dialog.tsx"));
// Where the network went before it came, the page goes on without it.
const TakenInStep = lazy(() =>
  import("./taken-in-step.tsx").catch(() => ({ default: () => null })),
);

/** What stands in the head of a grid that is away from the network, in place of what needs one. */
export type Away = { actions: ReactNode; notes: ReactNode };

/** What people wrote on a draft, out of what the server gives of it: what the page of its kind is opened with. */
export function dataOf<T>(draftOf: (data: T) => Draft) {
  return ({ data }: DraftPackage): Draft => draftOf(data as T);
}

type TakeProps = { kind: DraftKind; id: string; draftOf: (taken: DraftPackage) => Draft };

/** Takes a draft along, so that it is measured where there is no network. */
export function TakeAlong(props: TakeProps) {
  const isHydrated = useHydrated();
  const isOnline = useOnline();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        className="btn"
        type="button"
        disabled={!isHydrated || !isOnline}
        onClick={() => setOpen(true)}
      >
        <Icon name="dl" />
        Take along
      </button>
      {open && (
        <Suspense>
          <TakeDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export type InStepProps = {
  kind: DraftKind;
  id: string;
  data: unknown;
  typing: Typing;
  version: { readonly current: number };
};

/** Keeps what this device has of a draft in step with its page; where nothing was taken along, nothing is loaded for it. */
export function InStep(props: InStepProps) {
  const isHydrated = useHydrated();
  if (!isHydrated || !document.cookie.includes(`${ROUNDS_COOKIE}=`)) return null;
  return (
    <Suspense>
      <TakenInStep {...props} />
    </Suspense>
  );
}
