import type { Choice } from "#app/shared/list.ts";
import {
  CheckField,
  DateField,
  EmailField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/fields.tsx";
import type { Column } from "#app/ui/list-page.tsx";
import { Badge } from "#app/ui/page.tsx";
import type {
  consumerContacts,
  consumerSites,
  contractReviews,
} from "#drizzle/tenant/consumers.ts";
import { Picker } from "../masters/picker.tsx";
import { telHref } from "../masters/words.ts";
import { yes } from "./consumer-words.tsx";

export type Site = typeof consumerSites.$inferSelect;
export type Contact = typeof consumerContacts.$inferSelect & {
  portalStatus: "invited" | "active" | null;
  /** When they asked for new second factors; null where they have not. */
  lostDeviceAt: number | null;
};
const portalWords = { invited: "Invited", active: "Signs in" } as const;
/** A contract review, known by what it is about. */
export type Review = typeof contractReviews.$inferSelect & {
  name: string;
  decisionRuleName: string | null;
  fileName: string | null;
};

export const siteColumns: Column<Site>[] = [
  { key: "name", label: "Name", card: "c-name" },
  { key: "city", label: "City", card: "c-meta" },
  { key: "address", label: "Address", wide: 2 },
  {
    key: "work",
    label: "Work is done here",
    card: "c-due",
    show: ({ isWorkLocation }) => yes(isWorkLocation),
  },
  { key: "note", label: "Note", optional: true },
];

export function SiteFields({ countries }: { countries: readonly Choice[] }) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <TextField name="city" label="City" maxLength={60} />
      <TextArea name="address" label="Address" maxLength={500} rows={2} className="span-all" />
      <TextField name="postalCode" label="Postal code" maxLength={12} />
      <SelectField name="country" label="Country" options={countries} />
      <CheckField name="isWorkLocation" label="Work is done here" />
      <TextArea name="note" label="Note" maxLength={1000} rows={2} className="span-all" />
    </div>
  );
}

export const contactColumns: Column<Contact>[] = [
  { key: "name", label: "Name", card: "c-name" },
  { key: "designation", label: "Designation", card: "c-meta" },
  {
    key: "phone",
    label: "Phone",
    card: "c-due",
    show: ({ phone }) => phone && <a href={telHref(phone)}>{phone}</a>,
  },
  {
    key: "email",
    label: "E-mail",
    card: "c-due",
    show: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  },
  {
    key: "certificates",
    label: "Receives certificates",
    keep: true,
    show: ({ receivesCertificates }) => yes(receivesCertificates),
  },
  {
    key: "reminders",
    label: "Receives reminders",
    wide: 2,
    show: ({ receivesDueReminders }) => yes(receivesDueReminders),
  },
  {
    key: "portal",
    label: "Portal",
    card: "c-due",
    show: ({ portalStatus, lostDeviceAt }) =>
      lostDeviceAt === null ? (
        portalStatus && portalWords[portalStatus]
      ) : (
        <Badge tone="amber" icon="lock">
          Device lost
        </Badge>
      ),
  },
];

export function ContactFields() {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <TextField name="designation" label="Designation" maxLength={80} />
      <EmailField name="email" label="E-mail" />
      <TextField name="phone" label="Phone" type="tel" maxLength={30} />
      <CheckField
        name="receivesCertificates"
        label="Receives certificates"
        hint="A letter with the link to each one, once it is issued."
      />
      <CheckField
        name="receivesDueReminders"
        label="Receives reminders"
        hint="A letter 30 days before a calibration falls due."
      />
    </div>
  );
}

export const reviewColumns: Column<Review>[] = [
  { key: "on", label: "Reviewed on", card: "c-top", as: "day", field: "reviewedOn" },
  { key: "scope", label: "Scope", card: "c-name", long: true },
  { key: "rule", label: "Decision rule", card: "c-meta", field: "decisionRuleName" },
  { key: "method", label: "Method", wide: 1, field: "methodAgreed" },
  { key: "agreedBy", label: "Agreed by", card: "c-due" },
  {
    key: "file",
    label: "File",
    card: "c-due",
    show: ({ mediaId, fileName }) =>
      mediaId &&
      fileName && (
        <a href={`/media/${mediaId}`} target="_blank" rel="noreferrer">
          {fileName}
        </a>
      ),
  },
];

export function ReviewFields() {
  return (
    <div className="form form-2">
      <DateField name="reviewedOn" label="Reviewed on" required />
      <TextField
        name="agreedBy"
        label="Agreed by"
        required
        maxLength={120}
        hint="Who of the consumer agreed to it."
      />
      <TextArea
        name="scope"
        label="Scope"
        required
        maxLength={500}
        rows={3}
        className="span-all"
        hint="Which devices, which parameters, where."
      />
      <TextField name="methodAgreed" label="Method" maxLength={300} className="span-all" />
      <Picker
        name="decisionRuleId"
        label="Decision rule"
        list="decision-rules"
        shows="decisionRuleName"
      />
      <span />
      <CheckField name="intervalAgreed" label="Interval on certificates is agreed" />
      <CheckField name="subcontractAgreed" label="Subcontracting is agreed" />
    </div>
  );
}
