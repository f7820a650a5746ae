import { LEAST_FITTED } from "#app/shared/survival.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { modelPage } from "#worker/domain/reliability/read.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/model";
import "../../css/reports.css";
import { Survival } from "#app/ui/charts/survival.tsx";
import { plainText, runText } from "./survival-words.ts";

export const loader = ({ params, context }: Route.LoaderArgs) =>
  modelPage(context.get(sessionContext), params.id);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData ? `${loaderData.make} ${loaderData.model}` : "Model"} - Plumbline` },
];

/** What the shape of a fitted distribution says. */
function wearText(shape: number): string {
  if (shape > 1.2) return "Failures come more often with age.";
  return shape < 0.8 ? "Failures come early, less often with age." : "Failures come at any age.";
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

export default function Model({ loaderData }: Route.ComponentProps) {
  const { make, model, devices, failed, failures, deviceYears, rate, curve, weibull } = loaderData;
  const name = `${make} ${model}`;
  return (
    <div className="stack">
      <PageHead title={name} crumbs={[{ label: "Reliability", to: "/reliability" }]} />
      <p>{plainText(loaderData)}</p>
      <Panel title="Without a failure">
        {curve.length > 0 ? (
          <Survival steps={curve} title={`Share of ${name} without a failure by time`} />
        ) : (
          <p className="muted">No device of it has failed.</p>
        )}
      </Panel>
      <Panel title="Figures">
        <DefinitionList
          entries={[
            ["Devices", devices],
            ["Devices that failed", failed],
            ["Failures", failures],
            ["Device years", (deviceYears / 100).toFixed(1)],
            ["Failures a device year", rate === null ? "n/a" : (rate / 1000).toFixed(2)],
            [
              "Weibull fit",
              weibull
                ? `Shape ${weibull.shape.toFixed(2)}, scale ${runText(Math.round(weibull.scale))}. ${wearText(weibull.shape)}`
                : `n/a under ${LEAST_FITTED} devices that failed`,
            ],
            ["Counted on", <DateText key="on" on={loaderData.countedOn} />],
          ]}
        />
      </Panel>
      {curve.length > 0 && (
        <Panel title="Table" flush>
          <DataTable
            label="Share without a failure"
            sticky={false}
            rows={curve.map(([days, share, low, high]) => ({ id: days, days, share, low, high }))}
            rowName={({ days }) => runText(days)}
            columns={[
              { key: "days", label: "After", card: "c-name", show: ({ days }) => runText(days) },
              {
                key: "share",
                label: "Without a failure",
                card: "c-due",
                numeric: true,
                show: ({ share }) => percent(share),
              },
              {
                key: "band",
                label: "With 95 % confidence",
                card: "c-due",
                numeric: true,
                show: ({ share, low, high }) =>
                  share > 0 ? `${percent(low)} to ${percent(high)}` : "n/a",
              },
            ]}
          />
        </Panel>
      )}
      <Panel title="How is this computed?">
        <p>
          The curve is that of Kaplan and Meier: it assumes nothing of how failures come, and
          devices that still run count for as long as they were seen. A device counts from when it
          was put to use, or from when failures are recorded, until its first failure: a service
          call with the equipment down that was neither cancelled nor a duplicate, nor without a
          fault. From ten devices that failed on, a Weibull distribution is fitted by maximum
          likelihood as well, because its shape says whether failures come with age.
        </p>
      </Panel>
    </div>
  );
}
