import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/testing-and-calibration";
import { Hero, Hung, Refusals, SecHead, SheetList, Shot } from "./parts.tsx";
import { askAt, Enquiry } from "./product-page.tsx";
import { AskButton } from "./site-frame.tsx";

const PATH = "/testing-and-calibration";
export const action = queryAction("product", PATH);

const tested = [
  [
    "Electrical safety",
    "Earth resistance, insulation, equipment and applied-part leakage against the limits of IEC 62353, 60601-1 or 61010-1, by class, applied part and method.",
  ],
  [
    "Life support and monitoring",
    "Ventilators, anaesthesia workstations, defibrillators, patient monitors, electrocardiographs, pulse oximeters, blood pressure.",
  ],
  [
    "Infusion and theatre",
    "Infusion and syringe pumps, electrosurgical units, suction units, radiant warmers, incubators.",
  ],
  [
    "Laboratory and sterilisation",
    "Centrifuges, blood and medicine refrigerators, balances, micropipettes, water baths, steam sterilisers.",
  ],
] as const;

const holds = [
  [
    "Standards that hold",
    "Each reading names the standard it was taken with, its certificate and its uncertainty. One that is out of date stops the certificate.",
  ],
  [
    "A rule that is agreed",
    "How pass and fail are decided is agreed before the work and printed in words, with the guard band where there is one.",
  ],
  [
    "As found, as left",
    "What was measured before an adjustment stands beside what was measured after it.",
  ],
  [
    "Three pairs of eyes",
    "Who measures, who checks and who approves are different people, each with a name and a time.",
  ],
] as const;

/** The service: what is tested, how, and what one gets. */
export default function TestingAndCalibration({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["A figure, its doubt,", "and who stands for it."]}
        acts={
          <AskButton isFirst to={askAt(PATH)}>
            Ask for a visit
          </AskButton>
        }
      >
        Medical devices are tested and calibrated where they stand or on the bench. Each result has
        its uncertainty, each certificate a code that anyone can check, years later.
      </Hero>
      <Hung>
        <SecHead title="What is tested">
          There are templates of 34 device types to start from. Say which others you have.
        </SecHead>
        <SheetList entries={tested} />
        <SecHead title="What every certificate rests on" />
        <Refusals entries={holds} />
        <SecHead title="A sample">
          A certificate of the demo laboratory, and what its code shows to anyone who scans it.
        </SecHead>
        <Shot picture="certificate">
          What the laboratory sees: numbers, dates, signatures, and the files that are handed out.
        </Shot>
        <Shot picture="verify">
          What everybody else sees: whether it is valid, and whether a file is the one that was
          issued.
        </Shot>
        <SecHead title="Scope">
          A laboratory's scope, with its quantities, ranges and best uncertainties, is agreed with
          the offer. No result is reported with less uncertainty than the scope allows.
        </SecHead>
      </Hung>
      <Enquiry title="Ask for a visit" answer={actionData}>
        Say which devices, how many of each, and where they stand. You get an offer with the points,
        the rule and the days.
      </Enquiry>
    </>
  );
}
