import type { ShownExport } from "#worker/domain/company-export/exports.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { YourData } from "../billing/your-data.tsx";

type Props = { exports: readonly ShownExport[]; actionData: FormResult | undefined };

/** The company's data as a whole. */
export const DataSection = (props: Props) => (
  <div className="stack">
    <YourData {...props} />
  </div>
);
