import type { Choice, ListResult } from "#app/shared/list.ts";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { type Entity, type May, RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import {
  type Contact,
  ContactFields,
  contactColumns,
  type Review,
  ReviewFields,
  reviewColumns,
  type Site,
  SiteFields,
  siteColumns,
} from "./consumer-parts.tsx";
import { PortalDialogs, PortalEntries } from "./contact-portal.tsx";

type List<R> = ListResult<R> & { record?: R | null };
type Detail = {
  tab: string;
  list: unknown;
  part: Entity | null;
  isAdmin: boolean;
  may: May;
  countries: readonly Choice[];
};
type Props = {
  detail: Detail;
  answer: { success: boolean } | undefined;
  problem: Refused | undefined;
};

/** The sites, the people or the reviews of a consumer. */
export function ConsumerPartTab({ detail, answer, problem }: Props) {
  const { tab, list, part, may } = detail;
  const facts = { may, entity: part! };
  if (tab === "sites") {
    const sites = { ...(list as List<Site>), ...facts };
    return (
      <>
        <RecordList
          list={sites}
          head={false}
          about="Where this consumer's devices stand, or where you work for it."
          columns={siteColumns}
        />
        <RecordDialogs
          list={sites}
          answer={answer}
          archiving="It can no longer be chosen. Machines that stand there keep it."
        >
          <SiteFields countries={detail.countries} />
        </RecordDialogs>
      </>
    );
  }
  if (tab === "contacts") {
    const contacts = { ...(list as List<Contact>), ...facts };
    return (
      <>
        <RecordList
          list={contacts}
          head={false}
          about="People of this consumer: who is called, who receives certificates and reminders, who signs in to the portal."
          columns={contactColumns}
          rowMenu={(row) => may.edit && <PortalEntries contact={row} isAdmin={detail.isAdmin} />}
        />
        {may.edit && <PortalDialogs contacts={contacts.rows} problem={problem} />}
        <RecordDialogs
          list={contacts}
          answer={answer}
          archiving="Nothing is sent to this person any more."
        >
          <ContactFields />
        </RecordDialogs>
      </>
    );
  }
  return <Reviews detail={detail} answer={answer} problem={problem} />;
}

/** A review is known by what it is about. */
const called = <R extends Omit<Review, "name">>(review: R): R & Review => ({
  ...review,
  name: review.scope,
});

function Reviews({ detail, answer, problem }: Props) {
  const { to } = useDialog();
  const { may, part } = detail;
  const list = detail.list as List<Omit<Review, "name">>;
  const reviews = {
    ...list,
    rows: list.rows.map(called),
    record: list.record ? called(list.record) : null,
    ...{ may, entity: part! },
  };
  return (
    <>
      <RecordList
        list={reviews}
        head={false}
        about="What was agreed with this consumer before work began: scope, method, decision rule."
        columns={reviewColumns}
        rowMenu={(row) =>
          may.edit && (
            <>
              <MenuLink to={to({ do: "attach-file", on: row.id })} icon="upload">
                {row.mediaId ? "Replace file" : "Add file"}
              </MenuLink>
              {row.mediaId && (
                <MenuLink to={to({ do: "delete-file", on: row.id })} icon="trash">
                  Delete file
                </MenuLink>
              )}
            </>
          )
        }
      />
      <RecordDialogs
        list={reviews}
        answer={answer}
        archiving="It no longer counts for new certificates. Those that rest on it stay."
        restoring="It counts for new certificates again."
        wide
      >
        <ReviewFields />
      </RecordDialogs>
      {may.edit && <FileDialogs reviews={reviews.rows} problem={problem} />}
    </>
  );
}

const endings = ["pdf", "jpg", "jpeg", "png", "doc", "docx"];

/** The dialogs about a review's file. */
function FileDialogs({ reviews, problem }: { reviews: Review[]; problem: Refused | undefined }) {
  const { asked, shown } = useDialog();
  const intent = asked("do");
  const review = useOpenedRow("on", reviews);
  if (!review) return null;
  if (intent === "attach-file")
    return (
      <FormDialog
        {...shown}
        problem={problem}
        title="Add a file to the review"
        verb="Add file"
        encType="multipart/form-data"
        hidden={{ intent, review: review.id }}
      >
        <p className="muted">{review.scope}</p>
        <FileField name="file" label="File" accept={endings} required />
      </FormDialog>
    );
  if (intent !== "delete-file") return null;
  return (
    <ConfirmDialog
      {...shown}
      problem={problem}
      title={`Delete ${review.fileName ?? "the file"}?`}
      intent={intent}
      hidden={{ review: review.id }}
      verb="Delete file"
      keep="Keep file"
    >
      <p>It is no longer shown. The file itself is kept for 30 days.</p>
    </ConfirmDialog>
  );
}
