ALTER TABLE `categories` ADD `retired_fields` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `breakdowns_by_department` ON `breakdowns` (`company_id`,`department_id`,`status`);--> statement-breakpoint
CREATE INDEX `breakdowns_by_vendor` ON `breakdowns` (`company_id`,`vendor_id`,`status`) WHERE vendor_id is not null;--> statement-breakpoint
CREATE INDEX `schedules_by_vendor` ON `schedules` (`company_id`,`vendor_id`) WHERE vendor_id is not null;--> statement-breakpoint
CREATE INDEX `locations_in_order` ON `locations` (`company_id`,`path`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `locations_archived` ON `locations` (`company_id`,`path`,`id`) WHERE archived_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `sub_categories_by_name` ON `sub_categories` (`company_id`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_manufacturers` ON `vendors` (`company_id`,`name`,`id`) WHERE is_manufacturer = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_suppliers` ON `vendors` (`company_id`,`name`,`id`) WHERE is_supplier = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_services` ON `vendors` (`company_id`,`name`,`id`) WHERE is_service = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_calibration_labs` ON `vendors` (`company_id`,`name`,`id`) WHERE is_calibration_lab = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_amc_providers` ON `vendors` (`company_id`,`name`,`id`) WHERE is_amc_provider = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `vendors_transporters` ON `vendors` (`company_id`,`name`,`id`) WHERE is_transporter = 1 and deleted_at is null;