import { dateText } from "#app/shared/dates.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { isUnit } from "#app/shared/metrology/units.ts";
import type { impactLines, impactReviews } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";

type Review = Pick<Row<typeof impactReviews>, "calibratorNo" | "calibratorName" | "sinceOn">;
/** A certificate of a letter, with its device. */
export type LetterLine = Pick<
  Row<typeof impactLines>,
  "certificateNo" | "action" | "point" | "unit" | "shift" | "toleranceRatio" | "isChanged"
> & { machineNo: string; machineName: string; serialNo: string | null; calEndOn: string };

const PER_CENT = 100;
const TWO_DIGITS = 2;
/** A ratio as per cent to two digits: "0.0712" is "7.1 %". */
export const ratioText = (ratio: string | null): string =>
  ratio === null ? "–" : `${Number((Number(ratio) * PER_CENT).toPrecision(TWO_DIGITS))} %`;

/** The shift at a line's point, with its unit; null where no range of it shifted. */
export const shiftText = ({ shift, unit }: Pick<LetterLine, "shift" | "unit">): string | null =>
  shift === null || unit === null || !isUnit(unit) ? null : measured(shift, unit);

/** What the shift means for a certificate, as its consumer reads it. */
export function effectText(line: LetterLine): string {
  const shift = shiftText(line);
  if (shift === null) return "No result of it lies in a range that was off.";
  const { point, toleranceRatio, isChanged } = line;
  const size =
    toleranceRatio === null
      ? `${point}: the standard was off by ${shift}.`
      : `${point}: the standard was off by ${shift}, ${ratioText(toleranceRatio)} of the tolerance.`;
  return isChanged
    ? `${size} A statement of conformity would be another one.`
    : `${size} Statements of conformity stay as they are.`;
}

export const askedText = ({ action }: Pick<LetterLine, "action">): string =>
  action === "recall" ? "Recalled" : "For your information";

export const deviceText = ({ machineNo, machineName, serialNo }: LetterLine): string =>
  [machineNo, machineName, serialNo].filter(Boolean).join(", ");

/** What a letter says, on paper and by mail. */
export function letterText(review: Review, lines: readonly LetterLine[], dateFormat?: string) {
  const { calibratorNo, calibratorName, sinceOn } = review;
  const isRecall = lines.some(({ action }) => action === "recall");
  return {
    subject: isRecall
      ? "Recall of calibration certificates"
      : "Notice about calibration certificates",
    said: `Our reference standard ${calibratorNo} ${calibratorName} was found out of tolerance. It was last found good on ${dateText(sinceOn, dateFormat)}. The certificates below rest on it.`,
    asked: isRecall
      ? "Please do not use the certificates that are marked as recalled any longer, and hand in their devices for another calibration. The others are named for your information."
      : "The certificates stay in force. Please judge whether what is said of them matters for your use.",
  };
}

/** The whole letter as plain text. */
export function mailText(
  review: Review,
  consumerName: string,
  lines: readonly LetterLine[],
  company: string,
  dateFormat?: string,
) {
  const { subject, said, asked } = letterText(review, lines, dateFormat);
  const listed = lines.flatMap((line) => [
    `- ${line.certificateNo}: ${deviceText(line)}, ${dateText(line.calEndOn, dateFormat)}. ${askedText(line)}.`,
    `  ${effectText(line)}`,
  ]);
  const text = [consumerName, "", said, "", asked, "", ...listed, "", company].join("\n");
  return { subject, text };
}
