import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import type { Crumb } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
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
  return (
    <RecordForm
      id="vendor"
      title={title}
      crumbs={crumbs}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Save vendor</SubmitButton>}
    >
      <VendorFields />
    </RecordForm>
  );
}
