import { Link, useLocation } from "react-router";
import { savedLabels } from "#app/shared/label-options.ts";
import { MOST_ASSETS, presetOf } from "#app/shared/label-sheet.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { labelsOf, saveLabels } from "#worker/domain/labels.ts";
import { carriedOutOnce } from "#worker/once.ts";
import { sessionContext, visitContext } from "#worker/web/context.ts";
import { formOf, submitted, valuesOf } from "#worker/web/forms.ts";
import { answeredForm } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/label-page";
import { LabelForm, SaveLabels } from "./label-form.tsx";
import { CalibrationSheet, LabelSheets } from "./label-sheets.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const params = new URL(request.url).searchParams;
  const { logo, ...found } = await labelsOf(session, params);
  const { name, logoMediaId, settings } = session.company;
  return {
    ...found,
    saved: savedLabels(settings),
    company: { name, logo: logo && logoMediaId },
    isCalibration: params.get("calibrate") === "1",
    may: { save: session.can("edit-settings") },
  };
}

/** Sets the sheet and offset for everybody. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await formOf(request, visit);
  const values = valuesOf(form);
  return submitted(values, async () => {
    const answer = await carriedOutOnce(visit, () => saveLabels(context.get(sessionContext), values));
    return answeredForm(request, visit, answer);
  });
}

export const meta = () => [{ title: "Labels - Plumbline" }];

export default function LabelPage({ loaderData, actionData }: Route.ComponentProps) {
  const { labels, options, saved, company, isCut, isChosen, isCalibration, may } = loaderData;
  const { search } = useLocation();
  const preset = presetOf(options.preset);
  const count = `${labels.length} ${labels.length === 1 ? "asset" : "assets"}`;
  const shown = isCalibration || labels.length > 0;
  return (
    <div className="label-desk">
      <PageHead
        title={isCalibration ? "Calibration page" : "Labels"}
        crumbs={[{ label: "All Assets", to: "/all-assets" }, { label: isCalibration ? preset.name : count }]}
        actions={
          shown && (
            <>
              <a className="btn" href={`/asset/labels.pdf${search}`} target="_blank" rel="noreferrer">
                <Icon name="dl" />
                PDF
              </a>
              <button className="btn btn-primary" type="button" onClick={() => print()}>
                <Icon name="print" />
                Print
              </button>
            </>
          )
        }
      />
      <div className="label-cols">
        <div className="stack label-side">
          <LabelForm options={options} hasLogo={company.logo !== null} isCalibration={isCalibration} />
          {may.save && <SaveLabels options={options} saved={saved} problem={actionData && !actionData.success ? actionData : undefined} />}
        </div>
        <div className="stack">
          {isCut && <Note tone="amber">{`Only the first ${MOST_ASSETS} are printed at once. Narrow the list to print the others.`}</Note>}
          {isCalibration ? (
            <>
              <Note tone="info">
                Print this on plain paper at 100 %, without scaling. Hold it against the label sheet before a light: the frames must meet
                the labels' edges. Enter how far they are off as offset, in mm: right and down are plus.
              </Note>
              <CalibrationSheet preset={preset} offset={options.offset} />
            </>
          ) : labels.length > 0 ? (
            <LabelSheets labels={labels} options={options} company={company} />
          ) : (
            <EmptyState
              title={isChosen ? "No asset matches" : "Nothing chosen yet"}
              text="Choose assets in the list, or filter it, and print their labels from there."
              action={
                <Link className="btn btn-primary" to="/all-assets">
                  To All Assets
                </Link>
              }
            />
          )}
        </div>
      </div>
    </div>
  );
}
