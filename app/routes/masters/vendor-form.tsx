import { Link } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, PageHead } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { VendorFields } from "./vendor-fields.tsx";

type Props = {
  title: string;
  back: string;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};
const crumbs: Crumb[] = [{ label: "Vendors", to: "/vendors" }];

/** Adding and editing a vendor are the same form. */
export function VendorForm({ title, back, values, version, problem }: Props) {
  const newer = version === undefined ? null : newerOf(problem?.data);
  return (
    <PlainForm guard id="vendor" className="stack" problem={problem} values={values}>
      <PageHead
        title={title}
        crumbs={crumbs}
        sticky
        actions={
          <>
            <Link className="btn" to={back}>
              Cancel
            </Link>
            <SubmitButton>Save vendor</SubmitButton>
          </>
        }
      />
      {newer && <StaleNote newer={newer} />}
      {version !== undefined && (
        <input type="hidden" name="version" value={newer?.version ?? version} />
      )}
      <VendorFields />
    </PlainForm>
  );
}
