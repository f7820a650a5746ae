DROP INDEX `assets_by_department_next_pm`;--> statement-breakpoint
CREATE INDEX `assets_by_department_next_pm` ON `assets` (`company_id`,`department_id`,`next_pm_on`,`id`) WHERE next_pm_on is not null and deleted_at is null;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('assets','assets_by_department_next_pm','50000 5000 50 1 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
