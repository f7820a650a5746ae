ALTER TABLE `assets` ADD `machine_type_name` text;--> statement-breakpoint
CREATE INDEX `assets_by_category_newest` ON `assets` (`company_id`,`category_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_department_newest` ON `assets` (`company_id`,`department_id`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_condition_name` ON `assets` (`company_id`,`condition`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_condition_newest` ON `assets` (`company_id`,`condition`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_pair_name` ON `assets` (`company_id`,`department_id`,`category_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_pair_newest` ON `assets` (`company_id`,`department_id`,`category_id`,`id`) WHERE deleted_at is null;