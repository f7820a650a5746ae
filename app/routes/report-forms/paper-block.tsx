import type { CertificateParameter } from "#app/shared/certificates/document.ts";
import type { FormBlock } from "#app/shared/certificates/form.ts";
import {
  named,
  partsOfBlock,
  type Shown,
  statementsOf,
} from "#app/shared/certificates/paper/blocks.ts";
import { factPanels } from "#app/shared/certificates/paper/facts.ts";
import { resultOf } from "#app/shared/certificates/paper/figures.ts";
import { filledIn, kindWords, meaningWords } from "#app/shared/certificates/paper/words.ts";
import { type QrModules, QUIET, qrPath } from "#app/shared/label-qr.ts";
import { PaperParts } from "./paper-parts.tsx";

type Props<B extends FormBlock = FormBlock> = { block: B; shown: Shown; qr: QrModules };
type Typed<T extends FormBlock["type"]> = Extract<FormBlock, { type: T }>;

const Nothing = () => <p className="fd-quiet">This report has nothing to show here.</p>;

/** A block of a form with what a report says in it. */
export function PaperBlock({ block, shown, qr }: Props) {
  const { content, issue } = shown.document;
  switch (block.type) {
    case "fields":
      return <Fields block={block} shown={shown} />;
    case "text": {
      const text = filledIn(block.text, shown.fields);
      if (!text.trim()) return <Nothing />;
      return block.style === "heading" ? (
        <h4>{text}</h4>
      ) : (
        <p className={block.style === "small" ? "fd-small fd-said" : "fd-said"}>{text}</p>
      );
    }
    case "chart": {
      const some = named(block.parameters, content.parameters);
      return (
        <>
          {block.heading && <h4>{block.heading}</h4>}
          {some.length === 0 && <Nothing />}
          {some.map((one) => (
            <Chart parameter={one} key={one.key} />
          ))}
        </>
      );
    }
    case "statement": {
      const some = statementsOf(block, shown);
      return (
        <>
          {block.heading && <h4>{block.heading}</h4>}
          {some.length === 0 && <Nothing />}
          {some.map(({ key, text }) => (
            <p key={key}>{text}</p>
          ))}
        </>
      );
    }
    case "signatures":
      return (
        <div className="fd-signs">
          {issue.signatures.length === 0 && <Nothing />}
          {issue.signatures.map(({ meaning, role, name }) => (
            <span key={meaning + role}>
              <b>{name}</b>
              {meaningWords[meaning]}
            </span>
          ))}
        </div>
      );
    case "qr": {
      const side = qr.side + 2 * QUIET;
      return (
        <div className="fd-qr">
          <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" shapeRendering="crispEdges">
            <path d={qrPath(qr)} />
          </svg>
          <span>{issue.verify_url}</span>
        </div>
      );
    }
    case "end_mark":
      return <p className="fd-end">{kindWords[content.kind].end}</p>;
    default: {
      const parts = partsOfBlock(block, shown);
      return parts.length === 0 ? <Nothing /> : <PaperParts parts={parts} />;
    }
  }
}

function Fields({ block, shown: { document } }: Omit<Props<Typed<"fields">>, "qr">) {
  const { content, issue } = document;
  const { lab } = content;
  const panels = factPanels(block.groups, document);
  const hasLab = block.groups.includes("laboratory");
  const hasTitle = block.groups.includes("title");
  if (panels.length === 0 && !hasLab && !hasTitle) return <Nothing />;
  return (
    <>
      {hasLab && (
        <div className="fd-head">
          <div>
            <b>{lab.name}</b>
            <span>{lab.address.join(", ")}</span>
          </div>
          {lab.accreditation && <span>{lab.accreditation.number}</span>}
        </div>
      )}
      {hasTitle && (
        <div className="fd-title">
          <b>{content.title}</b>
          <span className="code">{issue.certificate_no}</span>
        </div>
      )}
      <div className="fd-panels">
        {panels.map(({ group, isHalf, parts }) => (
          <div className={isHalf ? "fd-half" : undefined} key={group}>
            <PaperParts parts={parts} />
          </div>
        ))}
      </div>
    </>
  );
}

const [WIDTH, HEIGHT, PAD] = [560, 56, 6];
const HALF = HEIGHT / 2;
/** How far out of the middle of its limits a value stands; 1 is on a limit. */
function share(line: CertificateParameter["lines"][number], parameter: CertificateParameter) {
  const result = resultOf(line, "as_left", parameter);
  const { value_reported: value = null, lower = null, upper = null } = result ?? {};
  if (value === null || lower === null || upper === null) return null;
  const [low, high] = [Number(lower), Number(upper)];
  return high > low ? (2 * (Number(value) - low)) / (high - low) - 1 : null;
}

/** Where each value stands between its limits. */
function Chart({ parameter }: { parameter: CertificateParameter }) {
  const shares = parameter.lines.map((line) => share(line, parameter));
  const known = shares.filter((one) => one !== null);
  if (known.length === 0) return <Nothing />;
  const most = Math.max(1, ...known.map(Math.abs));
  const place = (one: number) => HALF - (one / most) * (HALF - PAD);
  return (
    <svg className="fd-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img">
      <title>{`Errors of ${parameter.name} between their limits`}</title>
      <path className="z" d={`M0 ${HALF}h${WIDTH}`} />
      <path className="l" d={`M0 ${place(1)}h${WIDTH}M0 ${place(-1)}h${WIDTH}`} />
      <g className="d">
        {shares.map((one, nth) =>
          one === null ? null : (
            <circle
              key={parameter.lines[nth]!.key}
              cx={((nth + 0.5) * WIDTH) / shares.length}
              cy={place(one)}
              r="3"
            />
          ),
        )}
      </g>
    </svg>
  );
}
