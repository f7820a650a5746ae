import { useState } from "react";
import { Link } from "react-router";
import type { ShellData } from "#app/shared/menu.ts";
import { Icon } from "../icon.tsx";
import { Avatar } from "../initials.tsx";
import { Menu } from "../menu.tsx";

type Props = {
  user: ShellData["user"];
  onSignOut: () => void | Promise<void>;
  signOutAction?: string | undefined;
};

/** Picture, name and user type; Profile and Sign out. */
export function ProfileMenu({ user, onSignOut, signOutAction }: Props) {
  const [busy, setBusy] = useState(false);
  const signOut = async () => {
    setBusy(true);
    try {
      await onSignOut();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      className="profile"
      text={
        <>
          <Avatar name={user.name} src={user.avatar} />
          <span className="who">
            <b>{user.name}</b> <span>{user.type}</span>
          </span>
          <Icon name="down" size="s" className="full-only" />
        </>
      }
    >
      {/* Where the header has no room for them. */}
      <div className="menu-who">
        <b>{user.name}</b>
        <span>{user.type}</span>
      </div>
      <Link className="menu-item" to="/profile" prefetch="intent">
        <Icon name="user" />
        Profile
      </Link>
      <form
        method="post"
        action={signOutAction}
        onSubmit={(event) => {
          event.preventDefault();
          void signOut();
        }}
      >
        <button className="menu-item" type="submit" disabled={busy}>
          <Icon name={busy ? "spin" : "out"} spin={busy} />
          Sign out
        </button>
      </form>
    </Menu>
  );
}
