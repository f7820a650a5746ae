import { lazy, Suspense, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { useMeasuring } from "../measuring/measure-context.ts";

const FileDialog = lazy(() => import("./file-dialog.tsx"));

/** Where a page reads and keeps the company's maps. */
export type MapDoor = { reads: string; keeps: string };

/** Opens the choice of a file of an instrument, from which values are taken. */
export function FromFile({ maps }: { maps: MapDoor }) {
  const { engine } = useMeasuring();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button className="btn" type="button" disabled={!engine} onClick={() => setOpen(true)}>
        <Icon name="upload" />
        From a file
      </button>
      {open && (
        <Suspense>
          <FileDialog door={maps} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
