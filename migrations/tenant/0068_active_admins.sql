CREATE INDEX `users_admins` ON `users` (`company_id`,`status`,`name`) WHERE type = 'admin';
--> statement-breakpoint
-- By hand
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('users','users_admins','250 25 5 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
