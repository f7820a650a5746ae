import type { Company } from "../../session.ts";
import { settingOf } from "./vocabulary.ts";

/** The picture that stands at the head of the company's papers: a media id. */
export const paperLogo = (company: Company) =>
  settingOf(company, "logo_on_report") ? company.logoMediaId : null;

/** Where a page finds that picture. */
export const paperLogoAddress = (company: Company) => {
  const id = paperLogo(company);
  return id ? `/media/${id}` : null;
};
