import { Ending, Hero, Hung, SecHead, Shot } from "./parts.tsx";
import { AskButton, SignUpButton } from "./site-frame.tsx";

type Mark = boolean | string;
/** What each side has, and what both share. */
const rows: [what: string, bme: Mark, cal: Mark][] = [
  ["Register of machines with QR labels", true, true],
  ["Import from Excel and CSV, with a dry run", true, true],
  ["Recurring PM, calendar and levelled load", true, false],
  ["Service and PM reports with parts and cost", true, false],
  ["Service calls by label, with both clocks", true, false],
  ["Work without a network", "Rounds", "Drafts"],
  ["Stores with a ledger of every movement", true, false],
  ["Transfers and gate passes", true, false],
  ["Statistics, PM compliance, replacement plan", true, false],
  ["Calibrators with certificates, drift and checks", "In-house", true],
  ["Procedures in approved versions", "In-house", true],
  ["Readings with expanded uncertainty", "In-house", true],
  ["Certificates with four signatures", false, true],
  ["PDF/A with digital certificate (DCC XML), JSON", false, true],
  ["Public check of a certificate by its code", false, true],
  ["Portal for customers", false, true],
  ["Log of every change, sealed by hashes", true, true],
  ["Permissions by person and team", true, true],
  ["Export of all that a company keeps", true, true],
];

const marked = (mark: Mark) => (typeof mark === "string" ? mark : mark ? "Yes" : "No");

/** The two products, side by side. */
export default function Products() {
  return (
    <>
      <Hero
        lines={["Two products.", "One record of the machine."]}
        acts={
          <>
            <SignUpButton />
            <AskButton />
          </>
        }
      >
        WinBME is for the department that keeps the machines, WinCal for the laboratory that tests
        and calibrates them. A company uses one or both, on one address and with one sign-in.
      </Hero>
      <Hung>
        <ul className="sides">
          <li>
            <h2>
              <a href="/win-bme">WinBME</a>
            </h2>
            <p>
              Asset management for hospitals and clinics: register, PM, service calls, stores,
              movements, figures.
            </p>
          </li>
          <li>
            <h2>
              <a href="/win-cal">WinCal</a>
            </h2>
            <p>
              Testing and calibration: standards, procedures, measurements, certificates, customers.
            </p>
          </li>
        </ul>
        <SecHead title="Side by side" />
        <div className="compare">
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">WinBME</th>
                <th scope="col">WinCal</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([what, bme, cal]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td className={bme ? undefined : "quiet"}>{marked(bme)}</td>
                  <td className={cal ? undefined : "quiet"}>{marked(cal)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Shot picture="statistics">
          The hospital's side: what a year has come to, each figure with its computation.
        </Shot>
        <Shot picture="certificate">
          The laboratory's side: an issued certificate, its signatures and its files.
        </Shot>
        <Ending
          title="Not sure which one?"
          acts={
            <>
              <AskButton>Ask us</AskButton>
              <SignUpButton />
            </>
          }
        >
          Whoever keeps machines begins with WinBME, whoever issues certificates with WinCal. The
          other side can be added on the same address.
        </Ending>
      </Hung>
    </>
  );
}
