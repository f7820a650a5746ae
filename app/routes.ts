import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { portalScreens } from "../worker/portal-screens.ts";
import { screens } from "../worker/screens.ts";
import { publicPages } from "./shared/public-pages.ts";

export default [
  layout(
    "routes/site/frame.tsx",
    publicPages.map(({ path, file }) =>
      path === "/" ? index(`routes/site/${file}`) : route(path, `routes/site/${file}`),
    ),
  ),
  route("signup/host", "routes/site/signup-host.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("site-media/:id", "routes/site/media.ts"),
  route("error404", "routes/public/error404.tsx"),
  route("company-closed", "routes/public/company-closed.tsx"),
  route("error500", "routes/public/error500.tsx"),

  route("login", "routes/sign-in/login.tsx"),
  route("login/second-step", "routes/sign-in/second-step.tsx"),
  route("login/passkey", "routes/sign-in/passkey.ts"),
  route("login/oidc", "routes/sign-in/to-provider.ts"),
  route("login/oidc/callback", "routes/sign-in/from-provider.ts"),
  route("login/oidc/backchannel", "routes/sign-in/back-channel.ts"),
  route("login/oidc/out", "routes/sign-in/provider-out.tsx"),
  route("developer/login", "routes/sign-in/developer-login.tsx"),
  route("enter", "routes/sign-in/enter.tsx"),
  route("forgot-password", "routes/sign-in/forgot-password.tsx"),
  route("reset-password/:token", "routes/sign-in/reset-password.tsx"),
  route("verify-email/:id/:token", "routes/sign-in/verify-email.tsx"),
  route("q/:token", "routes/public/device.tsx"),
  route("call/:token", "routes/public/call.tsx"),
  route("verify/heads", "routes/public/ledger-heads.tsx"),
  route("verify/:token.json", "routes/public/verify-json.ts"),
  route("verify/:token", "routes/public/verify.tsx"),
  route("verify/:token/:file", "routes/public/verify-file.ts"),
  route("round/:package", "routes/rounds/round.tsx"),
  route("rounds/contact", "routes/rounds/contact.ts"),
  route("calendar/:token", "routes/public/calendar-feed.ts"),
  ...["webhooks/stripe", "webhooks/razorpay"].map((id) =>
    route(id, "routes/public/webhook.ts", { id }),
  ),
  route("dev/outbox", "routes/sign-in/dev-outbox.tsx"),
  route("dev/outbox/:id", "routes/sign-in/dev-letter.ts"),

  layout(
    "routes/shell/signed-in.tsx",
    Object.entries(screens).map(([path, { file }]) => route(path, `routes/${file}`, { id: path })),
  ),

  layout(
    "routes/portal/frame.tsx",
    Object.entries(portalScreens).map(([path, file]) =>
      route(path, `routes/${file}`, { id: path }),
    ),
  ),

  route("*", "routes/public/unknown.tsx"),
] satisfies RouteConfig;
