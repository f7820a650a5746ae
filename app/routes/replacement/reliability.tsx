import { ListPage } from "#app/ui/list-page.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { reliabilityPage } from "#worker/domain/reliability/read.ts";
import { sessionContext } from "#worker/web/context.ts";
import { OfAllNote } from "../reports/of-all.tsx";
import type { Route } from "./+types/reliability";
import "../../css/reports.css";
import { firstFailure } from "./survival-words.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  reliabilityPage(context.get(sessionContext), new URL(request.url).searchParams);

export const meta = () => [{ title: "Reliability - Plumbline" }];

export default function Reliability({ loaderData }: Route.ComponentProps) {
  const { isWithheld, ...list } = loaderData;
  return (
    <div className="stack">
      <PageHead title="Reliability" crumbs={[{ label: "Reports", to: "/reports" }]} />
      <p className="muted report-about">
        How long devices of a make and model run until they fail, those with most failures a device
        year first. Models with less than one device year have no rate. Counted each night.
      </p>
      {isWithheld && <OfAllNote />}
      <ListPage
        title="Reliability"
        head={false}
        result={list}
        rowHref={(row) => `/reliability/${row.id}`}
        rowName={(row) => `${row.make} ${row.model}`}
        empty={
          isWithheld
            ? { title: "Not open to you" }
            : {
                title: "Nothing is counted yet",
                text: "It needs devices with make and model, and service calls of equipment that was down.",
              }
        }
        columns={[
          {
            key: "model",
            label: "Make and model",
            card: "c-name",
            show: ({ make, model }) => `${make} ${model}`,
          },
          { key: "says", label: "First failure", card: "c-meta", long: true, show: firstFailure },
          { key: "devices", label: "Devices", card: "c-due", numeric: true },
          { key: "failures", label: "Failures", card: "c-due", numeric: true },
          {
            key: "years",
            label: "Device years",
            numeric: true,
            keep: true,
            show: ({ deviceYears }) => (deviceYears / 100).toFixed(1),
          },
          {
            key: "rate",
            label: "Per device year",
            card: "c-due",
            numeric: true,
            show: ({ rate }) => (rate === null ? "n/a" : (rate / 1000).toFixed(2)),
          },
        ]}
      />
    </div>
  );
}
