import encodeQR from "qr";
import { packModules, type QrModules, QUIET, qrPath } from "#app/shared/label-qr.ts";

/** A text as a QR code that bears the loss of 15 %. */
export function qrOf(text: string): QrModules {
  const framed = encodeQR(text, "raw", { ecc: "medium", border: 1 });
  return packModules(framed.slice(1, -1).map((row) => row.slice(1, -1)));
}

/** The address a device's label names. */
export const deviceAddress = (origin: string, token: string) => `${origin}/q/${token}`;

/** The address a stock item's label names. */
export const itemAddress = (origin: string, id: string) => `${origin}/stocks/ledger/${id}`;

/** The address the slip of a transfer names. */
export const transferAddress = (origin: string, id: string) => `${origin}/asset-transfer/${id}`;

/** The address a machine's label names. */
export const machineAddress = (origin: string, token: string) => `${origin}/m/${token}`;

/** The code as a picture of its own. */
export function qrPicture(text: string): string {
  const qr = qrOf(text);
  const side = qr.side + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${qrPath(qr)}"/></svg>`;
}

/** The address a printed gate pass names: the guard's view of it. */
export const passAddress = (origin: string, id: string) => `${origin}/gate/${id}`;
