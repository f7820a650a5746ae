import type { CertificateKind } from "#app/shared/certificates/document.ts";
import { elementsIn } from "#app/shared/certificates/forms/elements.ts";
import { layoutProblems } from "#app/shared/certificates/forms/problems.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import type { Layout } from "./use-layout.ts";

/** What a report must say and does not, each with the button that places it, and what cannot be drawn. */
export function ElementsPanel({
  of: { layout, change, choose },
  kind,
  isFixed,
}: {
  of: Layout;
  kind: CertificateKind;
  isFixed: boolean;
}) {
  const { missing, placed } = elementsIn(kind, layout);
  const problems = layoutProblems(layout);
  const all = missing.length + placed.length;
  const open = missing.length + problems.length;
  return (
    <Panel
      title="ISO/IEC 17025"
      flush
      actions={<span className="muted tn">{`${placed.length} of ${all}`}</span>}
    >
      <div role="status" className="sr-only">
        {plural(open, "1 thing is missing", "{n} things are missing")}
      </div>
      {open === 0 && <p className="panel-body muted">Everything a report must say is placed.</p>}
      <ul className="gates fd-miss">
        {missing.map(({ element, why }) => (
          <li className="open" key={element.name}>
            <div>
              <Icon name="alert" />
              <span>
                <b>{element.name}</b>
                <small>{why}</small>
                {!isFixed && (
                  <button
                    className="btn btn-sm"
                    type="button"
                    aria-label={`${element.verb}: ${element.name}`}
                    onClick={() => change(element.place(layout))}
                  >
                    {element.verb}
                  </button>
                )}
              </span>
              <span className="code">{element.clause}</span>
            </div>
          </li>
        ))}
        {problems.map(({ id, message }) => (
          <li className="open" key={id + message}>
            <div>
              <Icon name="alert" />
              <span>
                <b>{message}</b>
                <button className="btn btn-sm" type="button" onClick={() => choose(id)}>
                  Show it
                </button>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {placed.length > 0 && (
        <details className="fd-done">
          <summary>{plural(placed.length, "1 placed", "{n} placed")}</summary>
          <ul className="gates">
            {placed.map(({ name, clause }) => (
              <li key={name}>
                <div>
                  <Icon name="ok" />
                  <span>{name}</span>
                  <span className="code">{clause}</span>
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
