import { Form, Link, redirect } from "react-router";
import { passRules } from "#app/shared/flows/gate-passes.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { findAtGate } from "#worker/domain/gate-passes/gate.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/gate";
import { ScanPass } from "./scan-pass.tsx";
import "../../css/passes.css";

export async function loader({ request, context }: Route.LoaderArgs) {
  const code = (new URL(request.url).searchParams.get("code") ?? "").trim();
  const session = context.get(sessionContext);
  const found = code ? await findAtGate(session, code) : [];
  if (found.length === 1) throw redirect(`/gate/${found[0]!.id}`);
  return { code, found };
}
export const meta = () => [{ title: "Gate - Plumbline" }];

/** Where a guard begins: scan a pass, or type its number. */
export default function Gate({ loaderData: { code, found } }: Route.ComponentProps) {
  return (
    <div className="gate">
      <h1>Gate</h1>
      <ScanPass />
      <Form method="get" className="gate-find">
        <label className="field">
          <span className="label">Number of the pass</span>
          <input
            key={code}
            className="input code"
            name="code"
            defaultValue={code}
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="go"
            required
            maxLength={200}
          />
        </label>
        <button className="btn btn-gate" type="submit">
          Find
        </button>
      </Form>
      {code && found.length === 0 && (
        <div className="gate-state overdue" role="alert">
          <Icon name="alert" />
          <span>
            No pass has this number
            <small>Look at the number again, or scan the code on the paper.</small>
          </span>
        </div>
      )}
      {found.length > 1 && (
        <Panel title="Which of these?" flush>
          <ul className="feed">
            {found.map(({ id, number, status }) => (
              <li key={id}>
                <span className="feed-main">
                  <Link className="name code" to={`/gate/${id}`}>
                    {number}
                  </Link>
                  <span className="muted">{passRules.states[status]}</span>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
