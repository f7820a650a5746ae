import { Link } from "react-router";

type Props = {
  company: { id: string; name: string };
  /** Whether the person may see companies. */
  may: boolean;
};

/** A company's name, which leads to its page for those who may see it. */
export const CompanyLink = ({ company: { id, name }, may }: Props) =>
  may ? <Link to={`/company/${id}`}>{name}</Link> : name;
