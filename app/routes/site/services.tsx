import { Ending, Hero, Hung, SecHead, SheetList } from "./parts.tsx";
import { AskButton } from "./site-frame.tsx";

/** What there is besides the products, each with its own page. */
export default function Services() {
  return (
    <>
      <Hero
        lines={["Software keeps the record.", "People do the work."]}
        acts={<AskButton isFirst />}
      >
        Three services around the product, for hospitals that want to begin with more than a
        sign-in. Each is agreed in writing before it begins.
      </Hero>
      <Hung>
        <SecHead title="What we do" />
        <SheetList
          entries={[
            [
              "Testing and calibration",
              <>
                Electrical safety, performance tests and calibration of medical devices, recorded
                with their uncertainty in WinCal.{" "}
                <a href="/testing-and-calibration">What is tested, and how</a>
              </>,
            ],
            [
              "Clinical engineering",
              <>
                From your list of machines to a planned year: register, labels, plans, stores,
                people and their permissions in WinBME.{" "}
                <a href="/clinical-engineering">How it goes, step by step</a>
              </>,
            ],
            [
              "Biomedical training",
              <>
                A course for engineers and technicians in maintenance, safety, calibration and the
                records that prove them.{" "}
                <a href="/biomedical-skill-development-and-job-oriented-training">
                  What it teaches, and to whom
                </a>
              </>,
            ],
          ]}
        />
        <SecHead title="And the product itself">
          Everything that is done for you is done in your own Plumbline, on your own address. You
          see it the same day, and it stays with you.
        </SecHead>
        <p>
          <a href="/products">WinBME and WinCal, side by side</a>
        </p>
        <Ending title="Tell us what is due." acts={<AskButton>Write to us</AskButton>}>
          How many machines, on which sites, and what has to be in date by when.
        </Ending>
      </Hung>
    </>
  );
}
