import { useState } from "react";
import { unsentAsFile } from "#app/offline/saving-file.ts";
import { dropRound, storeNames, wipe } from "#app/offline/store.ts";
import { plural } from "#app/shared/plural.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { notify } from "#app/ui/toaster.tsx";
import type { Round } from "./use-round.ts";

/** Renew the round, save what is not sent, take it off this device. */
export function RoundTools({ round, taken }: { round: Round; taken: RoundPackage }) {
  const { entries, store, renew } = round;
  const [isAsking, setAsking] = useState(false);
  const unsent = entries.filter(({ status }) => status !== "sent").length;
  const renewIt = async () => {
    const problem = await renew();
    if (problem) notify.error(problem);
    else notify.success("The round is renewed");
  };
  const save = async () => {
    const file = await unsentAsFile();
    if (file) handOver(file, "unsent-reports.zip");
    else notify.success("Everything is with the server");
  };
  const remove = async () => {
    if (!store) return;
    await dropRound(store, taken.packageId);
    const isLast = (await store.count("packages")) === 0;
    store.close();
    if (isLast && (await storeNames()).length === 1) await wipe();
    location.assign("/rounds/take");
  };
  return (
    <>
      <Menu label="More for this round" className="btn btn-icon">
        <button className="menu-item" type="button" onClick={renewIt}>
          <Icon name="refresh" />
          Renew
        </button>
        <button className="menu-item" type="button" onClick={save}>
          <Icon name="dl" />
          Save unsent reports
        </button>
        <button className="menu-item danger" type="button" onClick={() => setAsking(true)}>
          <Icon name="trash" />
          Remove from this device
        </button>
      </Menu>
      {isAsking && (
        <Dialog
          open
          title="Remove this round"
          onClose={() => setAsking(false)}
          footer={
            <>
              <button className="btn" type="button" onClick={() => setAsking(false)}>
                Keep it
              </button>
              <button className="btn btn-danger" type="button" onClick={remove}>
                Remove for good
              </button>
            </>
          }
        >
          <p>
            {unsent > 0
              ? plural(
                  unsent,
                  "1 report or draft is not sent and goes with it.",
                  "{n} reports or drafts are not sent and go with it.",
                )
              : "Its data leaves this device. What you sent stays with the server."}
          </p>
        </Dialog>
      )}
    </>
  );
}
