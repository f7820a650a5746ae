import { useSearchParams } from "react-router";
import type { FormLayout } from "#app/shared/certificates/form.ts";
import { namesOf } from "#app/shared/certificates/forms/layout.ts";
import { withSamples } from "#app/shared/certificates/forms/sample-answers.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { FormDetail } from "#worker/domain/report-forms/read.ts";
import { FieldNames } from "./boxes.tsx";
import { ElementsPanel } from "./elements-panel.tsx";
import { Palette } from "./palette.tsx";
import { Paper } from "./paper.tsx";
import { SidePanel } from "./side-panel.tsx";
import { useLayout } from "./use-layout.ts";

type Props = { detail: FormDetail; isFixed: boolean };

/** The designer of a form: what can be placed, the report as it would be, and what is missing of it. */
export function Designer({ detail, isFixed }: Props) {
  const { shown, form, qr } = detail;
  const of = useLayout(shown.layout);
  const { layout, undo, told } = of;
  const document = detail.with === "" ? withSamples(detail.document, layout) : detail.document;
  return (
    <>
      <input type="hidden" name="layout" value={JSON.stringify(layout satisfies FormLayout)} />
      <FieldNames names={namesOf(layout)} />
      <p className="sr-only" id="fd-keys">
        Arrow keys walk the blocks, Alt with an arrow key moves one, Delete takes it away.
      </p>
      <p className="sr-only" role="status">
        {told}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: takes a change back by the keys that people know */}
      <div
        className={isFixed ? "fd fd-fixed" : "fd"}
        onKeyDown={(event) => {
          const isTyping =
            event.target instanceof Element && event.target.closest("input, textarea");
          if (isFixed || isTyping || event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          undo();
        }}
      >
        {!isFixed && <Palette of={of} />}
        <div className="fd-desk">
          <div className="fd-bar">
            <LookedWith detail={detail} />
            {!isFixed && (
              <button className="btn btn-sm" type="button" onClick={undo}>
                Undo
              </button>
            )}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys */}
          <section className="fd-sheet" aria-label="Paper" tabIndex={0}>
            <Paper {...{ of, document, qr, isFixed }} />
          </section>
        </div>
        <div className="stack fd-side">
          <ElementsPanel of={of} kind={form.kind} isFixed={isFixed} />
          {!isFixed && <SidePanel of={of} document={document} />}
        </div>
      </div>
    </>
  );
}

/** Which report the form is looked at with. */
function LookedWith({ detail }: { detail: FormDetail }) {
  const [params, setParams] = useSearchParams();
  return (
    <span className="pick">
      <select
        className="select"
        aria-label="Preview with"
        value={detail.with}
        onChange={({ target }) => {
          const next = new URLSearchParams(params);
          if (target.value) next.set("with", target.value);
          else next.delete("with");
          setParams(next, { preventScrollReset: true, replace: true });
        }}
      >
        <option value="">Preview with sample data</option>
        {detail.reports.map(({ id, name }) => (
          <option value={id} key={id}>{`Preview with ${name}`}</option>
        ))}
        {detail.with !== "" && !detail.reports.some(({ id }) => id === detail.with) && (
          <option
            value={detail.with}
          >{`Preview with ${detail.document.issue.certificate_no}`}</option>
        )}
      </select>
      <Icon name="down" />
    </span>
  );
}
