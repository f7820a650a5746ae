import type { QrModules } from "#app/shared/label-qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";

/** A document on paper that people sign, every text as it is read; its print page and its PDF both draw it. */
export type Slip = {
  company: string;
  host: string;
  header: string | null;
  footer: string | null;
  title: string;
  /** What the number is called. */
  numberName: string;
  number: string;
  /** What stands under the number. */
  under: string;
  state: string;
  qr: QrModules;
  qrName: string;
  facts: { name: string; text: string }[];
  texts: { title: string; text: string }[];
  /** The lines: heads and rows of as many cells, and how much of the width each column takes. */
  table: { title: string; heads: string[]; shares: number[]; rows: string[][] };
  signatures: { role: string; name: string }[];
  written: string;
};

/** What every slip of a company says. */
export const slipOf = (company: Company) => ({
  company: company.name,
  host: company.primaryHost,
  header: settingOf(company, "report_header"),
  footer: settingOf(company, "report_footer"),
});
