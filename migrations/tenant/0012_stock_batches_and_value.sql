CREATE TABLE `stock_batch_moves` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`movement_id` text NOT NULL,
	`stock_batch_id` text NOT NULL,
	`service_report_part_id` text,
	`qty` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`movement_id`) REFERENCES `stock_movements`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`stock_batch_id`) REFERENCES `stock_batches`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_part_id`) REFERENCES `service_report_parts`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_batch_move_not_zero" CHECK("stock_batch_moves"."qty" <> 0),
	CONSTRAINT "stock_batch_moves_qty_integer" CHECK(typeof("stock_batch_moves"."qty") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `stock_batch_moves_by_movement` ON `stock_batch_moves` (`company_id`,`movement_id`);--> statement-breakpoint
CREATE INDEX `stock_batch_moves_by_part` ON `stock_batch_moves` (`company_id`,`service_report_part_id`) WHERE service_report_part_id is not null;--> statement-breakpoint
CREATE TABLE `stock_batches` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`stock_item_id` text NOT NULL,
	`batch_no` text collate nocase DEFAULT '' NOT NULL,
	`expiry_on` text DEFAULT '' NOT NULL,
	`quantity` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_batch_not_negative" CHECK("stock_batches"."quantity" >= 0),
	CONSTRAINT "stock_batches_quantity_integer" CHECK(typeof("stock_batches"."quantity") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_batches_batch` ON `stock_batches` (`company_id`,`stock_item_id`,`expiry_on`,`batch_no`);--> statement-breakpoint
CREATE TABLE `stock_item_machine_types` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`stock_item_id` text NOT NULL,
	`machine_type_id` text NOT NULL,
	`machine_type_name` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`stock_item_id`) REFERENCES `stock_items`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_item_machine_types_type` ON `stock_item_machine_types` (`company_id`,`stock_item_id`,`machine_type_id`);--> statement-breakpoint
DROP INDEX `stock_items_by_vendor`;--> statement-breakpoint
ALTER TABLE `stock_items` ADD `next_expiry_on` text;--> statement-breakpoint
CREATE INDEX `stock_items_by_vendor_name` ON `stock_items` (`company_id`,`vendor_id`,`name`,`id`) WHERE vendor_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_expiring` ON `stock_items` (`company_id`,`next_expiry_on`,`id`) WHERE next_expiry_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `stock_items_to_notify` ON `stock_items` (`company_id`,`id`) WHERE quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and archived_at is null and deleted_at is null;--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `party` text;--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `bill_no` text;--> statement-breakpoint
CREATE INDEX `stock_movements_receipts` ON `stock_movements` (`company_id`,`stock_item_id`,`seq`) WHERE kind = 'receipt';
--> statement-breakpoint
CREATE TRIGGER stock_batch_moves_no_update BEFORE UPDATE ON stock_batch_moves BEGIN SELECT RAISE(ABORT, 'stock_batch_moves_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER stock_batch_moves_no_delete BEFORE DELETE ON stock_batch_moves BEGIN SELECT RAISE(ABORT, 'stock_batch_moves_no_delete'); END;
--> statement-breakpoint
-- Counters from what is there: value and items by store.
INSERT INTO counters (company_id, id, value) SELECT company_id, 'stock.value:' || store_id, sum(quantity * rate_minor) FROM stock_items
WHERE archived_at IS NULL AND deleted_at IS NULL GROUP BY company_id, store_id ON CONFLICT (company_id, id) DO NOTHING;
--> statement-breakpoint
INSERT INTO counters (company_id, id, value) SELECT company_id, 'stock.items:' || store_id, count(*) FROM stock_items
WHERE archived_at IS NULL AND deleted_at IS NULL GROUP BY company_id, store_id ON CONFLICT (company_id, id) DO NOTHING;
