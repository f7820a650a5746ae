DROP INDEX `stock_items_low_told`;--> statement-breakpoint
DROP INDEX `stock_items_low_untold`;--> statement-breakpoint
CREATE INDEX `stock_items_no_longer_low` ON `stock_items` (`company_id`,`id`) WHERE low_stock_notified_at is not null and (min_qty is null or quantity > min_qty);--> statement-breakpoint
CREATE INDEX `stock_items_low_untold` ON `stock_items` (`company_id`,`id`) WHERE quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and archived_at is null and deleted_at is null;