CREATE INDEX `breakdowns_open_by_asset` ON `breakdowns` (`company_id`,`asset_id`,`id`) WHERE status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold', 'resolved');
--> statement-breakpoint
DROP INDEX `gate_passes_by_status`;
--> statement-breakpoint
CREATE INDEX `gate_passes_by_status` ON `gate_passes` (`company_id`,`status`,`expected_return_on`,`id`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('breakdowns','breakdowns_open_by_asset','10000 1000 1 1'),
('gate_passes','gate_passes_by_status','200000 20000 4000 4 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
