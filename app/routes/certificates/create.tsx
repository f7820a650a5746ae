import { useSearchParams } from "react-router";
import { kindChoices } from "#app/shared/certificates/forms/kinds.ts";
import { DateField, ReadOnlyField, SelectField, TextField } from "#app/ui/fields.tsx";
import { refusalOf, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { beginCertificate } from "#worker/domain/certificates/begin.ts";
import { certificateChoices } from "#worker/domain/certificates/choices.ts";
import { actions, goesOn } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/create";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  certificateChoices(context.get(sessionContext), new URL(request.url).searchParams);
export { clientAction } from "#app/ui/sending.ts";
export const action = actions(
  { "begin-certificate": ({ session }, values) => beginCertificate(session, values) },
  {
    reply: goesOn(({ data }) => `/certificate-report/update/${data.id}`),
    otherwise: "begin-certificate",
  },
);
export const meta = () => [{ title: "New certificate - Plumbline" }];

export default function CreateCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const asked = useSearchParams()[0].get("machine");
  const { today, machine, procedure, former, preset, line } = loaderData;
  return (
    <RecordForm
      id="certificate-new"
      title="New certificate"
      crumbs={[{ label: "Certificate Reports", to: "/certificate-reports" }]}
      back={
        former
          ? `/certificate-report/${former.id}`
          : line
            ? `/recalibration-request/${line.requestId}`
            : asked
              ? `/machine/${asked}`
              : "/certificate-reports"
      }
      values={{
        calStartOn: today,
        ...(machine ? { machineId: machine.id, machineName: machine.label } : {}),
        kind: preset?.kind ?? "calibration",
        ...(preset ? { presetId: preset.id } : {}),
        ...(procedure ? { procedureId: procedure.id, procedureName: procedure.label } : {}),
      }}
      problem={refusalOf(actionData)}
      verbs={<SubmitButton>Begin measuring</SubmitButton>}
    >
      <Panel title="What is calibrated">
        {former && (
          <>
            <input type="hidden" name="fromId" value={former.id} />
            <p className="muted">
              {`Begun from ${former.name}: its title, site, rule, place of work, layout and standards are taken over, as far as they may still be used. Nothing that was measured is.`}
            </p>
          </>
        )}
        {preset && (
          <>
            <input type="hidden" name="presetId" value={preset.id} />
            <p className="muted">
              {`Starts with ${preset.name}: its form, standards and texts are taken over.`}
            </p>
          </>
        )}
        {line && (
          <>
            <input type="hidden" name="requestLineId" value={line.id} />
            {machine && <input type="hidden" name="machineId" value={machine.id} />}
            <p className="muted">{`Begun for the request ${line.requestNo}, whose number it carries.`}</p>
          </>
        )}
        <div className="form form-2">
          {(former || line) && machine ? (
            <ReadOnlyField label="Machine" value={machine.label} />
          ) : (
            <Picker name="machineId" label="Machine" list="machines" shows="machineName" required />
          )}
          <Picker
            name="procedureId"
            label="Procedure"
            list="procedures"
            shows="procedureName"
            hint="Empty: the machine's own, or its model's"
          />
          <DateField name="calStartOn" label="Calibrated from" max={today} />
          <TextField name="jobNo" label="Job no" maxLength={60} />
          {!former && !preset && (
            <>
              <SelectField name="kind" label="Kind" options={kindChoices} />
              <Picker
                name="presetId"
                label="Preset"
                list="report-presets"
                hint="Its form, procedure, standards and texts are taken over"
              />
            </>
          )}
        </div>
      </Panel>
    </RecordForm>
  );
}
