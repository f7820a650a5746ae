import { serviceTypeWords, statusWords, typeWord } from "#app/shared/person-words.ts";
import type { Session } from "../../session.ts";
import { beginExport } from "../lists/exports.ts";
import type { PersonRow } from "./columns.ts";
import { listPeople } from "./list.ts";

const columns: Record<string, (row: PersonRow) => string | number | null> = {
  Name: (row) => row.name,
  "E-mail": (row) => row.email,
  Phone: (row) => row.phone,
  Type: (row) => typeWord(row.type),
  "Service type": (row) => serviceTypeWords[row.serviceType] ?? "",
  Designation: (row) => row.designation,
  "Employee code": (row) => row.employeeCode,
  Location: (row) => row.departmentName,
  Teams: (row) => row.teams.join("; "),
  Status: (row) => statusWords[row.status],
  "Last sign-in": (row) => (row.lastLoginAt ? new Date(row.lastLoginAt).toISOString() : ""),
};

/** Everybody the list's search and filters match, a page at a time. @throws Response 403, 429 for the sixth in five minutes */
export async function exportPeople(session: Session, params: URLSearchParams) {
  await beginExport(session, "export-user", "People");
  return { name: "people", head: Object.keys(columns), pages: pagesOf(session, params) };
}

async function* pagesOf(session: Session, params: URLSearchParams) {
  const asked = new URLSearchParams(params);
  asked.set("size", "100");
  // A page of the list is no part of what is exported.
  asked.delete("before");
  for (let after: string | null = ""; after !== null; ) {
    asked.set("after", after);
    const { rows, page } = await listPeople(session, asked);
    yield rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
    after = page.next;
  }
}
