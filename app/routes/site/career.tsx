import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/career";
import { Hero, Hung, SecHead, SheetList } from "./parts.tsx";
import { QueryForm } from "./query-form.tsx";
import { AskButton } from "./site-frame.tsx";

const PATH = "/career";
export const action = queryAction("career", PATH);

const openings = [
  [
    "Biomedical engineer",
    "Sets hospitals up: lists, labels, plans, and the first weeks beside the people who work with it.",
  ],
  [
    "Calibration engineer",
    "Measures at the customer's and on the bench, writes procedures, and computes their uncertainty budgets.",
  ],
  [
    "Software engineer",
    "TypeScript, SQL and a liking for rules that a test can hold. Reads before writing.",
  ],
] as const;

/** What work there is, and the form to apply for it. */
export default function Career({ actionData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        lines={["Exact work,", "and time to do it well."]}
        acts={
          <AskButton isFirst to="#apply">
            Apply
          </AskButton>
        }
      >
        If you want to know why a figure can be trusted, and like instruments, we would like to hear
        from you.
      </Hero>
      <Hung>
        <SecHead title="Whom we look for">
          Applications for these are read at any time. Say which one, or name your own.
        </SecHead>
        <SheetList entries={openings} />
      </Hung>
      <Hung className="query">
        <SecHead title="Apply" id="apply">
          A few sentences and a CV as PDF of at most 5 MB. No photo and no date of birth is needed.
        </SecHead>
        <QueryForm kind="career" answer={actionData} />
      </Hung>
    </>
  );
}
