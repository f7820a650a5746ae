import type { ReactNode } from "react";
import { Link } from "react-router";
import { PlainForm, type Refused } from "./form.tsx";
import { type Crumb, PageHead } from "./page.tsx";
import { newerOf, StaleNote } from "./stale-note.tsx";
import { Version } from "./version.tsx";

type Props = {
  id?: string;
  title: string;
  crumbs: Crumb[];
  /** Where "Cancel" leads. */
  back: string;
  /** Of the record that is edited. */
  version?: number | undefined;
  values: Record<string, unknown>;
  problem: Refused | undefined;
  /** The buttons that send the form. */
  verbs: ReactNode;
  /** There are so many of them that a phone shows no "Cancel". */
  hasManyVerbs?: boolean;
  /** Of a form with a file. */
  encType?: "multipart/form-data";
  children: ReactNode;
};

/** The page of a record that is added or edited: one form under a head with its buttons. */
export function RecordForm(props: Props) {
  const { title, crumbs, back, version, verbs, hasManyVerbs = false, children } = props;
  const { id, problem, values, encType } = props;
  const newer = version === undefined ? null : newerOf(problem?.data);
  return (
    <PlainForm
      guard
      id={id}
      className="stack"
      problem={problem}
      values={values}
      {...(encType ? { encType } : {})}
    >
      <PageHead
        title={title}
        crumbs={crumbs}
        sticky
        actions={
          <>
            <Link className={hasManyVerbs ? "btn hide-phone" : "btn"} to={back}>
              Cancel
            </Link>
            {verbs}
          </>
        }
      />
      {newer && <StaleNote newer={newer} />}
      <Version of={version} newer={newer?.version} />
      {children}
    </PlainForm>
  );
}
