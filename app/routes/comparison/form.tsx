import { Link } from "react-router";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { MOST, metricKeys, metrics } from "#app/shared/comparison.ts";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { DateField } from "#app/ui/fields.tsx";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { PickMany } from "#app/ui/pick-many.tsx";
import type { Opened } from "./compare.tsx";

const searchAssets = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });

/** Periods that people often ask for, the last days of each being today. */
const usualPeriods = (today: string) => {
  const year = Number(today.slice(0, 4));
  return [
    { label: "12 months", from: addDays(addMonths(today, -12), 1), to: today },
    { label: "This year", from: `${year}-01-01`, to: today },
    { label: "Last year", from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    { label: "3 years", from: `${year - 2}-01-01`, to: today },
    { label: "5 years", from: `${year - 4}-01-01`, to: today },
  ];
};

/** What is compared: assets, a period, metrics. It is sent as the address of the page. */
export function ComparisonForm({ opened }: { opened: Opened }) {
  const { devices, period, keys, saved, today, isDifferent } = opened;
  const addressWith = (from: string, to: string) => {
    const params = new URLSearchParams({ assets: devices.map(({ id }) => id).join(","), from, to });
    if (saved) params.set("of", saved.id);
    for (const key of keys) params.append("metric", key);
    if (isDifferent) params.set("differences", "1");
    return `/asset-comparison/compare?${params}`;
  };
  const chosen = devices.map(({ id, assetCode, name }) => ({
    value: id,
    label: `${assetCode} ${name}`,
  }));
  return (
    <Panel label="What is compared" className="compare-form">
      <PlainForm method="get" action="/asset-comparison/compare">
        {saved && <input type="hidden" name="of" value={saved.id} />}
        <PickMany
          name="assets"
          label="Assets"
          load={searchAssets}
          defaultValue={chosen}
          most={MOST}
          scan="asset"
        />
        <div className="compare-period" key={`${period.from} ${period.to}`}>
          <DateField name="from" label="From" defaultValue={period.from} max={today} />
          <DateField name="to" label="To" defaultValue={period.to} />
          <div className="chips">
            {usualPeriods(today).map(({ label, from, to }) => {
              const isOn = period.from === from && period.to === to;
              return (
                <Link
                  key={label}
                  className={isOn ? "chip on" : "chip"}
                  aria-current={isOn ? "true" : undefined}
                  to={addressWith(from, to)}
                  preventScrollReset
                >
                  {label}
                </Link>
              );
            })}
          </div>
        </div>
        <details className="compare-more">
          <summary>
            {keys.length ? `${keys.length} of ${metricKeys.length} metrics` : "All metrics"}
          </summary>
          <fieldset>
            <legend className="sr-only">Metrics; none chosen shows all</legend>
            {metricKeys.map((key) => (
              <label className="check" key={key}>
                <input
                  type="checkbox"
                  name="metric"
                  value={key}
                  defaultChecked={keys.includes(key)}
                />
                {metrics[key].label}
              </label>
            ))}
          </fieldset>
        </details>
        <div className="compare-end">
          <label className="check">
            <input
              type="checkbox"
              name="differences"
              value="1"
              defaultChecked={isDifferent}
              key={String(isDifferent)}
            />
            Differences only
          </label>
          <SubmitButton tone={devices.length > 1 ? "plain" : "primary"} icon="cols">
            Compare
          </SubmitButton>
        </div>
      </PlainForm>
    </Panel>
  );
}
