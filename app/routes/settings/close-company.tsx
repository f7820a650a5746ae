import { Link } from "react-router";
import { FormDialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { Panel } from "#app/ui/states.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { FormResult } from "#worker/web/forms.ts";

type Props = { company: string; actionData: FormResult | undefined };

/** The end of a company: what it means, and the question that is asked before it. */
export function CloseCompany({ company, actionData }: Props) {
  const { asked, to, shown } = useDialog();
  const problem = refusalOf(actionData);
  return (
    <Panel title="Close the company" id="close-company">
      <div className="stack">
        <p className="muted">
          Put your data together first, and take it: nobody can once the company is closed.
        </p>
        <ul className="closing-means">
          <li>The company's addresses answer no longer, and everybody is signed out at once.</li>
          <li>Orders that are not paid are cancelled, and the subscription ends.</li>
          <li>The data is kept for 90 days, in which we can open the company again.</li>
          <li>Then it is removed for good. Invoices and the platform's own log are kept.</li>
          <li>All Admins get a letter.</li>
        </ul>
        <div>
          <Link className="btn" to={to({ do: "close" })} preventScrollReset>
            Close the company
          </Link>
        </div>
      </div>
      {asked("do") === "close" && !actionData?.success && (
        <FormDialog
          {...shown}
          title={`Close ${company}?`}
          verb="Close the company"
          keep="Keep it open"
          tone="danger"
          hidden={{ intent: "close-company" }}
          problem={problem?.values?.intent === "close-company" ? problem : undefined}
        >
          <p>
            Its addresses answer no longer from now on. Its data is removed after 90 days, and
            cannot be taken any more unless we open it again.
          </p>
          <TextField
            name="name"
            label="Name of the company"
            hint={`Type ${company}`}
            required
            autoComplete="off"
          />
          <ProofFields label="Password" />
        </FormDialog>
      )}
    </Panel>
  );
}
