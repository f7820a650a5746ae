ALTER TABLE `sessions` ADD `api_minute` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `api_used` integer;--> statement-breakpoint
CREATE INDEX `service_reports_changed_later` ON `service_reports` (`company_id`,`updated_at`,`id`) WHERE updated_at > created_at;
--> statement-breakpoint
-- By hand
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('service_reports','service_reports_changed_later','50000 5000 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
