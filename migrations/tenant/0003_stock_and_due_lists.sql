CREATE INDEX `assets_by_next_pm` ON `assets` (`company_id`,`next_pm_on`,`id`) WHERE next_pm_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_by_kind` ON `stock_items` (`company_id`,`kind`,`name`,`id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_low_by_name` ON `stock_items` (`company_id`,`name`,`id`) WHERE quantity <= min_qty and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_out_by_name` ON `stock_items` (`company_id`,`name`,`id`) WHERE quantity = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_inactive` ON `stock_items` (`company_id`,`name`,`id`) WHERE is_active = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_archived` ON `stock_items` (`company_id`,`name`,`id`) WHERE archived_at is not null and deleted_at is null;