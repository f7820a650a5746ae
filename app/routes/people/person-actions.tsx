import { Link } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { PersonDetail } from "#worker/domain/people/detail.ts";

/** What may be done to the person whose page this is. */
export function PersonActions({ detail: { person, may } }: { detail: PersonDetail }) {
  const { to } = useDialog();
  if (!may.edit) return null;
  const item = (what: string, icon: IconName, text: string, danger = false) => (
    <MenuLink key={what} to={to({ do: what, person: person.id })} icon={icon} danger={danger}>
      {text}
    </MenuLink>
  );
  const works = person.status === "active" || person.status === "invited";
  const more = [
    works &&
      may.link &&
      item(
        "send-link",
        "mail",
        person.status === "invited" ? "Send invitation again" : "Send reset link",
      ),
    works && may.rule && item("email", "edit", "Change e-mail"),
    person.status === "active" && may.link && item("sign-out", "out", "Sign out everywhere"),
    !works && may.reactivate && item("reactivate", "refresh", "Reactivate"),
    person.status === "invited" &&
      may.withdraw &&
      item("withdraw", "x", "Withdraw invitation", true),
    works && may.rule && item("suspend", "pause", "Suspend", true),
    person.status !== "left" && may.leave && item("leave", "archive", "Mark as left", true),
    person.status !== "left" && may.leaveBy && (
      <button key="leave-by" className="menu-item" type="button" disabled>
        <Icon name="archive" />
        {may.leaveBy === "unlimited"
          ? "Mark as left (only by who sees every Location)"
          : "Mark as left (only by who has all their rights)"}
      </button>
    ),
  ].filter(Boolean);
  return (
    <>
      <Link className="btn" to={to({ do: "edit", person: person.id })} preventScrollReset>
        <Icon name="edit" />
        Edit
      </Link>
      {more.length > 0 && (
        <Menu label="More actions" className="btn btn-icon">
          {more}
        </Menu>
      )}
    </>
  );
}
