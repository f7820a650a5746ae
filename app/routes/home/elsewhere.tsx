import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { type Figure, Panel, Readout } from "#app/ui/page.tsx";
import type { Dashboard } from "./dashboard.tsx";

/** For whom there are no devices and no stock: what else they find here. */
export default function Elsewhere({
  open,
  tiles,
  isAdmin,
}: {
  open: Dashboard["open"];
  tiles: Dashboard["tiles"];
  isAdmin: boolean;
}) {
  const { people, unread, settings, gate, registers } = open;
  const figures: Figure[] = [
    ...tiles,
    ...(people === null ? [] : [{ label: "People", value: people, to: "/users" }]),
    { label: "Unread notifications", value: unread > 9 ? "9+" : unread, to: "/notifications" },
  ];
  const places = [
    ...registers,
    people !== null && {
      to: "/users",
      title: "Users",
      text: "Who works here, and what each may see and do.",
    },
    settings && {
      to: "/settings",
      title: "Settings",
      text: "The company's name, address, time zone, dates and security.",
    },
    { to: "/activity-logs", title: "Activity Logs", text: "What was done, when and by whom." },
    { to: "/profile", title: "Profile", text: "Your name, picture, password and sessions." },
  ].filter((place) => place !== false);
  return (
    <>
      {gate && (
        <Link className="btn btn-primary to-gate" to="/gate">
          <Icon name="scan" />
          Gate
        </Link>
      )}
      <Readout label="Today" figures={figures} fill />
      <Panel title="What you can open" flush>
        <ul className="feed">
          {places.map(({ to, title, text }) => (
            <li key={to}>
              <span className="feed-main">
                <Link className="name" to={to} prefetch="intent">
                  {title}
                </Link>
                <span className="muted">{text}</span>
              </span>
            </li>
          ))}
        </ul>
        {!isAdmin && (
          <p className="begin-none muted">
            What you see depends on your permissions. An Admin of your company can change them.
          </p>
        )}
      </Panel>
    </>
  );
}
