import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/win-bme";
import { Ending, Faq, Hero, Hung, Refusals, SecHead, SheetList, Shot } from "./parts.tsx";
import { askAt, Enquiry } from "./product-page.tsx";
import { AskButton, SignUpButton } from "./site-frame.tsx";
import { metaOfQuestions } from "./site-meta.ts";

export const action = queryAction("product", "/win-bme");

const keeps = [
  [
    "Register",
    "Code, serial, model, place, criticality, cover, accessories, documents and cost of every machine. A spreadsheet is imported with a dry run first, and an import can be taken back.",
  ],
  [
    "QR labels",
    "Sheets of labels as PDF. Any phone that scans one sees whether the machine may be used and reports a problem, without an account.",
  ],
  [
    "Recurring PM",
    "Plans by machine with their checklist and interval. The calendar shows what falls due against the hours there are, and levels what piles up.",
  ],
  [
    "Reports",
    "Checks with Yes, No or N/A and a reading against its limits, parts from the store, cost and files. One report for paper, PDF and the auditor.",
  ],
  [
    "Service calls",
    "Priorities with promised times, both clocks on every call, down time, backup devices, and a private link by which the ward follows its call.",
  ],
  [
    "Stores",
    "Stock by store and batch, a ledger of every movement, counts, labels, and parts issued by the report that used them.",
  ],
  [
    "Movement",
    "Transfers with a receiver, gate passes with approval and the guard's own screen, and what is out and overdue.",
  ],
  [
    "Cover",
    "Warranties and contracts with their visits and dates, safety recalls matched to the machines they concern.",
  ],
  [
    "In-house calibration",
    "Your own engineers measure with uncertainty, by the same engine as the laboratory.",
  ],
] as const;

const proves = [
  [
    "Statistics",
    "Uptime, repair time, PM compliance and cost, by month, Location and category. Each figure says how it is computed and opens its rows.",
  ],
  [
    "PM compliance",
    "A month is frozen when it ends. Its evidence is one file with every report, which the product reads back against its hashes.",
  ],
  [
    "Replacement",
    "Machines in the order in which age, cost, failures and support speak against them, with the budget that follows.",
  ],
  [
    "The log",
    "Every change with name, time and what stood there before, in a chain of hashes that shows an altered entry.",
  ],
] as const;

const refuses = [
  ["To issue a part that is not there", "Stock cannot fall below zero, whoever is in a hurry."],
  [
    "To lose what was typed",
    "A lost line, an expired session or a colleague's change costs no word of a report.",
  ],
  [
    "To take a word for a reading",
    "A reading is a number or it is refused. What lies outside its limits is proposed as a No, with the reason.",
  ],
  [
    "To show one department another's machines",
    "People can be limited to their Locations. Lists, counts, exports and searches keep to it.",
  ],
] as const;

const questions = [
  {
    question: "How do we bring our machines in?",
    answer:
      "From Excel or CSV. The columns are matched, each row is checked and told what is wrong with it, and only then is anything saved. Vendors, stock, contracts and places come the same way.",
  },
  {
    question: "Does the ward need accounts?",
    answer:
      "No. The label on the machine and the poster in the ward are enough to report a problem and to follow it. A PIN for the ward can be asked for.",
  },
  {
    question: "What happens in the basement, without a network?",
    answer:
      "A PM round is taken along on a phone. Reports, readings and photos are kept there and sent once when the network is back.",
  },
  {
    question: "Who sees what?",
    answer:
      "Permissions are given to a person or a team, for viewing, adding, changing, approving and exporting, and people can be limited to Locations. Nobody can give more than they hold.",
  },
  {
    question: "What if we leave?",
    answer:
      "An Admin exports what the company keeps. After closing the data is kept for 90 days, then it is deleted.",
  },
];

export const meta: Route.MetaFunction = ({ matches }) => [
  ...(matches.at(-2)?.meta ?? []),
  ...metaOfQuestions(questions),
];

export default function WinBme({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["One register.", "Every machine's year."]}
        acts={
          <>
            <SignUpButton />
            <AskButton to={askAt("/win-bme")}>Ask about WinBME</AskButton>
          </>
        }
        fine="Bring your spreadsheet: it is checked row by row before anything is saved."
      >
        WinBME is the hospital's side of Plumbline: what there is, where it stands, what is due on
        it, who is at work on it, which parts it took and what it has cost.
      </Hero>
      <Hung>
        <Shot picture="asset">
          One machine: PM, calibration, contract and warranty on one scale with the line of today,
          and its figures of the year.
        </Shot>
        <SecHead title="What it keeps" />
        <SheetList entries={keeps} />
        <Shot picture="calendar">
          A month of planned work against the hours there are. Overdue speaks, done is quiet.
        </Shot>
        <div className="beside">
          <div>
            <SecHead title="A round without a network">
              The engineer takes the machines of a floor along on a phone, finds each by its label,
              types readings and takes photos. What was done arrives once, whatever the network did
              in between.
            </SecHead>
          </div>
          <Shot picture="round">A PM round on a phone.</Shot>
        </div>
        <SecHead title="What it proves" />
        <SheetList entries={proves} />
        <Shot picture="statistics">
          Twelve months of a hospital. Under each chart: how it is computed, and the same as a
          table.
        </Shot>
        <Shot picture="report">A report as it comes out of the printer, on A4.</Shot>
        <SecHead title="What it refuses">An instrument is trusted for what it will not do.</SecHead>
        <Refusals entries={refuses} />
        <SecHead title="Questions a hospital asks" id="questions" />
        <Faq questions={questions} />
      </Hung>
      <Enquiry title="Ask about WinBME" answer={actionData}>
        Say how many machines there are, on how many sites, and what you use today. An engineer
        answers.
      </Enquiry>
      <Hung>
        <Ending title="Hang your first hundred machines on it." acts={<SignUpButton />}>
          A list, an afternoon, and the first plan of the year stands.
        </Ending>
      </Hung>
    </>
  );
}
