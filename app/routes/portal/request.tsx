import { Link } from "react-router";
import { MOST_MACHINES } from "#app/shared/flows/recalibration-requests.ts";
import { DateField, TextArea } from "#app/ui/fields.tsx";
import { PlainForm, refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { machinesToAsk } from "#worker/domain/portal/read.ts";
import { contactContext } from "#worker/web/context.ts";
import { askAction } from "#worker/web/portal.ts";
import { DueBadge } from "../calibration/machine-words.tsx";
import type { Route } from "./+types/request";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  machinesToAsk(context.get(contactContext), new URL(request.url).searchParams);
export { clientAction } from "#app/ui/sending.ts";
export const action = askAction;
export const meta = () => [{ title: "Ask for recalibration" }];

/** A new request: which machines, when, and what the laboratory should know. */
export default function PortalRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { machines, chosen, today } = loaderData;
  const problem = refusalOf(actionData);
  const wrong = problem?.errors?.machines?.[0];
  return (
    <>
      <h1>Ask for recalibration</h1>
      {machines.length === 0 ? (
        <EmptyState
          title="No machine can be asked for"
          text="Each of your machines is in a request already, or is lost or retired."
          action={
            <Link className="btn" to="/portal/requests">
              To your requests
            </Link>
          }
        />
      ) : (
        <PlainForm problem={problem} className="stack" guard>
          <fieldset className="portal-choose">
            <legend>Machines</legend>
            {wrong && <Note tone="overdue">{wrong}.</Note>}
            <ul className="portal-list" aria-label="Machines to choose from">
              {machines.map((machine) => (
                <li key={machine.id}>
                  <label className="check">
                    <input
                      type="checkbox"
                      name="machines"
                      value={machine.id}
                      defaultChecked={chosen.includes(machine.id)}
                    />
                    <span>
                      {machine.name} <span className="code muted">{machine.machineNo}</span>
                    </span>
                  </label>
                  <div className="portal-state">
                    <DueBadge machine={machine} today={today} />
                  </div>
                </li>
              ))}
            </ul>
            {machines.length >= MOST_MACHINES && (
              <p className="muted">
                The first 200 that fall due are listed. Choose others on the page of machines.
              </p>
            )}
          </fieldset>
          <div className="form form-2">
            <DateField name="wishedOn" label="Wished date" min={today} />
            <TextArea
              name="note"
              label="Note"
              rows={3}
              maxLength={1000}
              className="span-all"
              hint="Where the machines are, and who is there"
            />
          </div>
          <div className="portal-pack">
            <SubmitButton>Send request</SubmitButton>
            <Link className="btn" to="/portal/machines">
              Cancel
            </Link>
          </div>
        </PlainForm>
      )}
    </>
  );
}
