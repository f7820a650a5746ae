import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/win-cal";
import {
  Ending,
  Faq,
  Hero,
  Hung,
  Refusals,
  SecHead,
  SheetList,
  Shot,
  type Step,
  Steps,
} from "./parts.tsx";
import { askAt, Enquiry } from "./product-page.tsx";
import { AskButton, SignUpButton } from "./site-frame.tsx";
import { metaOfQuestions } from "./site-meta.ts";

export const action = queryAction("product", "/win-cal");

const START = "Start with one procedure";
const ask = <AskButton to={askAt("/win-cal")}>Ask about WinCal</AskButton>;

/** An example: all that happens to the readings of one point. */
const steps: Step[] = [
  {
    on: "Type",
    what: "at the bench",
    title: "Five readings, 200 J",
    badge: ["hold", "sign", "S. Pillai, 11:08"],
    rows: [
      ["198.2, 199.1, 198.7, 198.9, 198.4 J", "5 of 5"],
      ["Mean and error", "198.66 J, −1.34 J"],
    ],
  },
  {
    on: "Know",
    what: "as you type",
    title: "Why is this U?",
    badge: ["info", "gauge", "4 components"],
    rows: [
      ["Analyser certificate, 1 % of reading", "73.5 %"],
      ["Analyser drift, ±0.5 %", "24.5 %"],
      ["Repeatability, 4 degrees of freedom", "2.0 %"],
      ["Resolution, 0.1 J", "0.1 %"],
      [
        <>
          Expanded, <i>k</i> = 2.00
        </>,
        "U = 2.3 J",
      ],
    ],
  },
  {
    on: "Judge",
    what: "by the rule agreed",
    title: "Inside the limits",
    badge: ["in-date", "ok", "Pass"],
    rows: [
      ["Limits, larger of 15 % and 3 J", "170 to 230 J"],
      ["Guard band, Z540.3 method 6", "0 J"],
    ],
  },
  {
    on: "Sign",
    what: "three people",
    title: "Performed, reviewed, approved",
    badge: ["in-date", "sign", "16:42"],
    rows: [
      [
        "Number, taken only at the issue",
        <span key="number" className="code">
          CAL/26-27/00731
        </span>,
      ],
      ["Printed", "(198.7 ± 2.3) J"],
    ],
  },
  {
    on: "Prove",
    what: "years later",
    title: "Anyone with the paper scans it",
    badge: ["in-date", "shield", "Valid"],
    rows: [
      ["File and record", "the same, byte for byte"],
      ["Place in the ledger", "1842"],
    ],
    kind: "now",
  },
];

const does = [
  [
    "Calibrators",
    "Certificates, ranges, drift from their history, checks on control charts. A standard found out of tolerance goes into quarantine, and an impact review lists every certificate that rests on it.",
  ],
  [
    "Procedures",
    "Points, limits, budget and rule in one version, approved by someone else and frozen from then on. 34 device types to start from.",
  ],
  [
    "Uncertainty",
    "Budgets after the GUM with degrees of freedom, correlation and your CMC. “Why is this U?” answers at every point.",
  ],
  [
    "Conformity",
    "Simple acceptance, guard bands, Z540.3 method 6 or specific risk. The rule stands on the certificate in words.",
  ],
  [
    "Electrical safety",
    "Limits of IEC 62353, 60601-1 and 61010-1 by class, applied part and method. No limit found, no verdict.",
  ],
  [
    "Without a network",
    "A draft is taken along to the bunker, typed there and sent once when the network is back.",
  ],
  [
    "Certificates",
    "Your own form, checked against the elements of ISO/IEC 17025 before it is published. PDF/A with the digital calibration certificate (DCC XML) attached, and JSON, from one record.",
  ],
  [
    "Customers",
    "A portal for each consumer's contacts: their certificates and machines, what falls due, and requests for the next calibration.",
  ],
] as const;

const refuses = [
  [
    "To pass a blank",
    "A reading that is missing or not a number has no verdict. There is no button that fills it in.",
  ],
  [
    "To use a standard out of date",
    "Its certificate must cover the day of the work, and its range the point.",
  ],
  [
    "To let one person do it all",
    "Who calibrated or checked cannot approve, whatever the permissions say.",
  ],
  [
    "To change what was issued",
    "A correction is a new revision. The first stays, and its code says which one holds.",
  ],
] as const;

const questions = [
  {
    question: "Who checks the arithmetic?",
    answer:
      "Each change of the engine is tested against 59 worked cases, most of them published in the guides that laboratories work by, on the server and in the browser. Every point shows its budget.",
  },
  {
    question: "Does it pass our assessor?",
    answer:
      "The built-in forms carry the elements of ISO/IEC 17025, 7.8.2 and 7.8.4, and the form designer tells which one yours is missing. The assessment stays yours.",
  },
  {
    question: "Is a certificate in the product a legal electronic signature?",
    answer:
      "No. Whoever signs proves it with the password, and the signature, the time and the fingerprint of what was signed are kept and cannot be changed. It is no signature with a certificate of a trust service.",
  },
  {
    question: "What if we leave?",
    answer:
      "An Admin exports what the company keeps, and certificates are PDF, XML and JSON from the day of their issue. After closing the data is kept for 90 days, then it is deleted.",
  },
  {
    question: "Can the hospital's side join later?",
    answer:
      "Yes. Assets and calibration share one record of the machine: the other side opens on the same address, with the same people.",
  },
];

export const meta: Route.MetaFunction = ({ matches }) => [
  ...(matches.at(-2)?.meta ?? []),
  ...metaOfQuestions(questions),
];

export default function WinCal({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["No figure without its doubt.", "No paper without its proof."]}
        acts={
          <>
            <SignUpButton>{START}</SignUpButton>
            {ask}
          </>
        }
        fine="Your own address, your own standards, your own form."
      >
        WinCal takes the reading at the bench and carries it, with its uncertainty, to a signed
        certificate that anyone can check. The arithmetic is open at every point.
      </Hero>
      <section>
        <Hung>
          <SecHead title="One point, from bench to proof.">
            A defibrillator at 200 J. This is all that happens to the reading, and you can see each
            step where it happens.
          </SecHead>
        </Hung>
        <Steps steps={steps} />
      </section>
      <Hung>
        <Shot picture="measuring">
          The bench screen. What stops the certificate is listed beside it, before anyone signs.
        </Shot>
        <SecHead title="What it does" />
        <SheetList entries={does} />
        <Shot picture="verify">
          What anyone sees who scans the code on the paper. A file is compared on their own device;
          nothing is uploaded.
        </Shot>
        <SecHead title="What it refuses">
          Thirteen gates stand between a reading and a number. Four things they do not let through:
        </SecHead>
        <Refusals entries={refuses} />
        <Shot picture="certificate">
          An issued certificate with who performed, reviewed, approved and authorised it, and its
          three files.
        </Shot>
        <SecHead title="Questions a laboratory asks" id="questions" />
        <Faq questions={questions} />
      </Hung>
      <Enquiry title="Ask about WinCal" answer={actionData}>
        Say what you calibrate and how many certificates you issue a month. An engineer answers.
      </Enquiry>
      <Hung>
        <Ending
          title="Bring one procedure. Issue one certificate."
          acts={<SignUpButton>{START}</SignUpButton>}
        >
          That is enough to know whether it fits, with your own standards and your own form.
        </Ending>
      </Hung>
    </>
  );
}
