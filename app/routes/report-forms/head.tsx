import type { ReactNode } from "react";
import { Link } from "react-router";
import { elementsIn } from "#app/shared/certificates/forms/elements.ts";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { layoutProblems } from "#app/shared/certificates/forms/problems.ts";
import { plural } from "#app/shared/plural.ts";
import { SubmitButton } from "#app/ui/form.tsx";
import { Badge, PageHead } from "#app/ui/page.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { FormDetail } from "#worker/domain/report-forms/read.ts";
import { FormVersionBadge } from "./words.tsx";

const papers = { a4: "A4", letter: "Letter" } as const;

/** What the saved version lacks before it can be published. */
function missingOf({ form, shown }: FormDetail): number {
  return elementsIn(form.kind, shown.layout).missing.length + layoutProblems(shown.layout).length;
}

type HeadProps = { detail: FormDetail; isFixed: boolean; isDirty: boolean; more?: ReactNode };
/** The head of a form: its version, what it lacks, and what may be done with it. */
export function Head({ detail, isFixed, isDirty, more }: HeadProps) {
  const { form, shown, may } = detail;
  const missing = missingOf(detail);
  const { paper, orientation } = shown.layout.page;
  const pdf = new URLSearchParams({ version: shown.id, ...(detail.with && { with: detail.with }) });
  return (
    <PageHead
      title={form.name}
      crumbs={[
        { label: "Report forms", to: "/report/form/saved-templates" },
        {
          label: (
            <span className="quiet">{`${kindNames[form.kind]}, version ${shown.versionNo}, ${papers[paper]} ${orientation}`}</span>
          ),
        },
      ]}
      badges={
        <>
          <FormVersionBadge status={shown.status} />
          {shown.status === "draft" && missing > 0 && (
            <Badge tone="overdue" icon="alert">
              {plural(missing, "1 thing missing", "{n} things missing")}
            </Badge>
          )}
          {form.archivedAt && (
            <Badge tone="hold" icon="archive">
              Archived
            </Badge>
          )}
        </>
      }
      sticky
      actions={
        <>
          <a
            className="btn hide-phone"
            href={`/report/form/pdf/${form.id}?${pdf}`}
            target="_blank"
            rel="noreferrer"
            title="The version as it is saved"
          >
            Preview PDF
          </a>
          {may.create && (
            <Link className="btn hide-phone" to={`/report/form/create?from=${form.id}`}>
              Copy
            </Link>
          )}
          {more}
          <MoveButtons detail={detail} isDirty={isDirty} />
          {!isFixed && <SubmitButton tone={isDirty ? "primary" : "plain"}>Save draft</SubmitButton>}
        </>
      }
    />
  );
}

/** What may be done with the version; publishing waits until everything that was drawn is saved. */
function MoveButtons({ detail: { shown }, isDirty }: Pick<HeadProps, "detail" | "isDirty">) {
  const { to } = useDialog();
  return shown.moves
    .filter(({ fits }) => fits)
    .map(({ move, label, why }) => {
      const name = `${label} version ${shown.versionNo}`;
      const not = isDirty ? "Save the draft first" : why;
      const look = move === "publish" && !isDirty ? "btn btn-primary" : "btn";
      return not ? (
        <button key={move} className={look} type="button" disabled title={not}>
          {name}
          <span className="sr-only">{not}</span>
        </button>
      ) : (
        <Link key={move} className={look} to={to({ do: move })} preventScrollReset>
          {name}
        </Link>
      );
    });
}
