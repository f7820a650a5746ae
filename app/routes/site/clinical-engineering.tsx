import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/clinical-engineering";
import { Hero, Hung, SecHead, SheetList, Shot, type Step, Steps } from "./parts.tsx";
import { askAt, Enquiry } from "./product-page.tsx";
import { AskButton } from "./site-frame.tsx";

const PATH = "/clinical-engineering";
export const action = queryAction("product", PATH);

/** How a department comes to work with its register, in its order. */
const steps: Step[] = [
  {
    on: "List",
    what: "first",
    title: "Your spreadsheet becomes the register",
    badge: ["info", "file", "Dry run"],
    rows: [
      ["Columns matched, each row checked", "before anything is saved"],
      ["Places, vendors, contracts, stock", "the same way"],
    ],
  },
  {
    on: "Label",
    what: "on a walk",
    title: "Each machine gets its QR label",
    badge: ["info", "scan", "Scanned"],
    rows: [
      ["What stands elsewhere than the list says", "is corrected on the spot"],
      ["What is not found", "is marked as such"],
    ],
  },
  {
    on: "Plan",
    what: "a year ahead",
    title: "Every machine has its PM and calibration",
    badge: ["amber", "clock", "Levelled"],
    rows: [
      ["Checklist and interval by machine type", "proposed, then yours"],
      ["Load of each week against the hours there are", "before it is promised"],
    ],
  },
  {
    on: "Work",
    what: "every day",
    title: "Reports, calls and parts in one place",
    badge: ["in-date", "ok", "Done"],
    rows: [
      ["Rounds on a phone", "with or without a network"],
      ["Calls from the ward", "by the label, with both clocks"],
    ],
  },
  {
    on: "Prove",
    what: "when asked",
    title: "The month as one file",
    badge: ["in-date", "shield", "Sealed"],
    rows: [
      ["Compliance, reports and the log's extract", "each file with its hash"],
      ["Uptime, cost, replacement", "each with its computation"],
    ],
    kind: "now",
  },
];

const people = [
  [
    "Head of department",
    "Sees what is overdue, what it costs and what should be replaced, and approves.",
  ],
  ["Engineer", "Has a list for the day, on a phone, with the checklist and the parts that fit."],
  ["Store", "Issues what a report used, counts, and sees what runs low."],
  ["Ward", "Scans the label, reports, follows the call, and says whether it works again."],
  ["Guard", "Scans a gate pass, sees what may leave, and presses Out or In."],
  ["Assessor", "Gets the month's evidence and can check it without us."],
] as const;

/** The service: setting a department's register up, and keeping it. */
export default function ClinicalEngineering({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["From a list", "to a planned year."]}
        acts={
          <AskButton isFirst to={askAt(PATH)}>
            Ask for an offer
          </AskButton>
        }
      >
        A department that begins with a register needs somebody for the first weeks: to bring the
        list in, label the machines, set the plans and show each person their part.
      </Hero>
      <section>
        <Hung>
          <SecHead title="How it goes">
            Five steps, each of which can be seen when it is done.
          </SecHead>
        </Hung>
        <Steps steps={steps} />
      </section>
      <Hung>
        <Shot picture="calendar">
          The plan after the third step: what falls due on which day, against the hours there are.
        </Shot>
        <SecHead title="Who has which part" />
        <SheetList entries={people} />
        <Shot picture="report">
          What an engineer leaves behind: one report, on paper or as PDF.
        </Shot>
      </Hung>
      <Enquiry title="Ask for an offer" answer={actionData}>
        Say how many machines, on which sites, and whether a list of them exists.
      </Enquiry>
    </>
  );
}
