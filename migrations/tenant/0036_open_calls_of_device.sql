CREATE INDEX `breakdowns_open_by_asset` ON `breakdowns` (`company_id`,`asset_id`,`id`) WHERE status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold', 'resolved');
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('breakdowns','breakdowns_open_by_asset','10000 1000 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
