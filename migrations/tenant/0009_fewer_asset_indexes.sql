DROP INDEX `assets_by_category_name`;--> statement-breakpoint
DROP INDEX `assets_by_department_name`;--> statement-breakpoint
DROP INDEX `assets_by_condition`;--> statement-breakpoint
DROP INDEX `assets_by_department_category`;--> statement-breakpoint
DROP INDEX `assets_by_category_newest`;--> statement-breakpoint
DROP INDEX `assets_by_department_newest`;--> statement-breakpoint
DROP INDEX `assets_by_condition_name`;--> statement-breakpoint
DROP INDEX `assets_by_condition_newest`;--> statement-breakpoint
DROP INDEX `assets_by_pair_name`;--> statement-breakpoint
DROP INDEX `assets_by_pair_newest`;--> statement-breakpoint
DROP INDEX `assets_by_category_condition`;--> statement-breakpoint
DROP INDEX `assets_by_department_condition`;--> statement-breakpoint
DROP INDEX `assets_by_failed_checks`;--> statement-breakpoint
DROP INDEX `assets_by_sub_category`;--> statement-breakpoint
DROP INDEX `assets_by_team`;--> statement-breakpoint
DROP INDEX `assets_by_vendor`;--> statement-breakpoint
CREATE INDEX `assets_by_next_cal` ON `assets` (`company_id`,`next_cal_on`,`id`) WHERE next_cal_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_cover_until` ON `assets` (`company_id`,`cover_until`,`id`) WHERE cover_until is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_sub_category_code` ON `assets` (`company_id`,`sub_category_id`,`asset_code`) WHERE sub_category_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_team_code` ON `assets` (`company_id`,`team_id`,`asset_code`) WHERE team_id is not null;--> statement-breakpoint
CREATE INDEX `assets_by_vendor_code` ON `assets` (`company_id`,`vendor_id`,`asset_code`) WHERE vendor_id is not null;