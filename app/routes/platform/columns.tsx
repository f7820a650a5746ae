import { AgeText } from "#app/ui/time.tsx";
import { CompanyLink } from "./company-link.tsx";

type OfCompany = { companyId: string | null; companyName: string | null };
/** The company that a row is of, or is to become. @param may whether the person may see companies */
export const companyColumn = (may: boolean) =>
  ({
    key: "company",
    label: "Company",
    show: ({ companyId: id, companyName }: OfCompany) =>
      id ? <CompanyLink company={{ id, name: companyName ?? "" }} may={may} /> : companyName,
  }) as const;

/** How long ago a row began to wait. */
export const ageColumn = (now: number) =>
  ({
    key: "age",
    label: "Age",
    show: ({ createdAt }: { createdAt: number }) => <AgeText at={createdAt} now={now} />,
  }) as const;
