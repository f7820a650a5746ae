import { Icon } from "#app/ui/icon.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { Dashboard } from "./dashboard.tsx";

const periods = [
  ["month", "This month"],
  ["quarter", "Quarter"],
  ["fiscal", "Fiscal year"],
  ["custom", "Months"],
] as const;

/** The period and the Location of the dashboard: a form that works by its address. */
export function Controls({
  dashboard: { period, location, places, today, now },
}: {
  dashboard: Dashboard;
}) {
  const month = (name: "from" | "to", label: string) => (
    <label>
      <span className="label">{label}</span>
      <input
        className="input"
        type="month"
        name={name}
        defaultValue={period[name]}
        max={today.slice(0, 7)}
      />
    </label>
  );
  return (
    <form className="home-controls" method="get">
      <label>
        <span className="label">Period</span>
        <span className="pick">
          <select className="select" name="period" defaultValue={period.key}>
            {periods.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      </label>
      {period.key === "custom" && month("from", "From")}
      {period.key === "custom" && month("to", "To")}
      {places.length > 1 && (
        <label>
          <span className="label">Location</span>
          <span className="pick">
            <select className="select" name="location" defaultValue={location ?? ""}>
              <option value="">All</option>
              {places.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </label>
      )}
      <button className="btn" type="submit">
        Show
      </button>
      <span className="muted">
        As of <TimeText at={now} />
      </span>
    </form>
  );
}
