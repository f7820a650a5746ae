import type { AssetState } from "#app/shared/flows/assets.ts";
import { MenuEntry } from "#app/ui/menu-entry.tsx";

type Props = {
  asset: { id: string } & Pick<AssetState, "lifecycle" | "openGatePassId" | "openTransferId">;
  may: { transfer: boolean; pass: boolean };
};

/** Why a device cannot leave the site now. */
const whyIn = ({ lifecycle, openGatePassId, openTransferId }: Props["asset"]) => {
  if (lifecycle === "disposed") return "It is disposed";
  if (openTransferId) return "It is in a transfer";
  return openGatePassId ? "It is out on a gate pass" : null;
};

/** Why a device cannot go to another Location now. */
const whyStays = (asset: Props["asset"]) =>
  asset.lifecycle === "condemned" ? "It is condemned" : whyIn(asset);

/** What takes a device elsewhere: a transfer, or a gate pass. */
export function AwayEntries({ asset, may }: Props) {
  return (
    <>
      {may.transfer && (
        <MenuEntry
          icon="truck"
          label="Transfer"
          no={whyStays(asset)}
          to={`/asset-transfer/create?assets=${asset.id}`}
        />
      )}
      {may.pass && (
        <MenuEntry
          icon="out"
          label="Gate pass"
          no={whyIn(asset)}
          to={`/gate-pass/create?assets=${asset.id}`}
        />
      )}
    </>
  );
}
