CREATE INDEX `due_occurrences_by_person` ON `due_occurrences` (`company_id`,`assigned_user_id`,`plan_on`) WHERE assigned_user_id is not null;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_by_person','1000000 100000 200 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
