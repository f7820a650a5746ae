CREATE TABLE `company_jobs` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`done_on` text,
	`cursor` text,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
DROP INDEX `notifications_by_user`;--> statement-breakpoint
CREATE INDEX `notifications_newest` ON `notifications` (`company_id`,`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`company_id`,`user_id`,`id`) WHERE read_at is null;--> statement-breakpoint
CREATE INDEX `notifications_snoozed` ON `notifications` (`company_id`,`user_id`,`snooze_until`) WHERE snooze_until is not null;--> statement-breakpoint
CREATE INDEX `assets_by_warranty_end` ON `assets` (`company_id`,`warranty_end_on`,`id`) WHERE warranty_end_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `activity_log_by_actor` ON `activity_log` (`company_id`,`actor_id`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `stock_items_low_untold` ON `stock_items` (`company_id`,`id`) WHERE quantity <= min_qty and low_stock_notified_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_low_told` ON `stock_items` (`company_id`,`id`) WHERE low_stock_notified_at is not null;