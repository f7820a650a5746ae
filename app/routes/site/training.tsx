import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/training";
import { Hero, Hung, SecHead, SheetList } from "./parts.tsx";
import { askAt, Enquiry } from "./product-page.tsx";
import { AskButton } from "./site-frame.tsx";

const PATH = "/biomedical-skill-development-and-job-oriented-training";
export const action = queryAction("training", PATH);

const content = [
  [
    "The department",
    "What a register is for, criticality, life of a machine, cover, safety recalls, condemning.",
  ],
  [
    "Maintenance",
    "PM by checklist, readings against limits, what a fault report must say, response and down time.",
  ],
  [
    "Electrical safety",
    "Classes and applied parts, leakage currents, methods of IEC 62353, and what a missing limit means.",
  ],
  [
    "Devices",
    "Ventilator, anaesthesia workstation, defibrillator, monitor, infusion pump, electrosurgery: function, faults, tests.",
  ],
  [
    "Calibration",
    "Standards and traceability, readings, error, budgets after the GUM, expanded uncertainty, conformity with a guard band.",
  ],
  [
    "Records",
    "A report that an assessor accepts, certificates after ISO/IEC 17025, logs, signatures, what may never be changed.",
  ],
] as const;

const whom = [
  ["Students", "Of biomedical engineering or instrumentation, before the first employment."],
  ["Technicians", "In a hospital, who maintain devices and want to measure and sign."],
  ["Engineers", "Who come from another field into a biomedical department or a laboratory."],
  ["Departments", "Groups of a hospital or service company, on their own devices and register."],
] as const;

/** The course: content, who it is for, enquiry. */
export default function Training({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["Learn it", "on the machine."]}
        acts={
          <AskButton isFirst to={askAt(PATH)}>
            Ask for the next course
          </AskButton>
        }
      >
        Biomedical skill development and job-oriented training: how medical devices are maintained,
        tested and calibrated, and how the record is kept that proves it.
      </Hero>
      <Hung>
        <SecHead title="What it teaches" />
        <SheetList entries={content} />
        <SecHead title="Who it is for" />
        <SheetList entries={whom} />
        <SecHead title="How it works">
          Theory is short. Each part ends at a device or at the bench, and each participant writes
          the report or computes the uncertainty in a Plumbline of the course. Dates, place and fee
          are told with the answer to your enquiry.
        </SecHead>
      </Hung>
      <Enquiry title="Ask for the next course" kind="training" answer={actionData}>
        Say for how many people, what they do today, and where.
      </Enquiry>
    </>
  );
}
