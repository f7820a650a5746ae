ALTER TABLE `assets` ADD `cost_years` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
INSERT INTO counters (company_id, id, value)
SELECT company_id, 'assets.value', sum(coalesce(purchase_cost_minor, 0)) FROM assets WHERE deleted_at IS NULL GROUP BY company_id;--> statement-breakpoint
INSERT INTO counters (company_id, id, value)
SELECT company_id, 'assets.unpriced', sum(purchase_cost_minor IS NULL) FROM assets WHERE deleted_at IS NULL GROUP BY company_id;--> statement-breakpoint
-- What all devices were bought for, and how many have no price. Only a write that says the price or deletes a device moves them.
CREATE TRIGGER assets_add_price AFTER INSERT ON assets WHEN new.deleted_at IS NULL
BEGIN
	INSERT INTO counters (company_id, id, value)
	VALUES (new.company_id, iif(new.purchase_cost_minor IS NULL, 'assets.unpriced', 'assets.value'), coalesce(new.purchase_cost_minor, 1))
	ON CONFLICT (company_id, id) DO UPDATE SET value = value + excluded.value;
END;--> statement-breakpoint
CREATE TRIGGER assets_move_price AFTER UPDATE OF purchase_cost_minor, deleted_at ON assets
WHEN new.purchase_cost_minor IS NOT old.purchase_cost_minor OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
	INSERT INTO counters (company_id, id, value)
	SELECT new.company_id, 'assets.value', coalesce(new.purchase_cost_minor, 0) * (new.deleted_at IS NULL) - coalesce(old.purchase_cost_minor, 0) * (old.deleted_at IS NULL)
	WHERE true ON CONFLICT (company_id, id) DO UPDATE SET value = value + excluded.value;
	INSERT INTO counters (company_id, id, value)
	SELECT new.company_id, 'assets.unpriced', (new.purchase_cost_minor IS NULL AND new.deleted_at IS NULL) - (old.purchase_cost_minor IS NULL AND old.deleted_at IS NULL)
	WHERE true ON CONFLICT (company_id, id) DO UPDATE SET value = value + excluded.value;
END;
