import { type QrModules, QUIET, qrPath } from "#app/shared/label-qr.ts";

type Place = { x?: number; y?: number; width?: number; height?: number };

/** A QR code with its quiet zone, sharp at any size; on paper and on screen dark on light, or readers fail. */
export function QrCode({ qr, title, ...place }: { qr: QrModules; title?: string } & Place) {
  const side = qr.side + 2 * QUIET;
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      {...place}
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}
    >
      <path className="qr-paper" d={`M0 0h${side}v${side}h-${side}z`} />
      <path className="qr-ink" d={qrPath(qr)} />
    </svg>
  );
}
