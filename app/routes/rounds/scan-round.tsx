import { lazy, Suspense, useState } from "react";
import type { Store } from "#app/offline/store.ts";
import type { RoundDevice, RoundPackage } from "#app/shared/rounds.ts";
import { newKey } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";

const ScanDialog = lazy(() => import("#app/ui/scan-dialog.tsx"));

type Props = { taken: RoundPackage; store: Store; onNoted: () => Promise<void> };

const plain = (text: string) => text.replace(/[\s./-]/g, "").toLowerCase();

/** The device of a round that a code names: by the token of its label, its code or its serial number. */
export function deviceCalled(devices: readonly RoundDevice[], text: string): RoundDevice | null {
  const [, token] = /\/q\/([^/?#]+)/.exec(text) ?? [];
  if (token) return devices.find(({ qrToken }) => qrToken === token) ?? null;
  const wanted = plain(text);
  return (
    devices.find(({ code }) => plain(code) === wanted) ??
    devices.find(({ serialNo }) => serialNo && plain(serialNo) === wanted) ??
    null
  );
}

/** Scans a label: it opens the device of the round, or lets a note be kept about one that is not in it. */
export function ScanRound({ taken, store, onNoted }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [unknown, setUnknown] = useState<string | null>(null);
  const take = async (text: string) => {
    const device = deviceCalled(taken.devices, text);
    setOpen(false);
    if (device) location.hash = device.id;
    else setUnknown(text);
    return undefined;
  };
  return (
    <>
      <button className="btn btn-block-phone" type="button" onClick={() => setOpen(true)}>
        <Icon name="scan" />
        Scan device
      </button>
      {isOpen && (
        <Suspense>
          <ScanDialog take={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {unknown !== null && (
        <Dialog
          open
          title="Not in this round"
          onClose={() => setUnknown(null)}
          footer={
            <>
              <button className="btn" type="button" onClick={() => setUnknown(null)}>
                Close
              </button>
              <button className="btn btn-primary" type="submit" form="round-note">
                Keep the note
              </button>
            </>
          }
        >
          <form
            id="round-note"
            className="form"
            onSubmit={async (event) => {
              event.preventDefault();
              const text = String(new FormData(event.currentTarget).get("text") ?? "").trim();
              const { packageId } = taken;
              const code = unknown.slice(0, 200);
              await store.put("notes", { id: newKey(), packageId, code, text, at: Date.now() });
              setUnknown(null);
              await onNoted();
            }}
          >
            <p>
              <span className="code">{unknown}</span> is no device of this round. Keep a note for
              later: it stays on this device.
            </p>
            <label className="field">
              <span className="label">Note</span>
              <textarea className="textarea" name="text" maxLength={500} required />
            </label>
          </form>
        </Dialog>
      )}
    </>
  );
}
