import type { ShownExport } from "#worker/domain/company-export/exports.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { YourData } from "../billing/your-data.tsx";
import { CloseCompany } from "./close-company.tsx";

type Props = { name: string; exports: readonly ShownExport[]; actionData: FormResult | undefined };

/** The company's data as a whole. */
export const DataSection = ({ name, ...props }: Props) => (
  <div className="stack">
    <YourData {...props} />
    <CloseCompany company={name} actionData={props.actionData} />
  </div>
);
