import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { units } from "#app/shared/metrology/units.ts";
import type { CertifiedRanges } from "./figures.ts";
import type { CalibratorRow } from "./tables.ts";

export type PaperOf = {
  row: CalibratorRow;
  certificateNo: string;
  customer: string;
  calibratedOn: string;
  issuedOn: string;
  envTemp: string;
  envRh: string;
  asFound: string;
  ranges: CertifiedRanges;
};

const LEFT = 56;
const TOP = 786;
const columns = [LEFT, 150, 250, 350, 450];
const symbolOf = (unit: CertifiedRanges[number]["unit"]) => units[unit].symbol.replace("Ω", "ohm");

const DEMONSTRATION = "Demonstration data: this laboratory and this calibration do not exist.";

/** The paper of a standard in the demo whose figures stand in its record alone. @param on the day it was made */
export async function plainPaper(
  certificateNo: string,
  name: string,
  on: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await PDFDocument.create();
  const made = new Date(`${on}T06:00:00Z`);
  doc.setTitle(`Calibration certificate ${certificateNo}`);
  doc.setCreationDate(made);
  doc.setModificationDate(made);
  const font = await doc.embedFont(StandardFonts.Helvetica);
  const page = doc.addPage([595.28, 841.89]);
  for (const [at, text] of [`Certificate ${certificateNo}`, name, DEMONSTRATION].entries())
    page.drawText(text, { x: LEFT, y: TOP - at * 24, size: 12, font });
  return new Uint8Array(await doc.save());
}

/** The paper of a calibration in the demo: a page with the figures that were entered, and what it is. */
export async function paperOf(said: PaperOf): Promise<Uint8Array<ArrayBuffer>> {
  const { row, certificateNo, customer, calibratedOn, issuedOn, envTemp, envRh } = said;
  const doc = await PDFDocument.create();
  const issued = new Date(`${issuedOn}T06:00:00Z`);
  doc.setTitle(`Calibration certificate ${certificateNo}`);
  doc.setCreationDate(issued);
  doc.setModificationDate(issued);
  const [plain, bold] = await Promise.all([
    doc.embedFont(StandardFonts.Helvetica),
    doc.embedFont(StandardFonts.HelveticaBold),
  ]);
  const page = doc.addPage([595.28, 841.89]);
  let y = TOP;
  const line = (cells: readonly string[], size = 9, font = plain) => {
    for (const [at, cell] of cells.entries())
      page.drawText(cell, { x: columns[at]!, y, size, font });
    y -= size * 1.55;
  };
  const pair = (label: string, text: string) => line([label, text], 10);
  line([row.lab], 15, bold);
  line(["Certificate of calibration"], 12);
  y -= 14;
  pair("Certificate no", certificateNo);
  pair("Customer", customer);
  pair("Device", `${row.own.name}, ${row.own.manufacturer} ${row.own.model}`);
  pair("Serial no", row.own.serialNo!);
  pair("Calibrated on", calibratedOn);
  pair("Issued on", issuedOn);
  pair("Surroundings", `${envTemp} °C, ${envRh} % relative humidity`);
  pair("As found", said.asFound);
  for (const { parameter, unit, rangeLo, rangeHi, points } of said.ranges) {
    y -= 12;
    line([`${parameter}, ${rangeLo} to ${rangeHi} ${symbolOf(unit)}`], 11, bold);
    line(["Nominal", "Reference", "Indicated", "U (k = 2)", "Unit"], 9, bold);
    for (const { nominal, reference, indicated, u } of points)
      line([nominal, reference, indicated, u, symbolOf(unit)]);
  }
  y -= 20;
  line([DEMONSTRATION], 8);
  const bytes = await doc.save();
  return new Uint8Array(bytes);
}
