import { Link, useLocation } from "react-router";
import type { LabelKind } from "#app/shared/label-options.ts";
import { MOST_LABELS, presetOf } from "#app/shared/label-sheet.ts";
import { plural } from "#app/shared/plural.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import type { LabelDeskData } from "#worker/web/label-pages.ts";
import { LabelForm, SaveLabels } from "./label-form.tsx";
import { CalibrationSheet, LabelSheets } from "./label-sheets.tsx";

type Props = {
  data: LabelDeskData;
  /** What the page's action answered to a form that was sent without scripts. */
  answer: { success: boolean } | undefined;
  /** What is labelled: "asset", "assets". */
  thing: string;
  things: string;
  /** What its labels can say. */
  kind: LabelKind;
  list: { title: string; to: string };
  pdf: string;
};

/** Labels at their true size, with the options for printing them, as a page or as a PDF. */
export function LabelDesk({ data, answer, thing, things, kind, list, pdf }: Props) {
  const { labels, options, saved, company, isCut, isChosen, isCalibration, may } = data;
  const { search } = useLocation();
  const preset = presetOf(options.preset);
  const count = plural(labels.length, `1 ${thing}`, `{n} ${things}`);
  const shown = isCalibration || labels.length > 0;
  return (
    <div className="label-desk">
      <PageHead
        title={isCalibration ? "Calibration page" : "Labels"}
        crumbs={[
          { label: list.title, to: list.to },
          { label: isCalibration ? preset.name : count },
        ]}
        actions={
          shown && (
            <>
              <a className="btn" href={pdf + search} target="_blank" rel="noreferrer">
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
          <LabelForm
            options={options}
            kind={kind}
            hasLogo={company.logo !== null}
            isCalibration={isCalibration}
          />
          {may.save && <SaveLabels options={options} saved={saved} answer={answer} />}
        </div>
        <div className="stack">
          {isCut && (
            <Note tone="amber">{`Only the first ${MOST_LABELS} are printed at once. Narrow the list to print the others.`}</Note>
          )}
          {isCalibration ? (
            <>
              <Note tone="info">
                Print this on plain paper at 100 %, without scaling. Hold it against the label sheet
                before a light: the frames must meet the labels' edges. Enter how far they are off
                as offset, in mm: right and down are plus.
              </Note>
              <CalibrationSheet preset={preset} offset={options.offset} />
            </>
          ) : labels.length > 0 ? (
            <LabelSheets labels={labels} options={options} company={company} />
          ) : (
            <EmptyState
              title={isChosen ? `No ${thing} matches` : "Nothing chosen yet"}
              text={`Choose ${things} in the list, or filter it, and print their labels from there.`}
              action={
                <Link className="btn btn-primary" to={list.to}>
                  To {list.title}
                </Link>
              }
            />
          )}
        </div>
      </div>
    </div>
  );
}
