import type { ReactNode } from "react";
import { Link } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, PageHead } from "#app/ui/page.tsx";
import { newerOf } from "#app/ui/stale-note.tsx";
import { Version } from "#app/ui/version.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import type { Taken } from "#worker/domain/assets/taken.ts";
import { AccessoriesSection } from "./form-accessories.tsx";
import { BasicSection } from "./form-basic.tsx";
import { CategoryQuestion, type OwnField, ownName } from "./form-own-fields.tsx";
import { PlanSection } from "./form-plan.tsx";
import { FormSection, SectionLinks } from "./form-section.tsx";
import {
  FinanceSection,
  type MayMake,
  PlaceSection,
  PurchaseSection,
  TechnicalSection,
} from "./form-sections.tsx";
import { Newer } from "./newer.tsx";
import { useKind } from "./use-kind.ts";
import { usePlan } from "./use-plan.ts";
import type { Version as Saved } from "./versions.ts";

/** The form's id, under which its draft is stored. */
export const ASSET_FORM = "asset";

type Props = {
  title: string;
  crumbs: Crumb[];
  back: string;
  choices: FormChoices;
  /** Own fields of the device's category, which may be archived. */
  fields: OwnField[];
  values: Record<string, unknown> & { specJson?: Record<string, unknown> };
  today: string;
  /** Which dates schedules give, so that the form shows them only. */
  fixedDates?: Record<"pm" | "cal", boolean>;
  make: MayMake;
  /** The existing device and the version it was read with; absent for a new one. */
  id?: string;
  version?: number;
  problem: Refused | undefined;
  /** Called when the person goes on with a version that someone else saved; their own changes are the draft. */
  onGoOn?: (newer: Saved) => void;
  /** Where an existing device stands; the form does not change it. */
  place?: ReactNode;
  /** The person may add accessories with a new device. */
  fits?: boolean;
};

/** The form for adding and for editing an asset. */
export function AssetForm(props: Props) {
  const { title, crumbs, back, values, version, problem, onGoOn } = props;
  const isNew = version === undefined;
  const newer = isNew ? null : newerOf(problem?.data);
  const ownFields = Object.entries(values.specJson ?? {}).map(([key, value]) => [
    ownName(key),
    value,
  ]);
  return (
    <PlainForm
      guard
      id={ASSET_FORM}
      className="stack"
      problem={problem}
      values={{ ...values, ...Object.fromEntries(ownFields) }}
    >
      <div className="head-sticky form-head">
        <PageHead
          title={title}
          crumbs={crumbs}
          actions={
            <>
              <Link className="btn" to={back}>
                Cancel
              </Link>
              {isNew && (
                <>
                  <SubmitButton tone="plain" name="intent" value="clone">
                    Save and clone
                  </SubmitButton>
                  <SubmitButton tone="plain" name="intent" value="another">
                    Save and add another
                  </SubmitButton>
                </>
              )}
              <SubmitButton name="intent" value="save">
                Save
              </SubmitButton>
            </>
          }
        />
        <SectionLinks />
      </div>
      {newer && onGoOn ? (
        <Newer
          formId={ASSET_FORM}
          opened={{ ...values, version: version ?? 0 }}
          newer={newer}
          choices={props.choices}
          onGoOn={onGoOn}
        />
      ) : (
        <Version of={version} />
      )}
      <Sections {...props} />
    </PlainForm>
  );
}

/** The sections, inside the form so that a restored draft gives them their first values. */
function Sections({
  choices,
  fields,
  today,
  fixedDates = { pm: false, cal: false },
  make,
  id = "",
  version,
  problem,
  place,
  fits = false,
}: Props) {
  const isNew = version === undefined;
  const plan = usePlan(today);
  const kind = useKind(choices, fields, plan);
  const duplicates = (problem?.data as { duplicates?: Partial<Taken> } | undefined)?.duplicates;
  return (
    <>
      <BasicSection
        choices={choices}
        kind={kind}
        plan={plan}
        make={make}
        id={isNew ? null : id}
        place={place}
        duplicates={{
          assetCode: duplicates?.assetCode ?? null,
          serialNo: duplicates?.serialNo ?? null,
        }}
      />
      <PlaceSection choices={choices} isNew={isNew} make={make} />
      <PurchaseSection vendors={choices.vendor} make={make} />
      <PlanSection
        plan={plan}
        category={kind.intervals}
        fixed={fixedDates}
        id={isNew ? null : id}
      />
      <TechnicalSection />
      <FinanceSection plan={plan} />
      <AccessoriesSection id={isNew ? null : id} fits={fits} />
      <FormSection id="documents">
        {isNew ? (
          <p className="muted">Photos, manuals and licences are added once the asset is saved.</p>
        ) : (
          <Link to={`/asset/detail/${id}?tab=document`}>Documents of this asset</Link>
        )}
      </FormSection>
      <CategoryQuestion dropped={kind.dropped} onKeep={kind.keep} onChange={kind.confirm} />
    </>
  );
}
