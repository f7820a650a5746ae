import { addDays } from "#app/shared/company-time.ts";
import { step } from "#app/shared/due-series.ts";
import { certificateFlow } from "#worker/domain/calibrator-certificates/flow.ts";
import { createCertificate } from "#worker/domain/calibrator-certificates/save.ts";
import { at, type Bench, daysSince, engineerAt } from "./bench.ts";
import { type Course, certifiedRanges } from "./figures.ts";
import { paperOf } from "./paper.ts";
import { uploadOf } from "./shelf.ts";
import type { CalibratorRow } from "./tables.ts";

type Certificate = {
  row: CalibratorRow;
  /** Whose turn it is. */
  turn: number;
  /** Which calibration it is of, from nought, and on which day. */
  nth: number;
  on: string;
  /** From before the books were opened. */
  isOld: boolean;
  /** It was found out of tolerance and adjusted. */
  found: boolean;
  course: Course;
  /** Nobody has accepted it yet. */
  waits: boolean;
};

/** What certificates of the laboratories are called. */
const numbered: Record<string, (year: string, number: string) => string> = {
  "National Metrology Centre, Pune": (year, number) => `NMC/${year}/${number}`,
  "Trident Calibration Services": (year, number) => `TCS-${year.slice(2)}-${number}`,
  "Alpine Flow Laboratory": (year, number) => `AFL-${year.slice(2)}-${number}`,
};
const accredited = (lab: string) => `CC-90${10 + Object.keys(numbered).indexOf(lab)}`;

/** When it is entered, and when it is accepted. */
function instantsOf(bench: Bench, { turn, nth, on, isOld, waits }: Certificate) {
  if (isOld)
    return [
      at(bench, bench.days - 3, 10 + turn / 4 + nth / 30),
      at(bench, bench.days - 4, 10 + turn / 4 + nth / 30),
    ] as const;
  const ago = daysSince(bench, on);
  if (waits) return [at(bench, 2, 12), null] as const;
  return [
    at(bench, ago - 4, 11 + turn / 20),
    at(bench, ago - 5 - (turn % 2), 15 + turn / 20),
  ] as const;
}

/** A certificate with its paper: entered by one person, accepted by another. */
export function planCertificate(bench: Bench, certificate: Certificate): void {
  const { history, ids, random, shelf, head } = bench;
  const { row, turn, nth, on, found, course } = certificate;
  const issuedOn = addDays(on, 1);
  const number = numbered[row.lab]!(issuedOn.slice(0, 4), random.digits(5));
  const figures = {
    ...{ certificateNo: number, calibratedOn: on, issuedOn },
    envTemp: (22.6 + random.next()).toFixed(1),
    envRh: String(random.int(41, 55)),
    ranges: certifiedRanges(row.ranges, course, nth, random),
  };
  const asFound = found ? "Out of tolerance; adjusted" : "In tolerance";
  const [entered, accepted] = instantsOf(bench, certificate);
  const by = engineerAt(bench, turn + nth);
  const acceptor = bench.engineers.length > 2 ? engineerAt(bench, turn + nth + 1) : head;
  history.plan(entered, async () => {
    const paper = await paperOf({ ...figures, row, customer: bench.head.company.name, asFound });
    const upload = uploadOf(paper, `${number.replaceAll("/", "-")}.pdf`, "application/pdf");
    const sent = {
      ...{ ...figures, issuedBy: row.lab, route: row.route },
      accreditationBody: row.route === "accredited_lab" ? "NABL" : "",
      accreditationNo: row.route === "accredited_lab" ? accredited(row.lab) : "",
      dueOn: addDays(step(on, "month", row.months), -1),
      asFound: found ? "out_of_tolerance" : "in_tolerance",
      adjusted: found,
      note: found ? "Adjusted by the laboratory; the points are as it was left." : "",
    };
    const calibrator = ids.calibrators.get(row.own.calibratorNo!)!;
    const { data } = await createCertificate(by, calibrator, sent, {
      bucket: shelf.bucket,
      upload,
    });
    if (accepted !== null)
      history.plan(accepted, () =>
        certificateFlow.move(acceptor, data.id, "accept", {
          reason: nth % 3 === 0 ? "Figures compared with the paper" : "",
        }),
      );
  });
}
