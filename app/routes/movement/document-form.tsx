import type { ReactNode } from "react";
import { Link } from "react-router";
import { PlainForm, type Refused } from "#app/ui/form.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";

type Props = {
  id: string;
  title: string;
  /** The list of such documents. */
  list: { label: string; to: string };
  /** Where "Cancel" leads. */
  back: string;
  /** Of the draft that is edited. */
  version?: number | undefined;
  values: Record<string, unknown>;
  problem: Refused | undefined;
  /** The buttons that send the form. */
  verbs: ReactNode;
  children: ReactNode;
};

/** The page of a document that is written or edited: one form under a head with its buttons. */
export function DocumentForm(props: Props) {
  const { id, title, list, back, version, values, problem, verbs, children } = props;
  const newer = version === undefined ? null : newerOf(problem?.data);
  return (
    <PlainForm guard id={id} className="stack" problem={problem} values={values}>
      <PageHead
        title={title}
        crumbs={[list]}
        sticky
        actions={
          <>
            <Link className="btn hide-phone" to={back}>
              Cancel
            </Link>
            {verbs}
          </>
        }
      />
      {newer && <StaleNote newer={newer} />}
      {version !== undefined && (
        <input type="hidden" name="version" value={newer?.version ?? version} />
      )}
      {children}
    </PlainForm>
  );
}
