CREATE TABLE `calendar_feeds` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`user_id` text NOT NULL,
	`team_id` text,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`revoked_at` integer,
	`last_read_at` integer,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_hash` ON `calendar_feeds` (`company_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_user` ON `calendar_feeds` (`company_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_by_team` ON `calendar_feeds` (`company_id`,`team_id`) WHERE team_id is not null;--> statement-breakpoint
CREATE INDEX `media_ending` ON `media` (`company_id`,`valid_until`,`id`) WHERE valid_until is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `due_occurrences_by_team` ON `due_occurrences` (`company_id`,`assigned_team_id`,`plan_on`) WHERE assigned_team_id is not null;--> statement-breakpoint
CREATE INDEX `schedules_by_lead` ON `schedules` (`company_id`,`lead_days`) WHERE is_active = 1;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('calendar_feeds','calendar_feeds_by_team','2500 250 1'),
('calendar_feeds','calendar_feeds_by_user','5000 500 1 1'),
('calendar_feeds','calendar_feeds_token_hash','5000 500 1'),
('calendar_feeds','sqlite_autoindex_calendar_feeds_1','5000 500 1'),
('due_occurrences','due_occurrences_by_team','1000000 100000 200 1'),
('media','media_ending','500000 50000 50 1'),
('schedules','schedules_by_lead','20000 2000 400');
--> statement-breakpoint
ANALYZE sqlite_schema;
