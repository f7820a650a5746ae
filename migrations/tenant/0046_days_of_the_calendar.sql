DROP INDEX `due_occurrences_by_plan`;
--> statement-breakpoint
CREATE INDEX `due_occurrences_by_plan` ON `due_occurrences` (`company_id`,`plan_on`,`status`,`kind`,`opens_on`,`schedule_id`);
--> statement-breakpoint
CREATE INDEX `schedules_by_team` ON `schedules` (`company_id`,`team_id`) WHERE team_id is not null;
--> statement-breakpoint
CREATE INDEX `schedules_timed` ON `schedules` (`company_id`,`id`,`minutes`) WHERE minutes is not null;
--> statement-breakpoint
CREATE TABLE `due_days` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`count` integer NOT NULL,
	`minutes` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "due_days_count_integer" CHECK(typeof("due_days"."count") in ('integer', 'null')),
	CONSTRAINT "due_days_minutes_integer" CHECK(typeof("due_days"."minutes") in ('integer', 'null'))
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO due_days (company_id, id, count, minutes)
SELECT one.company_id, coalesce(one.defer_to, one.due_on) || CASE one.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(one.opens_on, one.defer_to, one.due_on) END, count(*), sum(coalesce((SELECT minutes FROM schedules INDEXED BY schedules_timed WHERE company_id = one.company_id AND id = one.schedule_id AND minutes IS NOT NULL), CASE one.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END))
FROM due_occurrences AS one WHERE one.status <> 'cancelled' GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER due_days_made AFTER INSERT ON due_occurrences WHEN new.status <> 'cancelled' BEGIN
  INSERT INTO due_days (company_id, id, count, minutes) VALUES (new.company_id, coalesce(new.defer_to, new.due_on) || CASE new.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(new.opens_on, new.defer_to, new.due_on) END, 1, coalesce((SELECT minutes FROM schedules INDEXED BY schedules_timed WHERE company_id = new.company_id AND id = new.schedule_id AND minutes IS NOT NULL), CASE new.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END))
  ON CONFLICT (company_id, id) DO UPDATE SET count = count + 1, minutes = minutes + excluded.minutes;
END;
--> statement-breakpoint
CREATE TRIGGER due_days_moved AFTER UPDATE OF status, defer_to, due_on, opens_on ON due_occurrences
WHEN old.status IS NOT new.status OR old.defer_to IS NOT new.defer_to OR old.due_on IS NOT new.due_on OR old.opens_on IS NOT new.opens_on BEGIN
  UPDATE due_days SET count = count - 1, minutes = minutes - coalesce((SELECT minutes FROM schedules INDEXED BY schedules_timed WHERE company_id = old.company_id AND id = old.schedule_id AND minutes IS NOT NULL), CASE old.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END)
  WHERE company_id = old.company_id AND id = coalesce(old.defer_to, old.due_on) || CASE old.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(old.opens_on, old.defer_to, old.due_on) END AND old.status <> 'cancelled';
  INSERT INTO due_days (company_id, id, count, minutes) SELECT new.company_id, coalesce(new.defer_to, new.due_on) || CASE new.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(new.opens_on, new.defer_to, new.due_on) END, 1, coalesce((SELECT minutes FROM schedules INDEXED BY schedules_timed WHERE company_id = new.company_id AND id = new.schedule_id AND minutes IS NOT NULL), CASE new.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END) WHERE new.status <> 'cancelled'
  ON CONFLICT (company_id, id) DO UPDATE SET count = count + 1, minutes = minutes + excluded.minutes;
END;
--> statement-breakpoint
CREATE TRIGGER due_days_gone AFTER DELETE ON due_occurrences WHEN old.status <> 'cancelled' BEGIN
  UPDATE due_days SET count = count - 1, minutes = minutes - coalesce((SELECT minutes FROM schedules INDEXED BY schedules_timed WHERE company_id = old.company_id AND id = old.schedule_id AND minutes IS NOT NULL), CASE old.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END)
  WHERE company_id = old.company_id AND id = coalesce(old.defer_to, old.due_on) || CASE old.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(old.opens_on, old.defer_to, old.due_on) END;
END;
--> statement-breakpoint
CREATE TRIGGER due_days_timed AFTER UPDATE OF minutes ON schedules WHEN old.minutes IS NOT new.minutes BEGIN
  INSERT INTO due_days (company_id, id, count, minutes)
  SELECT one.company_id, coalesce(one.defer_to, one.due_on) || CASE one.status WHEN 'done' THEN ' done' WHEN 'missed' THEN ' missed' ELSE ' open ' || coalesce(one.opens_on, one.defer_to, one.due_on) END, 0, sum(coalesce(new.minutes, CASE one.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END) - coalesce(old.minutes, CASE one.kind WHEN 'pm' THEN 60 WHEN 'calibration' THEN 60 WHEN 'electrical_safety' THEN 30 WHEN 'radiation_qa' THEN 120 WHEN 'contract_visit' THEN 120 WHEN 'accessory' THEN 15 WHEN 'licence' THEN 30 ELSE 60 END))
  FROM due_occurrences AS one WHERE one.company_id = new.company_id AND one.schedule_id = new.id AND one.status <> 'cancelled' GROUP BY 1, 2
  ON CONFLICT (company_id, id) DO UPDATE SET minutes = minutes + excluded.minutes;
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_occurrences','due_occurrences_by_plan','2000000 200000 200 40 8 1 1'),
('schedules','schedules_by_team','200000 20000 40'),
('schedules','schedules_timed','200000 20000 2 1'),
('due_days','due_days','100000 10000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
