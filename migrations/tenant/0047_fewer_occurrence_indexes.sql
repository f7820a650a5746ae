DROP INDEX `due_occurrences_by_assignee`;--> statement-breakpoint
DROP INDEX `due_occurrences_by_report`;--> statement-breakpoint
DROP INDEX `due_occurrences_by_date`;--> statement-breakpoint
CREATE INDEX `due_occurrences_open_by_person` ON `due_occurrences` (`company_id`,`assigned_user_id`,`plan_on`) WHERE assigned_user_id is not null and status in ('scheduled', 'in_progress', 'deferred');--> statement-breakpoint
CREATE INDEX `due_occurrences_by_date` ON `due_occurrences` (`company_id`,`due_on`,`id`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_by_date','2000000 200000 200 1'),
('due_occurrences','due_occurrences_open_by_person','100000 10000 20 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
