DROP INDEX `gate_passes_by_vendor`;--> statement-breakpoint
CREATE INDEX `gate_passes_to_approve` ON `gate_passes` (`company_id`,`id`) WHERE status = 'pending_approval';--> statement-breakpoint
CREATE INDEX `gate_passes_by_vendor` ON `gate_passes` (`company_id`,`vendor_id`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('gate_passes','gate_passes_by_vendor','200000 20000 40 1'),
('gate_passes','gate_passes_to_approve','10000 1000 1');--> statement-breakpoint
ANALYZE sqlite_schema;
