CREATE INDEX `assets_not_located` ON `assets` (`company_id`,`asset_code`) WHERE not_located_since is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_with_failed_checks` ON `assets` (`company_id`,`asset_code`) WHERE failed_checks > 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_in_other_condition` ON `assets` (`company_id`,`condition`,`asset_code`) WHERE condition <> 'working' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_in_other_lifecycle` ON `assets` (`company_id`,`lifecycle`,`asset_code`) WHERE lifecycle <> 'in_service' and deleted_at is null;--> statement-breakpoint
-- The search row of a device names its Location alone; lists filter by columns.
UPDATE search_index SET kind = device.kind FROM (
  SELECT ((((((instr('0123456789abcdef', substr("assets"."id", 1, 1)) - 1) << 44) + ((instr('0123456789abcdef', substr("assets"."id", 2, 1)) - 1) << 40) + ((instr('0123456789abcdef', substr("assets"."id", 3, 1)) - 1) << 36) + ((instr('0123456789abcdef', substr("assets"."id", 4, 1)) - 1) << 32) + ((instr('0123456789abcdef', substr("assets"."id", 5, 1)) - 1) << 28) + ((instr('0123456789abcdef', substr("assets"."id", 6, 1)) - 1) << 24) + ((instr('0123456789abcdef', substr("assets"."id", 7, 1)) - 1) << 20) + ((instr('0123456789abcdef', substr("assets"."id", 8, 1)) - 1) << 16) + ((instr('0123456789abcdef', substr("assets"."id", 10, 1)) - 1) << 12) + ((instr('0123456789abcdef', substr("assets"."id", 11, 1)) - 1) << 8) + ((instr('0123456789abcdef', substr("assets"."id", 12, 1)) - 1) << 4) + ((instr('0123456789abcdef', substr("assets"."id", 13, 1)) - 1) << 0)) - 1262304000000) << 22) + ((instr('0123456789abcdef', substr("assets"."id", 16, 1)) - 1) << 18) + ((instr('0123456789abcdef', substr("assets"."id", 17, 1)) - 1) << 14) + ((instr('0123456789abcdef', substr("assets"."id", 18, 1)) - 1) << 10) + ((instr('0123456789abcdef', substr("assets"."id", 21, 1)) - 1) << 6) + ((instr('0123456789abcdef', substr("assets"."id", 22, 1)) - 1) << 2) + ((instr('0123456789abcdef', substr("assets"."id", 23, 1)) - 1) >> 2)) AS row_id, 'c' || replace("assets"."company_id", '-', '') AS company,
    'asset dep' || replace("assets"."department_id", '-', '') AS kind FROM "assets") AS device
WHERE search_index.rowid = device.row_id AND search_index.company = device.company;
--> statement-breakpoint
UPDATE search_index SET kind = 'sub_category' WHERE rowid IN (SELECT rowid FROM search_index WHERE search_index MATCH 'kind : sub_category');
--> statement-breakpoint
DELETE FROM "counters" WHERE id = 'search.marks';
--> statement-breakpoint
DELETE FROM "outbox" WHERE topic = 'places.marks';
