CREATE UNIQUE INDEX `one_report_per_occurrence` ON `service_reports` (`company_id`,`due_occurrence_id`) WHERE due_occurrence_id is not null;
--> statement-breakpoint
CREATE INDEX `due_occurrences_open_by_asset` ON `due_occurrences` (`company_id`,`asset_id`,`kind`,`plan_on`) WHERE status in ('scheduled', 'in_progress', 'deferred');
--> statement-breakpoint
INSERT INTO schedules (company_id, id, created_at, updated_at, version, asset_id, kind, title, interval_unit, interval_count, mode, anchor_on, lead_days, source, needs_signature, ends_on, is_active, is_plan)
SELECT planned.company_id, printf('%s-%s-7%03x-8%s-%s', substr(made.ms, 1, 8), substr(made.ms, 9), (row_number() OVER ()) % 4096, lower(substr(hex(randomblob(2)), 2)), lower(hex(randomblob(6)))), made.at, made.at, 1, planned.id, 'pm', 'PM', 'month', coalesce(planned.months, 12), 'floating', planned.next_on, 30, 'local', 0, iif(planned.months IS NULL, planned.next_on, NULL), 1, 1
FROM (SELECT printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)) AS ms, cast(unixepoch('subsec') * 1000 AS integer) AS at) AS made CROSS JOIN (
  SELECT assets.company_id, assets.id, assets.next_pm_on AS next_on, coalesce(assets.pm_months, sub_categories.default_pm_months, categories.default_pm_months) AS months
  FROM assets
  LEFT JOIN sub_categories ON sub_categories.company_id = assets.company_id AND sub_categories.id = assets.sub_category_id
  LEFT JOIN categories ON categories.company_id = assets.company_id AND categories.id = assets.category_id
  WHERE assets.next_pm_on IS NOT NULL AND assets.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM schedules AS other WHERE other.company_id = assets.company_id AND other.asset_id = assets.id AND other.kind = 'pm' AND other.is_active = 1)
) AS planned;
--> statement-breakpoint
INSERT INTO schedules (company_id, id, created_at, updated_at, version, asset_id, kind, title, interval_unit, interval_count, mode, anchor_on, lead_days, source, needs_signature, ends_on, is_active, is_plan)
SELECT planned.company_id, printf('%s-%s-7%03x-8%s-%s', substr(made.ms, 1, 8), substr(made.ms, 9), (row_number() OVER ()) % 4096, lower(substr(hex(randomblob(2)), 2)), lower(hex(randomblob(6)))), made.at, made.at, 1, planned.id, 'calibration', 'Calibration', 'month', coalesce(planned.months, 12), 'floating', planned.next_on, 30, 'local', 0, iif(planned.months IS NULL, planned.next_on, NULL), 1, 1
FROM (SELECT printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)) AS ms, cast(unixepoch('subsec') * 1000 AS integer) AS at) AS made CROSS JOIN (
  SELECT assets.company_id, assets.id, assets.next_cal_on AS next_on, coalesce(assets.cal_months, sub_categories.default_cal_months, categories.default_cal_months) AS months
  FROM assets
  LEFT JOIN sub_categories ON sub_categories.company_id = assets.company_id AND sub_categories.id = assets.sub_category_id
  LEFT JOIN categories ON categories.company_id = assets.company_id AND categories.id = assets.category_id
  WHERE assets.next_cal_on IS NOT NULL AND assets.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM schedules AS other WHERE other.company_id = assets.company_id AND other.asset_id = assets.id AND other.kind = 'calibration' AND other.is_active = 1)
) AS planned;
--> statement-breakpoint
INSERT INTO due_occurrences (company_id, id, created_at, updated_at, version, schedule_id, asset_id, kind, due_on, status, attempts, deferrals, opens_on, closes_on)
SELECT schedules.company_id, printf('%s-%s-7%03x-8%s-%s', substr(made.ms, 1, 8), substr(made.ms, 9), (row_number() OVER ()) % 4096, lower(substr(hex(randomblob(2)), 2)), lower(hex(randomblob(6)))), made.at, made.at, 1, schedules.id, schedules.asset_id, schedules.kind, schedules.anchor_on, 'scheduled', 0, 0,
  date(schedules.anchor_on, '-' || coalesce((SELECT cast(value_json AS integer) FROM company_settings WHERE company_settings.company_id = schedules.company_id AND company_settings.id = 'pm_window_before'), 15) || ' days'),
  date(schedules.anchor_on, '+' || coalesce((SELECT cast(value_json AS integer) FROM company_settings WHERE company_settings.company_id = schedules.company_id AND company_settings.id = 'pm_window_after'), 15) || ' days')
FROM (SELECT printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)) AS ms, cast(unixepoch('subsec') * 1000 AS integer) AS at) AS made CROSS JOIN schedules
WHERE schedules.is_plan = 1 AND schedules.is_active = 1
  AND NOT EXISTS (SELECT 1 FROM due_occurrences AS other WHERE other.company_id = schedules.company_id AND other.schedule_id = schedules.id);
--> statement-breakpoint
CREATE TRIGGER due_occurrences_pm_made AFTER INSERT ON due_occurrences
WHEN new.kind = 'pm' AND new.status IN ('scheduled', 'in_progress', 'deferred') BEGIN
  UPDATE assets SET next_pm_on = coalesce(new.defer_to, new.due_on)
  WHERE company_id = new.company_id AND id = new.asset_id AND (next_pm_on IS NULL OR next_pm_on > coalesce(new.defer_to, new.due_on));
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_pm_moved AFTER UPDATE OF status, defer_to, due_on ON due_occurrences
WHEN new.kind = 'pm' AND (old.status IS NOT new.status OR old.defer_to IS NOT new.defer_to OR old.due_on IS NOT new.due_on) BEGIN
  UPDATE assets SET next_pm_on = (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = new.company_id AND asset_id = new.asset_id AND kind = 'pm' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1)
  WHERE company_id = new.company_id AND id = new.asset_id AND next_pm_on IS NOT (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = new.company_id AND asset_id = new.asset_id AND kind = 'pm' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_pm_gone AFTER DELETE ON due_occurrences
WHEN old.kind = 'pm' AND old.status IN ('scheduled', 'in_progress', 'deferred') BEGIN
  UPDATE assets SET next_pm_on = (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = old.company_id AND asset_id = old.asset_id AND kind = 'pm' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1)
  WHERE company_id = old.company_id AND id = old.asset_id AND next_pm_on IS NOT (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = old.company_id AND asset_id = old.asset_id AND kind = 'pm' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_calibration_made AFTER INSERT ON due_occurrences
WHEN new.kind = 'calibration' AND new.status IN ('scheduled', 'in_progress', 'deferred') BEGIN
  UPDATE assets SET next_cal_on = coalesce(new.defer_to, new.due_on)
  WHERE company_id = new.company_id AND id = new.asset_id AND (next_cal_on IS NULL OR next_cal_on > coalesce(new.defer_to, new.due_on));
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_calibration_moved AFTER UPDATE OF status, defer_to, due_on ON due_occurrences
WHEN new.kind = 'calibration' AND (old.status IS NOT new.status OR old.defer_to IS NOT new.defer_to OR old.due_on IS NOT new.due_on) BEGIN
  UPDATE assets SET next_cal_on = (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = new.company_id AND asset_id = new.asset_id AND kind = 'calibration' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1)
  WHERE company_id = new.company_id AND id = new.asset_id AND next_cal_on IS NOT (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = new.company_id AND asset_id = new.asset_id AND kind = 'calibration' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1);
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_calibration_gone AFTER DELETE ON due_occurrences
WHEN old.kind = 'calibration' AND old.status IN ('scheduled', 'in_progress', 'deferred') BEGIN
  UPDATE assets SET next_cal_on = (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = old.company_id AND asset_id = old.asset_id AND kind = 'calibration' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1)
  WHERE company_id = old.company_id AND id = old.asset_id AND next_cal_on IS NOT (SELECT plan_on FROM due_occurrences INDEXED BY due_occurrences_open_by_asset WHERE company_id = old.company_id AND asset_id = old.asset_id AND kind = 'calibration' AND status IN ('scheduled', 'in_progress', 'deferred') ORDER BY plan_on LIMIT 1);
END;
--> statement-breakpoint
INSERT INTO schedules (company_id, id, created_at, created_by, updated_at, version, asset_id, kind, title, interval_unit, interval_count, mode, anchor_on, lead_days, source, needs_signature, accessory_id, is_active, is_plan)
  SELECT asset_accessories.company_id, lower(substr(printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)), 1, 8) || '-' || substr(printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)), 9) || '-7' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), cast(unixepoch('subsec') * 1000 AS integer), asset_accessories.created_by, cast(unixepoch('subsec') * 1000 AS integer), 1, asset_accessories.asset_id, 'accessory', substr('Replace ' || asset_accessories.name, 1, 120), 'month', asset_accessories.replace_every_months, 'floating', min(date(coalesce(asset_accessories.installed_on, date('now')), '+' || asset_accessories.replace_every_months || ' months'), date(coalesce(asset_accessories.installed_on, date('now')), 'start of month', '+' || (asset_accessories.replace_every_months + 1) || ' months', '-1 day')), 30, 'local', 0, asset_accessories.id, 1, 0
  FROM asset_accessories WHERE asset_accessories.replace_every_months IS NOT NULL AND asset_accessories.installed_on IS NOT NULL AND asset_accessories.archived_at IS NULL AND EXISTS (SELECT 1 FROM assets WHERE assets.company_id = asset_accessories.company_id AND assets.id = asset_accessories.asset_id AND assets.deleted_at IS NULL AND assets.lifecycle NOT IN ('condemned', 'disposed'));
--> statement-breakpoint
INSERT INTO due_occurrences (company_id, id, created_at, created_by, updated_at, version, schedule_id, asset_id, kind, due_on, status, attempts, deferrals, opens_on, closes_on)
  SELECT schedules.company_id, lower(substr(printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)), 1, 8) || '-' || substr(printf('%012x', cast(unixepoch('subsec') * 1000 AS integer)), 9) || '-7' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), cast(unixepoch('subsec') * 1000 AS integer), schedules.created_by, cast(unixepoch('subsec') * 1000 AS integer), 1, schedules.id, schedules.asset_id, schedules.kind, schedules.anchor_on, 'scheduled', 0, 0,
    date(schedules.anchor_on, '-' || coalesce((SELECT cast(value_json AS integer) FROM company_settings WHERE company_settings.company_id = schedules.company_id AND company_settings.id = 'pm_window_before'), 15) || ' days'), date(schedules.anchor_on, '+' || coalesce((SELECT cast(value_json AS integer) FROM company_settings WHERE company_settings.company_id = schedules.company_id AND company_settings.id = 'pm_window_after'), 15) || ' days')
  FROM schedules WHERE schedules.kind = 'accessory' AND schedules.is_active = 1
    AND NOT EXISTS (SELECT 1 FROM due_occurrences AS other WHERE other.company_id = schedules.company_id AND other.schedule_id = schedules.id);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_open_by_asset','100000 10000 1 1 1'),
('service_reports','one_report_per_occurrence','500000 50000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
