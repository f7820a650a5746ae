import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import type { useDialog } from "#app/ui/use-dialog.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";

type Props = { asset: AssetDetail["asset"]; shown: ReturnType<typeof useDialog>["shown"] };

/** The device's QR code, and the way to its label. */
export function QrDialog({ asset, shown }: Props) {
  return (
    <Dialog
      {...shown}
      title={`QR code of ${asset.assetCode}`}
      footer={
        <>
          <Link className="btn" to={shown.closeTo} replace preventScrollReset>
            Close
          </Link>
          <Link className="btn btn-primary" to={`/asset/labels?ids=${asset.id}`}>
            <Icon name="print" />
            Print label
          </Link>
        </>
      }
    >
      <div className="qr-dialog">
        <img
          src={`/asset/qr/${asset.id}?v=${asset.version}`}
          alt={`QR code of ${asset.assetCode} ${asset.name}`}
          width="240"
          height="240"
        />
        <p className="muted">
          It leads to this page, and people who are not signed in to the public page.
        </p>
      </div>
    </Dialog>
  );
}

/** Asks before a device that was entered by mistake is deleted. */
export function DeleteDialog({ asset, shown, problem }: Props & { problem: Refused | undefined }) {
  return (
    <ConfirmDialog
      {...shown}
      title={`Delete ${asset.assetCode} ${asset.name}?`}
      intent="delete"
      verb="Delete asset"
      keep="Keep asset"
      problem={problem}
    >
      <p className="muted">
        For a device entered by mistake. One with reports, calls or files is kept.
      </p>
    </ConfirmDialog>
  );
}
