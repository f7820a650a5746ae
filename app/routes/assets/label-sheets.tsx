import type { ReactNode } from "react";
import { type DrawnText, drawLabel } from "#app/shared/label-drawing.ts";
import { type LabelOptions, labelWords, type Offset } from "#app/shared/label-options.ts";
import {
  calibrationOf,
  type LabelPreset,
  type Placed,
  placeLabels,
  presetOf,
} from "#app/shared/label-sheet.ts";
import { textWidth } from "#app/shared/label-text.ts";
import { QrCode } from "#app/ui/qr.tsx";
import type { Label } from "#worker/domain/labels/labels.ts";

type Company = { name: string; logo: string | null };
type Props = { labels: Label[]; options: LabelOptions; company: Company };

/** The sheets at their true size; the same on paper. */
export function LabelSheets({ labels, options, company }: Props) {
  const preset = presetOf(options.preset);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <section className="label-pages" aria-label="Preview at true size" tabIndex={0}>
      {placeLabels(preset, labels, options).map((placed, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is known by its place
        <Page key={at} preset={preset} offset={options.offset} title={`Sheet ${at + 1}`}>
          {placed.map((label) => (
            <LabelCell
              key={`${label.thing.id} ${label.x} ${label.y}`}
              {...{ preset, options, company }}
              placed={label}
            />
          ))}
        </Page>
      ))}
    </section>
  );
}

type PageProps = { preset: LabelPreset; offset: Offset; title: string; children: ReactNode };

function Page({ preset, offset, title, children }: PageProps) {
  const { width, height } = preset.page;
  return (
    <div className="label-page" data-page={`${width}x${height}`}>
      <svg width={`${width}mm`} height={`${height}mm`} viewBox={`0 0 ${width} ${height}`}>
        <title>{title}</title>
        <g transform={`translate(${offset.x} ${offset.y})`}>{children}</g>
      </svg>
    </div>
  );
}

type CellProps = {
  placed: Placed<Label>;
  preset: LabelPreset;
  options: LabelOptions;
  company: Company;
};

function LabelCell({ placed: { thing, x, y }, preset, options, company }: CellProps) {
  const { qr, logo, texts } = drawLabel(
    preset,
    labelWords(thing.texts, options.show, company.name, company.logo !== null),
  );
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="label-edge" width={preset.cell.width} height={preset.cell.height} />
      <QrCode qr={thing.qr} {...qr} />
      {logo && company.logo && (
        <image href={`/media/${company.logo}`} {...logo} preserveAspectRatio="xMinYMin meet" />
      )}
      {texts.map((text) => (
        <text
          key={`${text.x} ${text.y}`}
          x={text.x}
          y={text.y}
          fontSize={text.size}
          className={text.bold ? "label-bold" : undefined}
          {...measured(text)}
        >
          {text.text}
        </text>
      ))}
    </g>
  );
}

/** Sets a text as wide as Helvetica would, also where the browser's face is wider. */
const measured = ({ text, size, bold }: DrawnText) =>
  /^[ -~]+$/.test(text)
    ? { textLength: textWidth(text, size, bold), lengthAdjust: "spacingAndGlyphs" }
    : {};

/** The frames of the cells, and rulers in the first one. */
export function CalibrationSheet({ preset, offset }: { preset: LabelPreset; offset: Offset }) {
  const { lines, texts } = calibrationOf(preset);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <section className="label-pages" aria-label="Calibration page at true size" tabIndex={0}>
      <Page preset={preset} offset={offset} title="Calibration page">
        {lines.map((line) => (
          <line key={Object.values(line).join(" ")} className="label-rule" {...line} />
        ))}
        {texts.map(({ x, y, size, text }) => (
          <text key={text} x={x} y={y} fontSize={size}>
            {text}
          </text>
        ))}
      </Page>
    </section>
  );
}
