import { chromium } from "playwright-core";
import { chromiumPath } from "./tests/e2e/chromium.ts";
const b = await chromium.launch({ executablePath: await chromiumPath(), args:["--no-sandbox","--disable-gpu","--host-resolver-rules=MAP *.localhost 127.0.0.1"] });
const W=Number(process.argv[2]||1280);
const theme=process.argv[3]||"light";
const ctx = await b.newContext({ viewport:{width:W,height:W<768?780:900}, hasTouch:W<768, colorScheme: theme });
const p = await ctx.newPage();
p.on("console",m=>m.type()==="error"&&console.log("ERR",m.text().slice(0,300)));
p.on("pageerror",e=>console.log("PAGEERR",String(e).slice(0,300)));
await p.goto("http://lab.localhost:5398/login");
await p.getByLabel("Email").fill("admin@lab.test").catch(()=>{});
await p.locator("input[type=email],input[name=email]").first().fill("admin@lab.test");
await p.locator("input[type=password]").first().fill("Calibrate-2026-demo");
await p.locator("button[type=submit]").first().click();
await p.waitForURL(/dashboard/);
if(theme==="dark") await p.evaluate(()=>{document.cookie="theme=dark;path=/"});
const shot=async n=>{await p.waitForTimeout(500);await p.screenshot({path:`/tmp/f-${W}-${theme}-${n}.png`,fullPage:true});console.log(n,p.url())};
await p.goto("http://lab.localhost:5398/report/form/saved-templates"); await shot("list");
if(process.argv[4]!=="see"){
await p.goto("http://lab.localhost:5398/report/form/create?kind=calibration");
await p.getByLabel("Name").fill("Defibrillator certificate "+W);
await shot("create");
await p.getByRole("button",{name:"Begin draft"}).click();
await p.waitForURL(/report\/form\/update\//);
}else{ await p.locator("tbody a").first().click(); await p.waitForURL(/update/);}
await p.waitForTimeout(800); await shot("designer");
await p.goto("http://lab.localhost:5398/report/saved-templates?new=1"); await shot("preset");
await b.close();
