import { Link } from "react-router";
import { dateFormats, dateText, monthNames } from "#app/shared/dates.ts";
import type { Choice } from "#app/shared/list.ts";
import { EmailField, ReadOnlyField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { SubmitButton } from "#app/ui/form.tsx";
import { DefinitionList, Panel } from "#app/ui/states.tsx";
import type { SettingsPage } from "#worker/domain/settings/read.ts";
import type { FormResult } from "#worker/web/forms.ts";
import { ProfileForm } from "../people/profile-form.tsx";
import { SectionForm } from "./section-form.tsx";

const MOST_BYTES = 2 * 1024 * 1024;
const monthChoices = monthNames.map((label, at) => ({
  value: String(at + 1).padStart(2, "0"),
  label,
}));
const locales = [
  "en-IN",
  "en-GB",
  "en-US",
  "en-AE",
  "en-AU",
  "en-SG",
  "en-ZA",
  "de-DE",
  "de-CH",
  "es-ES",
  "fr-FR",
  "it-IT",
  "nl-NL",
  "pt-BR",
];
const localeChoices = locales.map((value) => ({
  value,
  label: value,
  hint: new Intl.NumberFormat(value).format(1234567.89),
}));

type Props = {
  page: SettingsPage;
  mayEdit: boolean;
  today: string;
  /** Its name in English. */
  country: string;
  zones: Choice[];
  currencies: Choice[];
  /** The section in which another address is asked for. */
  seesAddress: boolean;
  actionData: FormResult | undefined;
};
/** A value that is set stays on offer. */
const withOwn = (choices: Choice[], value: string) =>
  choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }];

/** Who the company is, and how it writes dates and numbers. */
export function CompanySection({
  page: { company, sections },
  mayEdit,
  today,
  country,
  zones,
  currencies,
  seesAddress,
  actionData,
}: Props) {
  const { values, version } = sections.company;
  const [name, timeZone, currency] = [
    String(values.name),
    String(values.timeZone),
    String(values.currency),
  ];
  const logo = company.logo ? `/media/${company.logo}` : null;
  const shownLogo = `${logo}?size=medium`;
  return (
    <div className="cols cols-2">
      <SectionForm
        intent="company"
        title="Company"
        values={values}
        version={version}
        mayEdit={mayEdit}
        actionData={actionData}
      >
        <TextField name="name" label="Name" maxLength={150} required autoComplete="organization" />
        <TextArea name="address" label="Address" maxLength={500} rows={3} />
        <div className="form form-2">
          <TextField name="phone" label="Phone" type="tel" maxLength={30} />
          <EmailField name="email" label="E-mail" />
        </div>
        <TextArea
          name="taxIds"
          label="Tax ids"
          rows={2}
          hint="One a line, such as GSTIN: 33ABCDE1234F1Z5"
        />
        <div className="form form-2">
          <SelectField
            name="timeZone"
            label="Time zone"
            placeholder={false}
            options={withOwn(zones, timeZone)}
          />
          {company.hasAmounts ? (
            <>
              <input type="hidden" name="currency" value={currency} />
              <ReadOnlyField
                label="Currency"
                value={currency}
                hint="Amounts have been entered in it, so it cannot change."
              />
            </>
          ) : (
            <SelectField
              name="currency"
              label="Currency"
              placeholder={false}
              options={withOwn(currencies, currency)}
              hint="It cannot change once an amount was entered."
            />
          )}
          <SelectField
            name="dateFormat"
            label="Date format"
            placeholder={false}
            options={dateFormats.map((value) => ({ value, label: dateText(today, value) }))}
          />
          <SelectField
            name="fiscalYearStart"
            label="Fiscal year begins in"
            placeholder={false}
            options={monthChoices}
          />
          <SelectField
            name="locale"
            label="Numbers as in"
            placeholder="As in the company's country"
            options={localeChoices}
          />
        </div>
      </SectionForm>
      <div className="stack">
        <Panel title="Your account">
          <div className="stack">
            <DefinitionList
              entries={[
                ["Address on the web", company.host],
                ["Country", country],
              ]}
            />
            <p className="hint">
              {seesAddress ? (
                <>
                  Ask for another address under <Link to="/settings/address">Address</Link>, and
                  support for another country.
                </>
              ) : (
                "Ask an Admin for another address, and support for another country."
              )}
            </p>
          </div>
        </Panel>
        <Panel
          title="Logo"
          actions={
            mayEdit &&
            logo && (
              <ProfileForm intent="remove-logo" actionData={actionData} className="">
                <SubmitButton tone="plain" className="btn-sm">
                  Remove logo
                </SubmitButton>
              </ProfileForm>
            )
          }
        >
          {mayEdit ? (
            <ProfileForm intent="logo" actionData={actionData} encType="multipart/form-data">
              <FileField
                name="logo"
                label={logo ? "New logo" : "Picture"}
                accept={["jpg", "jpeg", "png"]}
                maxSize={MOST_BYTES}
                required
                thumbnails
                current={logo ? { name: "Current logo", href: logo, preview: shownLogo } : null}
                hint="It stands on labels and printed reports."
              />
              <div>
                <SubmitButton tone="plain">Save logo</SubmitButton>
              </div>
            </ProfileForm>
          ) : logo ? (
            <img className="file-preview" src={shownLogo} alt={`Logo of ${name}`} />
          ) : (
            <p className="muted">No logo yet.</p>
          )}
        </Panel>
      </div>
    </div>
  );
}
