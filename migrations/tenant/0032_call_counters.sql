CREATE INDEX `assets_on_standby_by_type` ON `assets` (`company_id`,`machine_type_id`,`id`) WHERE lifecycle = 'standby' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX `stock_item_machine_types_by_type` ON `stock_item_machine_types` (`company_id`,`machine_type_id`,`stock_item_id`);
--> statement-breakpoint
INSERT INTO "counters" ("company_id", "id", "value")
SELECT "company_id", 'calls.total', count(*) FROM "breakdowns" GROUP BY "company_id"
UNION ALL
SELECT "company_id", 'calls.open', count(*) FROM "breakdowns" WHERE "status" IN ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold') GROUP BY "company_id"
UNION ALL
SELECT "company_id", 'calls.status:' || "status", count(*) FROM "breakdowns" GROUP BY "company_id", "status"
UNION ALL
SELECT "company_id", 'calls.user:' || "assigned_user_id", count(*) FROM "breakdowns" WHERE "assigned_user_id" IS NOT NULL AND "status" IN ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold') GROUP BY "company_id", "assigned_user_id"
UNION ALL
SELECT "company_id", 'calls.team:' || "assigned_team_id", count(*) FROM "breakdowns" WHERE "assigned_team_id" IS NOT NULL AND "status" IN ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold') GROUP BY "company_id", "assigned_team_id"
ON CONFLICT ("company_id", "id") DO UPDATE SET "value" = excluded."value";
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('assets','assets_on_standby_by_type','5000 500 10 1'),
('stock_item_machine_types','stock_item_machine_types_by_type','5000 500 10 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
