/** Colours and sizes of a letter, for light and for dark. Mail programs load no file for it. */
export const letterStyle = `:root{color-scheme:light dark}
body{margin:0;padding:24px 12px;background:#f3f4f6;color:#1f2937;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.sheet{max-width:560px;margin:0 auto;padding:24px;border-radius:8px;background:#fff;overflow-wrap:anywhere}
.from{margin:0 0 16px;font-weight:600}p{margin:0 0 16px}ul{margin:0 0 16px;padding-left:20px}li{margin:0 0 12px}a{color:#1d4ed8}
.button{display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none}
.foot{max-width:560px;margin:12px auto 0;font-size:13px;color:#6b7280}
@media (prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}.sheet{background:#1f2937}a{color:#93c5fd}.button{background:#3b82f6;color:#0b1220}.foot{color:#9ca3af}}`;
