import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { reportsOf } from "#app/shared/report-post.ts";
import { BackLink } from "#app/ui/back-link.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { twoDecimals } from "#app/ui/number-fields.tsx";
import { Note, Overlay, PageHead } from "#app/ui/states.tsx";
import { Version } from "#app/ui/version.tsx";
import type { DueChoice } from "#worker/domain/due/choices.ts";
import type { AssetHead } from "#worker/domain/service-reports/index.ts";
import { AssetFacts } from "./asset-facts.tsx";
import { Checklist } from "./checklist.tsx";
import { CloseFields, type OpenCall, type StoredFile, WorkFields } from "./fields.tsx";
import type { ChosenFile } from "./more-files.tsx";
import { PartsTable } from "./parts-table.tsx";
import { Restore } from "./restore.tsx";
import { Stale } from "./stale.tsx";
import { type Base, useReport } from "./use-report.ts";

const FORM = "report";

type Props = {
  isEdit: boolean;
  title: string;
  verb: string;
  asset: AssetHead;
  first: Omit<Base, "round">;
  /** Calls of the device that the report may answer. */
  calls?: readonly OpenCall[];
  /** Planned services of the device that the report may do. */
  dues: readonly DueChoice[];
  /** The stored "Media file", and the files beside it. */
  file: StoredFile | null;
  storedFiles?: readonly StoredFile[];
  refused: Refused | undefined;
  /** Why nothing can be changed any more. */
  closed?: string | undefined;
};

/** The one form behind 'Create Service/PM Report' and 'Update Service/PM Report'. */
export function ReportForm(props: Props) {
  const { isEdit, title, verb, asset, first, calls = [], dues, refused, closed } = props;
  const { file, storedFiles = [] } = props;
  const report = useReport(isEdit, asset.id, first, refused);
  const { form, dispatch, lists, fetcher, problem, done, base, check } = report;
  const isHydrated = useHydrated();
  const files = useRef<File[]>([]);
  const [more, setMore] = useState<readonly ChosenFile[]>([]);
  const back = reportsOf(asset.id);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    flushSync(() =>
      dispatch({ do: "set service cost", text: twoDecimals(form.serviceCost.trim() || "0") }),
    );
    const fields = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    if (done || !check(Object.fromEntries(fields))) event.preventDefault();
  };

  return (
    <PlainForm
      key={base.round}
      id={FORM}
      className="stack"
      encType="multipart/form-data"
      fetcher={fetcher}
      values={base.values}
      problem={problem}
      onSubmit={submit}
      guard
      tellsDraft
    >
      <PageHead
        sticky
        title={title}
        crumbs={[{ label: <AssetCrumb asset={asset} back={back} /> }]}
        actions={
          <>
            <BackLink className="btn" to={back}>
              Close
            </BackLink>
            {!closed && <SubmitButton disabled={done !== null}>{verb}</SubmitButton>}
          </>
        }
      />
      <Restore report={report} files={files} formId={FORM} />
      <Version of={base.values.version} />
      {closed && (
        <Note tone="info" icon="lock">
          {closed}
        </Note>
      )}
      <Closable closed={closed !== undefined}>
        <AssetFacts asset={asset} />
        <WorkFields isEdit={isEdit} calls={calls} dues={dues} />
        <PartsTable report={report} isEdit={isEdit} />
        <Checklist report={report} isEdit={isEdit} />
        <CloseFields
          report={report}
          file={file}
          files={storedFiles}
          onFiles={(chosen) => (files.current = chosen)}
          more={more}
          onMore={setMore}
        />
      </Closable>
      <Stale report={report} formId={FORM} />
      {isEdit && <Overlay open={isHydrated && (lists.items.loading || lists.types.loading)} />}
    </PlainForm>
  );
}

const Closable = ({ closed, children }: { closed: boolean; children: ReactNode }) =>
  closed ? (
    <fieldset className="stack" disabled>
      {children}
    </fieldset>
  ) : (
    children
  );

const AssetCrumb = ({ asset, back }: { asset: AssetHead; back: string }) => (
  <>
    <BackLink className="back" to={back} icon>
      Back
    </BackLink>
    <Link className="code" to={`/asset/detail/${asset.id}`}>
      {asset.assetCode}
    </Link>
    <span className="hide-phone">
      {[asset.name, [asset.make, asset.model].filter(Boolean).join(" "), asset.departmentName]
        .filter(Boolean)
        .join(", ")}
    </span>
  </>
);
