import { Link } from "react-router";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isPossible } from "#app/shared/flows/rules.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import type { useDialog } from "#app/ui/use-dialog.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { AwayEntries } from "./away-entries.tsx";

const { moves: pages } = assetRules;

type Props = {
  asset: AssetDetail["asset"];
  /** What the reader may do besides the device's moves. */
  may: Record<
    "raise" | "calls" | "pass" | "transfer" | "create" | "remove" | "export" | "calibrate",
    boolean
  >;
  /** The address with a dialog open. */
  opens: ReturnType<typeof useDialog>["to"];
};

/** What can be done with the device, at the head of its page. */
export function DetailActions({ asset, may, opens }: Props) {
  const [reports, edits] = [isPossible(asset.moves, "report"), isPossible(asset.moves, "edit")];
  // A move with a button of its own is not in the menu again.
  const inMenu = asset.moves.filter(({ move }) => move !== "report" && !(move === "edit" && edits));
  return (
    <>
      <Link className="btn" to={`/asset/labels?ids=${asset.id}`} prefetch="intent">
        <Icon name="print" />
        Print label
      </Link>
      {edits && (
        <Link className="btn" to={pages.edit.page(asset.id)} prefetch="intent">
          <Icon name="edit" />
          Edit
        </Link>
      )}
      <Menu label="More actions" className="btn btn-icon">
        <MoveEntries
          of={{ ...asset, moves: inMenu }}
          rules={assetRules}
          to={(move) => opens({ do: move })}
        />
        {may.raise && may.calls && (
          <MenuLink to={`/asset-breakdowns?new=1&asset=${asset.id}`} icon="call">
            Report problem
          </MenuLink>
        )}
        {may.calibrate && asset.lifecycle !== "condemned" && asset.lifecycle !== "disposed" && (
          <MenuLink to={`/inhouse-calibration/create?asset=${asset.id}`} icon="gauge">
            Calibrate
          </MenuLink>
        )}
        <MenuLink to={opens({ do: "qr" })} icon="scan">
          QR code
        </MenuLink>
        <AwayEntries asset={asset} may={may} />
        {may.export && (
          <a className="menu-item" href={`/asset/evidence/${asset.id}`} download>
            <Icon name="dl" />
            Evidence pack
          </a>
        )}
        {may.create && (
          <MenuLink to={`/asset/create?clone=${asset.id}`} icon="plus" prefetch="intent">
            Clone
          </MenuLink>
        )}
        {may.remove && (
          <MenuLink to={opens({ do: "delete" })} icon="trash" danger>
            Delete
          </MenuLink>
        )}
      </Menu>
      {reports && (
        <Link className="btn btn-primary" to={pages.report.page(asset.id)} prefetch="intent">
          <Icon name="plus" />
          Service/PM Report
        </Link>
      )}
    </>
  );
}
