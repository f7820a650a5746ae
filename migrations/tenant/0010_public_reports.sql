CREATE TABLE `breakdown_events` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`breakdown_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`hold_reason` text,
	`assignee_name` text,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`breakdown_id`) REFERENCES `breakdowns`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "breakdown_events_status_known" CHECK("breakdown_events"."status" is null or "breakdown_events"."status" in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'closed_duplicate', 'closed_condemned'))
);
--> statement-breakpoint
CREATE INDEX `breakdown_events_by_breakdown` ON `breakdown_events` (`company_id`,`breakdown_id`,`id`);--> statement-breakpoint
CREATE TABLE `public_reports` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`asset_id` text NOT NULL,
	`network` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `public_reports_by_asset` ON `public_reports` (`company_id`,`asset_id`,`at`);--> statement-breakpoint
CREATE INDEX `public_reports_by_network` ON `public_reports` (`company_id`,`network`,`at`);--> statement-breakpoint
CREATE TRIGGER breakdown_events_no_update BEFORE UPDATE ON breakdown_events BEGIN SELECT RAISE(ABORT, 'breakdown_events_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER breakdown_events_no_delete BEFORE DELETE ON breakdown_events BEGIN SELECT RAISE(ABORT, 'breakdown_events_no_delete'); END;
