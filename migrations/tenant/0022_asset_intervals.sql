ALTER TABLE `assets` ADD `pm_months` integer;--> statement-breakpoint
ALTER TABLE `assets` ADD `cal_months` integer;