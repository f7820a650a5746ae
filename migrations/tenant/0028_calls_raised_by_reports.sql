ALTER TABLE `breakdowns` ADD `raised_by_report_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `breakdowns_raised_by_report` ON `breakdowns` (`company_id`,`raised_by_report_id`) WHERE raised_by_report_id is not null;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('breakdowns','breakdowns_raised_by_report','100000 10000 1');--> statement-breakpoint
ANALYZE sqlite_schema;
