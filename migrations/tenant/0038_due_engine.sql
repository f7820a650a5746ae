CREATE TABLE `occurrence_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`exception` text,
	`from_on` text,
	`to_on` text,
	`assignee_name` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`occurrence_id`) REFERENCES `due_occurrences`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "occurrence_events_status_known" CHECK("occurrence_events"."status" is null or "occurrence_events"."status" in ('scheduled', 'in_progress', 'done', 'deferred', 'missed', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `occurrence_events_by_occurrence` ON `occurrence_events` (`company_id`,`occurrence_id`,`id`);--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `opens_on` text;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `closes_on` text;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `plan_on` text GENERATED ALWAYS AS (coalesce(defer_to, due_on)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `deferrals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `cancelled_by` text;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `cancelled_at` integer;--> statement-breakpoint
ALTER TABLE `due_occurrences` ADD `cancel_reason` text;--> statement-breakpoint
CREATE INDEX `due_occurrences_by_plan` ON `due_occurrences` (`company_id`,`plan_on`,`status`,`kind`);--> statement-breakpoint
CREATE INDEX `due_occurrences_open` ON `due_occurrences` (`company_id`,`plan_on`,`id`) WHERE status in ('scheduled', 'in_progress', 'deferred');--> statement-breakpoint
CREATE INDEX `due_occurrences_by_report` ON `due_occurrences` (`company_id`,`service_report_id`) WHERE service_report_id is not null;--> statement-breakpoint
ALTER TABLE `schedules` ADD `is_plan` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `schedules` ADD `next_on` text;--> statement-breakpoint
ALTER TABLE `schedules` ADD `minutes` integer;--> statement-breakpoint
ALTER TABLE `schedules` ADD `held_by` text;--> statement-breakpoint
ALTER TABLE `schedules` ADD `held_at` integer;--> statement-breakpoint
ALTER TABLE `schedules` ADD `ended_by` text;--> statement-breakpoint
ALTER TABLE `schedules` ADD `ended_at` integer;--> statement-breakpoint
ALTER TABLE `schedules` ADD `end_reason` text;--> statement-breakpoint
CREATE INDEX `schedules_to_generate` ON `schedules` (`company_id`,`next_on`) WHERE next_on is not null;--> statement-breakpoint
CREATE INDEX `schedules_held` ON `schedules` (`company_id`,`hold_until`) WHERE hold_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `one_plan_per_kind` ON `schedules` (`company_id`,`asset_id`,`kind`) WHERE is_plan = 1 and is_active = 1;--> statement-breakpoint
ALTER TABLE `teams` ADD `capacity_minutes` integer;--> statement-breakpoint
CREATE TRIGGER occurrence_events_no_update BEFORE UPDATE ON occurrence_events BEGIN SELECT RAISE(ABORT, 'occurrence_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER occurrence_events_no_delete BEFORE DELETE ON occurrence_events BEGIN SELECT RAISE(ABORT, 'occurrence_events_no_delete'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_by_asset','2000000 200000 20 4 1'),
('due_occurrences','due_occurrences_by_assignee','1000000 100000 200 40'),
('due_occurrences','due_occurrences_by_date','2000000 200000 200 40'),
('due_occurrences','due_occurrences_by_plan','2000000 200000 200 40 8'),
('due_occurrences','due_occurrences_by_report','1000000 100000 1'),
('due_occurrences','due_occurrences_open','100000 10000 10 1'),
('due_occurrences','one_occurrence_per_date','2000000 200000 5 1'),
('due_occurrences','sqlite_autoindex_due_occurrences_1','2000000 200000 1'),
('occurrence_events','occurrence_events_by_occurrence','1000000 100000 1 1'),
('occurrence_events','sqlite_autoindex_occurrence_events_1','1000000 100000 1'),
('schedules','one_plan_per_kind','20000 2000 1 1'),
('schedules','schedules_by_asset','400000 40000 4 1'),
('schedules','schedules_by_state','400000 40000 8000 1600'),
('schedules','schedules_by_vendor','200000 20000 40'),
('schedules','schedules_held','200000 20000 20'),
('schedules','schedules_to_generate','200000 20000 20'),
('schedules','sqlite_autoindex_schedules_1','400000 40000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
