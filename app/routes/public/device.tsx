import { refusalOf } from "#app/ui/form.tsx";
import { DefinitionList } from "#app/ui/page.tsx";
import { PublicFrame } from "#app/ui/public-frame.tsx";
import { Note } from "#app/ui/states.tsx";
import { monthText } from "#app/ui/time.tsx";
import { visitContext } from "#worker/web/context.ts";
import { deviceAction, devicePage } from "#worker/web/public-device.ts";
import type { Route } from "./+types/device";
import { CalibrationBadge, StateBadge } from "./device-badges.tsx";
import { RemarkForm, ReportForm, Sent } from "./device-forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const device = await devicePage(context.get(visitContext), params.token);
  return {
    device,
    year: new Date().getUTCFullYear(),
    signIn: `/login?to=${encodeURIComponent(`/q/${params.token}`)}`,
  };
}

export { clientActionOfMany as clientAction } from "#app/ui/sending.ts";
export const action = deviceAction;

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.device.name ?? "Device" },
  { name: "robots", content: "noindex, nofollow" },
];

/** What anybody sees who scans the label of a device. */
export default function DevicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { device, year, signIn } = loaderData;
  const {
    name,
    model,
    place,
    state,
    nextPm,
    calibration,
    company,
    reports,
    asksPin,
    seed,
    reportedAt,
    now,
    timeZone,
  } = device;
  const sent = actionData?.success ? actionData : null;
  const problem = refusalOf(actionData);
  const facts: [string, React.ReactNode][] = [
    ["Make and model", model],
    ["Location", place],
    ["Next PM", nextPm && monthText(nextPm)],
    [
      "Calibration",
      calibration && <CalibrationBadge key="calibration" calibration={calibration} />,
    ],
  ];
  return (
    <PublicFrame year={year} bob={false} hung={false} signIn={signIn}>
      <div className="device stack">
        <header className="device-head">
          {company && <p className="muted">{company}</p>}
          <h1>{name ?? "Device"}</h1>
          {state && <StateBadge state={state} />}
        </header>
        <DefinitionList entries={facts.filter(([, value]) => value)} />
        {sent ? (
          <Sent number={sent.number} link={sent.link} warnings={sent.warnings ?? []} />
        ) : reports === "suspended" ? (
          <Note tone="amber">
            Problems cannot be reported here at present. Tell the department that looks after this
            device.
          </Note>
        ) : reports === "off" ? null : reportedAt ? (
          <RemarkForm
            reportedAt={reportedAt}
            now={now}
            timeZone={timeZone}
            problem={problem}
            asksPin={asksPin}
          />
        ) : (
          <ReportForm problem={problem} asksPin={asksPin} seed={seed} />
        )}
      </div>
    </PublicFrame>
  );
}
