import { redirect } from "react-router";
import { dayIn } from "#app/shared/company-time.ts";
import { visitContext } from "#worker/web/context.ts";
import { siteContent } from "#worker/web/site.ts";
import type { Route } from "./+types/landing";
import { MachineHistory } from "./history.tsx";
import { Ending, Faq, Hero, Hung, Refusals, SecHead, SheetList, Shot } from "./parts.tsx";
import { Plans } from "./plans.tsx";
import { Slides, Testimonials } from "./shown.tsx";
import { AskButton, SignUpButton } from "./site-frame.tsx";
import { metaOfQuestions } from "./site-meta.ts";

/** A company's host has no public front: its root is the way in. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  if (visit.place.kind === "company") throw redirect(visit.session ? "/dashboard" : "/login");
  const { slides, testimonials, plans, faqs } = await siteContent(visit);
  return { slides, testimonials, plans, faqs, today: dayIn("UTC") };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...(matches.at(-2)?.meta ?? []),
  ...metaOfQuestions(loaderData?.faqs ?? []),
];

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { slides, testimonials, plans, faqs, today } = loaderData;
  return (
    <>
      <Hero
        lines={["Every machine in date.", "And the paper to prove it."]}
        acts={
          <>
            <SignUpButton />
            <AskButton />
          </>
        }
        fine="Bring your spreadsheet: it is checked row by row before anything is saved."
      >
        Plumbline is the register a biomedical department works from: every machine in the hospital,
        what is due on it, what was done to it, by whom, with which parts, and at what cost.
      </Hero>
      {slides.length > 0 && (
        <Hung>
          <Slides slides={slides} />
        </Hung>
      )}
      <section>
        <Hung>
          <SecHead title="A machine is its history.">
            This is one ventilator, from the day it was put to use to this morning. Nothing here was
            typed twice: the engineer's report is the store's issue, the machine's cost and the
            auditor's answer.
          </SecHead>
        </Hung>
        <MachineHistory today={today} />
      </section>
      <Hung>
        <SecHead title="Two sides of one record">
          A hospital and the laboratory that calibrates for it look at the same machine. Use one
          side, or both.
        </SecHead>
        <ul className="sides">
          <li>
            <h3>
              <a href="/win-bme">WinBME, the hospital's side</a>
            </h3>
            <p>
              Assets, planned maintenance, service calls, rounds, stores, movements and the figures
              that come of them.
            </p>
          </li>
          <li>
            <h3>
              <a href="/win-cal">WinCal, the laboratory's side</a>
            </h3>
            <p>
              Standards, procedures, measurements with their uncertainty, certificates that anyone
              can check, and a portal for the customer.
            </p>
          </li>
        </ul>
        <Shot picture="assets">
          The list of a hospital. What is normal is quiet; what is overdue, down or failed speaks.
        </Shot>
        <SecHead title="What it keeps" />
        <SheetList entries={keeps} />
        <SecHead title="What it refuses">An instrument is trusted for what it will not do.</SecHead>
        <Refusals entries={refuses} />
        {testimonials.length > 0 && <Testimonials said={testimonials} />}
        {plans.length > 0 && <Plans plans={plans} />}
        {faqs.length > 0 && (
          <>
            <SecHead title="Questions" id="questions" />
            <Faq questions={faqs} />
          </>
        )}
        <Ending
          title="Hang your first hundred machines on it."
          acts={
            <>
              <SignUpButton />
              <AskButton />
            </>
          }
        >
          For hospitals, clinics and the service companies that look after them. Asset management,
          testing and calibration, or both.
        </Ending>
      </Hung>
    </>
  );
}

const keeps = [
  [
    "Assets",
    "Code, serial, model, place, cover, accessories, documents. A QR label on the machine opens its page on any phone.",
  ],
  [
    "Due services",
    "PM, calibration and contract visits on one calendar, from plans that recur. In date, due, overdue or on hold, and why.",
  ],
  [
    "Service and PM reports",
    "Checklists by machine type, Yes, No or N/A with a reading. Parts, cost and files. A4 on paper and as PDF.",
  ],
  [
    "Service calls",
    "From the ward's phone to the closed report. Response, repair and down time fall out of the work itself.",
  ],
  [
    "Testing and calibration",
    "Machine DUC, calibrators, procedures, readings with expanded uncertainty, certificates whose code anyone can check.",
  ],
  [
    "Stores and movements",
    "Stock by store with a ledger of every movement, transfers between departments, gate passes for what leaves the building.",
  ],
  [
    "Who did what",
    "A log of every change that nobody can edit or delete, and permissions for each person and team.",
  ],
] as const;

const refuses = [
  ["To issue a part that is not there", "Stock cannot fall below zero, whoever is in a hurry."],
  [
    "To lose a machine between two doors",
    "A transfer ends when the receiver has taken the machine in, not when the sender says so.",
  ],
  [
    "To rewrite an issued certificate",
    "A correction is a new revision. The first stays, and its code says which one holds.",
  ],
  [
    "To show your register to anyone else",
    "Each company has its own address and its own data. Another's page does not exist.",
  ],
] as const;
