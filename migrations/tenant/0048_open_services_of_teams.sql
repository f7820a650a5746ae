CREATE INDEX `due_occurrences_open_by_team` ON `due_occurrences` (`company_id`,`assigned_team_id`,`plan_on`) WHERE assigned_team_id is not null and status in ('scheduled', 'in_progress', 'deferred');
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_open_by_team','100000 10000 20 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
