import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";

const ScanDialog = lazy(() => import("#app/ui/scan-dialog.tsx"));

/** The large button that reads the code of a printed pass. */
export function ScanPass() {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const take = async (text: string) => {
    setOpen(false);
    await navigate(`/gate?code=${encodeURIComponent(text)}`);
    return undefined;
  };
  return (
    <>
      <button
        className={hydrated ? "btn btn-gate btn-block" : "btn btn-gate btn-block until-scripts"}
        type="button"
        onClick={() => setOpen(true)}
      >
        <Icon name="scan" />
        Scan a pass
      </button>
      {open &&
        createPortal(
          <Suspense>
            <ScanDialog take={take} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
