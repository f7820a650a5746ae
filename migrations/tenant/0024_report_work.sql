ALTER TABLE `assets` ADD `pm_planned_on` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `pm_planned_at` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `pm_reckoned_on` text;--> statement-breakpoint
ALTER TABLE `service_reports` ADD `done_by_signature` text;--> statement-breakpoint
ALTER TABLE `service_reports` ADD `received_by` text;--> statement-breakpoint
ALTER TABLE `service_reports` ADD `received_by_signature` text;