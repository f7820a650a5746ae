CREATE INDEX `due_occurrences_deferred` ON `due_occurrences` (`company_id`,`asset_id`,`plan_on`) WHERE defer_to is not null;--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_deferred','1000000 100000 10 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
