import { lazy, Suspense, useState } from "react";
import type { Chosen } from "#app/ui/list-page.tsx";

const AddToContract = lazy(() => import("./add-to-contract.tsx"));

/** Brings what is chosen under a contract. */
export function ContractButton({ chosen }: { chosen: Chosen }) {
  const [open, setOpen] = useState<Chosen | null>(null);
  return (
    <>
      <button className="btn btn-sm" type="button" onClick={() => setOpen(chosen)}>
        Add to contract
      </button>
      {open && (
        <Suspense>
          <AddToContract chosen={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
