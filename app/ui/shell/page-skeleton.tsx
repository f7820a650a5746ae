import { useLocation, useNavigation } from "react-router";
import { Overlay } from "../states.tsx";

/** What a page is like before it is there. */
export type PageShape = "list" | "record" | "form" | "overlay";

const rows = Array.from({ length: 8 }, (_, at) => at);
const widths = ["w80", "w60", "w100", "w40", "w80", "w60"];
const Line = ({ at }: { at: number }) => <span className={`sk ${widths[at % widths.length]}`} />;

const outlines = {
  list: (
    <div className="panel">
      {rows.map((row) => (
        <div key={row} className="sk-row">
          {rows.slice(0, 5).map((cell) => (
            <Line key={cell} at={row + cell * 2} />
          ))}
        </div>
      ))}
    </div>
  ),
  record: (
    <div className="cols cols-2">
      {["left", "right"].map((side) => (
        <div key={side} className="panel">
          {rows.map((row) => (
            <div key={row} className="sk-row">
              <Line at={row} />
              <Line at={row + 2} />
            </div>
          ))}
        </div>
      ))}
    </div>
  ),
  form: (
    <div className="panel panel-body form form-2">
      {rows.map((row) => (
        <div key={row} className="sk-field">
          <span className="sk w40" />
          <span className="sk" />
        </div>
      ))}
    </div>
  ),
} satisfies Record<Exclude<PageShape, "overlay">, unknown>;

const plain = (pathname: string) => pathname.replace(/\/$/, "");

/** Over the page that is left, once the next has taken 200 ms: the outline of what is to come, or one overlay over everything. */
export function PageSkeleton({ shapeOf }: { shapeOf: (pathname: string) => PageShape }) {
  const { pathname } = useLocation();
  const { state, location, formMethod } = useNavigation();
  const isLeaving =
    state === "loading" &&
    (!formMethod || formMethod === "GET") &&
    plain(location.pathname) !== plain(pathname);
  if (!isLeaving) return null;
  const shape = shapeOf(location.pathname);
  if (shape === "overlay") return <Overlay />;
  return (
    <div className="page-sk sk-late" role="status">
      <span className="sr-only">Loading</span>
      <div className="stack" aria-hidden="true">
        <span className="sk sk-title" />
        {outlines[shape]}
      </div>
    </div>
  );
}
