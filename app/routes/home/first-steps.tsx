import { Link, useFetcher } from "react-router";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { FirstStep } from "#worker/domain/dashboard/steps.ts";

type Step = {
  title: string;
  text: string;
  verb: string;
  to: string;
  also?: { verb: string; to: string };
  /** Where the step is taken by those who take it on another screen. */
  elsewhere?: Record<string, string>;
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
  labels: {
    title: "Choose your labels",
    text: "The sheet or roll of your QR labels. Set it for everybody, and print a first one.",
    verb: "Open labels",
    to: "/asset/labels?all=1",
  },
  stores: {
    title: "Add a store",
    text: "Where spares and consumables are kept.",
    verb: "Add store",
    to: "/stores?new=1",
  },
  stock: {
    title: "Add stock items",
    text: "Each with its opening quantity, so that reports can use it.",
    verb: "Add stock item",
    to: "/stocks?new=1",
  },
  consumers: {
    title: "Add your consumers",
    text: "The hospitals and clinics that you calibrate for.",
    verb: "Add consumer",
    to: "/consumer/create",
  },
  calibrators: {
    title: "Add your standards",
    text: "What devices are compared with, and the certificates of these standards.",
    verb: "Add calibrator",
    to: "/calibrator/create",
  },
  procedures: {
    title: "Add procedures",
    text: "How a kind of device is calibrated, from a built-in template or from an empty page.",
    verb: "Add procedure",
    to: "/procedure/create",
  },
  machines: {
    title: "Add machines",
    text: "Devices under calibration, from your spreadsheet or one by one.",
    verb: "Add machine",
    to: "/machine/create",
    also: { verb: "Import machines", to: "/imports?kind=machines" },
  },
  signatures: {
    title: "Add signatures",
    text: "Who signs certificates, with what each may sign.",
    verb: "Add signature",
    to: "/signature/create",
  },
  people: {
    title: "Invite your people",
    text: "Engineers and technicians, with what each may do.",
    verb: "Invite people",
    to: "/users?do=invite",
    elsewhere: { "/teams": "/teams?tab=people&do=invite" },
  },
};

type Props = {
  steps: FirstStep[];
  /** What may be done with sample data; null for nothing. */
  samples: "make" | "remove" | null;
  isAdmin: boolean;
};

/** What a new company does first, instead of empty figures; the step that is next stands out. */
export default function FirstSteps({ steps: list, samples, isAdmin }: Props) {
  const dialog = useDialog();
  const done = list.filter((step) => step.done).length;
  const next = list.find((step) => !step.done)?.key;
  return (
    <Panel
      title="First steps"
      actions={<span className="muted">{`${done} of ${list.length} done`}</span>}
      flush
    >
      {samples === "make" && (
        <div className="steps-head">
          <span>
            No records at hand yet? Look around with sample data that goes away in one click.
          </span>
          <Link className="btn" to={dialog.to({ do: "make-samples" })} preventScrollReset>
            Try with sample data
          </Link>
        </div>
      )}
      {samples === "remove" && (
        <div className="steps-head">
          <span>Sample data is there to look around with. It counts for no step.</span>
          <Link className="btn" to={dialog.to({ do: "remove-samples" })} preventScrollReset>
            Remove sample data
          </Link>
        </div>
      )}
      <ol className="feed steps">
        {list.map(({ key, path, done: isDone }) => {
          const { title, text, verb, to: usual, also, elsewhere } = steps[key];
          const to = elsewhere?.[path] ?? usual;
          return (
            <li
              key={key}
              data-done={isDone || undefined}
              aria-current={key === next ? "step" : undefined}
            >
              <Icon name={isDone ? "ok" : key === next ? "right" : "minus"} />
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
      {isAdmin && (
        <div className="steps-foot">
          <span>
            {next ? "You can come back to each step from the menu." : "All steps are done."}
          </span>
          <PutAway />
        </div>
      )}
    </Panel>
  );
}

/** Puts the panel away for everybody in the company. */
function PutAway() {
  const fetcher = useFetcher();
  return (
    <PlainForm fetcher={fetcher}>
      <input type="hidden" name="intent" value="put-away" />
      <SubmitButton tone="plain">Put first steps away</SubmitButton>
    </PlainForm>
  );
}
