import "../../css/calibration.css";
import { Link } from "react-router";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";

type Props = {
  mediaId: string | null;
  name: string;
  may: boolean;
  problem: Refused | undefined;
};
const endings = ["png", "jpg", "jpeg", "webp"];
const BIGGEST = 200 * 1024;

/** The picture of a signature. It only decorates: what counts is who was authorised and when it was signed. */
export function SignatureImage({ mediaId, name, may, problem }: Props) {
  const { asked, to, shown } = useDialog();
  const intent = may ? asked("do") : "";
  const dialog = { ...shown, problem };
  return (
    <Panel
      title="Image"
      actions={
        may && (
          <>
            <Link className="btn btn-sm" to={to({ do: "add-image" })} preventScrollReset>
              <Icon name="upload" size="s" />
              {mediaId ? "Replace image" : "Add image"}
            </Link>
            {mediaId && (
              <Link
                className="btn btn-sm btn-icon"
                to={to({ do: "delete-image" })}
                aria-label="Delete image"
                preventScrollReset
              >
                <Icon name="trash" />
              </Link>
            )}
          </>
        )
      }
    >
      {mediaId ? (
        <img className="signature-image" src={`/media/${mediaId}`} alt={`Signature of ${name}`} />
      ) : (
        <p className="muted">No image. A certificate is signed without one as well.</p>
      )}
      {intent === "add-image" && (
        <FormDialog
          {...dialog}
          title={`Image of the signature of ${name}`}
          verb="Save image"
          encType="multipart/form-data"
          hidden={{ intent }}
        >
          <FileField name="picture" label="Image" accept={endings} maxSize={BIGGEST} required />
          <p className="muted">It only decorates certificates and proves nothing.</p>
        </FormDialog>
      )}
      {intent === "delete-image" && mediaId && (
        <ConfirmDialog
          {...dialog}
          title={`Delete the image of ${name}?`}
          intent={intent}
          verb="Delete image"
          keep="Keep image"
        >
          <p>It is no longer shown. The file itself is kept for 30 days.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
