import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { FirstStep } from "#worker/domain/dashboard/steps.ts";

type Step = {
  title: string;
  text: string;
  verb: string;
  to: string;
  also?: { verb: string; to: string };
};
const steps: Record<FirstStep["key"], Step> = {
  locations: {
    title: "Add your Locations",
    text: "Departments, wards and units that devices belong to.",
    verb: "Add location",
    to: "/departments?new=1",
  },
  categories: {
    title: "Add categories",
    text: "Kinds of equipment, with their PM intervals.",
    verb: "Add category",
    to: "/categories?new=1",
  },
  assets: {
    title: "Bring in your assets",
    text: "From your spreadsheet, with the Locations and categories it names, or one by one.",
    verb: "Import assets",
    to: "/imports?kind=assets",
    also: { verb: "Add asset", to: "/asset/create" },
  },
  stores: {
    title: "Add a store",
    text: "Where spares and consumables are kept.",
    verb: "Add store",
    to: "/stores?new=1",
  },
  stock: {
    title: "Add stock items",
    text: "With their opening quantities, so that reports can use them.",
    verb: "Add stock item",
    to: "/stocks?new=1",
  },
  people: {
    title: "Invite your people",
    text: "Engineers and technicians, with what each may do.",
    verb: "Invite people",
    to: "/users?do=invite",
  },
};

/** What a new company does first, instead of empty figures. */
export default function FirstSteps({ steps: list }: { steps: FirstStep[] }) {
  const done = list.filter((step) => step.done).length;
  const next = list.find((step) => !step.done)?.key;
  return (
    <Panel
      title="First steps"
      actions={<span className="muted">{`${done} of ${list.length} done`}</span>}
      flush
    >
      <ol className="feed steps">
        {list.map(({ key, done: isDone }) => {
          const { title, text, verb, to, also } = steps[key];
          return (
            <li key={key} data-done={isDone || undefined}>
              <Icon name={isDone ? "ok" : "minus"} />
              <span className="feed-main">
                <b>{title}</b>
                <span className="muted">{text}</span>
              </span>
              <span className="feed-end">
                {isDone ? (
                  <span className="muted">Done</span>
                ) : (
                  <>
                    {also && (
                      <Link className="btn" to={also.to} prefetch="intent">
                        {also.verb}
                      </Link>
                    )}
                    <Link
                      className={key === next ? "btn btn-primary" : "btn"}
                      to={to}
                      prefetch="intent"
                    >
                      {verb}
                    </Link>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
