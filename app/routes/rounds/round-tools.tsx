import { useState } from "react";
import { unsentAsFile } from "#app/offline/saving-file.ts";
import { removePackage, type Store } from "#app/offline/store.ts";
import { plural } from "#app/shared/plural.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { notify } from "#app/ui/toaster.tsx";

const words = {
  round: {
    ...{
      menu: "More for this round",
      renewed: "The round is renewed",
      remove: "Remove this round",
    },
    ...{ save: "Save unsent reports", file: "unsent-reports.zip" },
    goes: (unsent: number) =>
      plural(
        unsent,
        "1 report or draft is not sent and goes with it.",
        "{n} reports or drafts are not sent and go with it.",
      ),
  },
  draft: {
    ...{
      menu: "More for this draft",
      renewed: "The draft is renewed",
      remove: "Remove this draft",
    },
    ...{ save: "Save what is not sent", file: "unsent-measurements.zip" },
    goes: () => "What you typed is not sent and goes with it.",
  },
} as const;

type Props = {
  of: keyof typeof words;
  packageId: string;
  store: Store | null;
  /** How many of its reports or drafts are not with the server. */
  unsent: number;
  /** @returns why it could not, in words */
  renew: () => Promise<string | null>;
  /** Where it goes on when it was removed. */
  back: string;
};

/** Renew a round or a draft, save what is not sent, take it off this device. */
export function RoundTools({ of, packageId, store, unsent, renew, back }: Props) {
  const { menu, renewed, save, file: name, remove: title, goes } = words[of];
  const [isAsking, setAsking] = useState(false);
  const renewIt = async () => {
    const problem = await renew();
    if (problem) notify.error(problem);
    else notify.success(renewed);
  };
  const saveIt = async () => {
    const file = await unsentAsFile();
    if (file) handOver(file, name);
    else notify.success("Everything is with the server");
  };
  const remove = async () => {
    if (!store) return;
    await removePackage(store, packageId);
    location.assign(back);
  };
  return (
    <>
      <Menu label={menu} className="btn btn-icon">
        <button className="menu-item" type="button" onClick={renewIt}>
          <Icon name="refresh" />
          Renew
        </button>
        <button className="menu-item" type="button" onClick={saveIt}>
          <Icon name="dl" />
          {save}
        </button>
        <button className="menu-item danger" type="button" onClick={() => setAsking(true)}>
          <Icon name="trash" />
          Remove from this device
        </button>
      </Menu>
      {isAsking && (
        <Dialog
          open
          title={title}
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
              ? goes(unsent)
              : "Its data leaves this device. What you sent stays with the server."}
          </p>
        </Dialog>
      )}
    </>
  );
}
