import { Link } from "react-router";
import { FormDialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { PassDetail } from "#worker/domain/gate-passes/read.ts";

type Props = { files: PassDetail["files"]; may: boolean; problem: Refused | undefined };

const kinds = [
  { value: "document", label: "Document" },
  { value: "photo", label: "Photo" },
  { value: "other", label: "Other" },
];

/** The papers and photos of a pass. */
export function PassFiles({ files, may, problem }: Props) {
  const { asked, to, shown } = useDialog();
  return (
    <Panel
      title="Documents"
      actions={
        may && (
          <Link className="btn btn-sm" to={to({ new: "file" })} preventScrollReset>
            <Icon name="upload" />
            Add
          </Link>
        )
      }
    >
      {files.length === 0 ? (
        <p className="muted">Papers of the party and photos of what came back are kept here.</p>
      ) : (
        <ul className="plain">
          {files.map(({ id, fileName, uploadedAt }) => (
            <li key={id}>
              <a href={`/media/${id}`} target="_blank" rel="noreferrer">
                <Icon name="file" />
                {fileName}
              </a>{" "}
              <span className="muted">
                <TimeText at={uploadedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {may && asked("new") === "file" && (
        <FormDialog
          {...shown}
          title="Add a document"
          verb="Add document"
          hidden={{ intent: "upload" }}
          problem={problem?.values?.intent === "upload" ? problem : undefined}
          encType="multipart/form-data"
        >
          <SelectField name="kind" label="Kind" required options={kinds} placeholder={false} />
          <FileField name="file" label="File" required thumbnails />
        </FormDialog>
      )}
    </Panel>
  );
}
