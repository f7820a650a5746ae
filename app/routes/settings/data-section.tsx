import { Link } from "react-router";
import { Panel } from "#app/ui/page.tsx";
import type { ShownExport } from "#worker/domain/company-export/exports.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { YourData } from "../billing/your-data.tsx";
import { CloseCompany } from "./close-company.tsx";

type Props = {
  name: string;
  exports: readonly ShownExport[];
  /** Sample data is among it. */
  hasSamples: boolean;
  actionData: FormResult | undefined;
};

/** The company's data as a whole. */
export const DataSection = ({ name, hasSamples, ...props }: Props) => (
  <div className="stack">
    {hasSamples && <SampleData />}
    <YourData {...props} />
    <CloseCompany company={name} actionData={props.actionData} />
  </div>
);

const SampleData = () => (
  <Panel title="Sample data">
    <div className="stack">
      <p className="muted">
        Records that were made to look around with. What your own records use stays when they are
        removed.
      </p>
      <div>
        <Link className="btn" to="/dashboard?do=remove-samples">
          Remove sample data
        </Link>
      </div>
    </div>
  </Panel>
);
