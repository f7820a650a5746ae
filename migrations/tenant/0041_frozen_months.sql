CREATE TABLE `due_closings` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`month` text NOT NULL,
	`occurrence_id` text NOT NULL,
	`asset_id` text NOT NULL,
	`schedule_id` text NOT NULL,
	`kind` text NOT NULL,
	`due_on` text NOT NULL,
	`opens_on` text NOT NULL,
	`closes_on` text NOT NULL,
	`settles_on` text NOT NULL,
	`department_id` text NOT NULL,
	`category_id` text NOT NULL,
	`team_id` text,
	`criticality` text NOT NULL,
	`state` text NOT NULL,
	`exclusion` text,
	`excluded_by` text,
	`excluded_at` integer,
	`reason` text,
	`closed_at` integer NOT NULL,
	`outcome` text,
	`service_report_id` text,
	`settled_at` integer,
	`withdrawn_at` integer,
	`standing` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`occurrence_id`) REFERENCES `due_occurrences`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`asset_id`) REFERENCES `assets`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`schedule_id`) REFERENCES `schedules`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`service_report_id`) REFERENCES `service_reports`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "due_closings_state_known" CHECK("due_closings"."state" is null or "due_closings"."state" in ('due', 'excluded')),
	CONSTRAINT "due_closings_outcome_known" CHECK("due_closings"."outcome" is null or "due_closings"."outcome" in ('on_time', 'late', 'not_done')),
	CONSTRAINT "due_closings_standing_known" CHECK("due_closings"."standing" is null or "due_closings"."standing" in ('on_time', 'late', 'not_done', 'open', 'excluded')),
	CONSTRAINT "due_closings_excluded_before" CHECK(("due_closings"."state" = 'excluded') = ("due_closings"."exclusion" is not null) and ("due_closings"."state" = 'excluded') = ("due_closings"."excluded_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_closing_per_occurrence` ON `due_closings` (`company_id`,`occurrence_id`);--> statement-breakpoint
CREATE INDEX `due_closings_by_month` ON `due_closings` (`company_id`,`month`,`standing`,`id`);--> statement-breakpoint
CREATE INDEX `due_closings_by_asset` ON `due_closings` (`company_id`,`asset_id`,`id`);--> statement-breakpoint
CREATE INDEX `due_closings_by_report` ON `due_closings` (`company_id`,`service_report_id`) WHERE service_report_id is not null;--> statement-breakpoint
CREATE INDEX `due_closings_to_settle` ON `due_closings` (`company_id`,`settles_on`,`id`) WHERE outcome is null and state = 'due';--> statement-breakpoint
CREATE TABLE `due_months` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`month` text NOT NULL,
	`dimension` text NOT NULL,
	`value` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "due_months_dimension_known" CHECK("due_months"."dimension" is null or "due_months"."dimension" in ('all', 'department', 'category', 'team'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `due_months_by_value` ON `due_months` (`company_id`,`dimension`,`value`,`month`);
--> statement-breakpoint
CREATE TRIGGER due_closings_no_delete BEFORE DELETE ON due_closings BEGIN SELECT RAISE(ABORT, 'due_closings_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER due_closings_no_update BEFORE UPDATE ON due_closings
WHEN (new.company_id, new.id, new.month, new.occurrence_id, new.asset_id, new.schedule_id, new.kind, new.due_on, new.opens_on, new.closes_on, new.settles_on, new.department_id, new.category_id, new.team_id, new.criticality, new.state, new.exclusion, new.excluded_by, new.excluded_at, new.reason, new.closed_at) IS NOT (old.company_id, old.id, old.month, old.occurrence_id, old.asset_id, old.schedule_id, old.kind, old.due_on, old.opens_on, old.closes_on, old.settles_on, old.department_id, old.category_id, old.team_id, old.criticality, old.state, old.exclusion, old.excluded_by, old.excluded_at, old.reason, old.closed_at)
	OR old.outcome IS NOT NULL AND (new.outcome, new.service_report_id, new.settled_at) IS NOT (old.outcome, old.service_report_id, old.settled_at)
	OR old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS NOT old.withdrawn_at
	OR old.state = 'excluded' AND (new.outcome, new.standing) IS NOT (old.outcome, old.standing)
BEGIN SELECT RAISE(ABORT, 'due_closings_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER due_closings_counted AFTER INSERT ON due_closings
BEGIN
	INSERT INTO due_months (company_id, id, month, dimension, value, counts)
	SELECT new.company_id, (part.value ->> 0) || ':' || (part.value ->> 1) || ':' || new.month, new.month, part.value ->> 0, part.value ->> 1,
		json_object(new.kind || '.' || new.criticality || '.' || new.standing, 1)
	FROM json_each(json_array(json_array('all', ''), json_array('department', new.department_id), json_array('category', new.category_id), json_array('team', coalesce(new.team_id, '')))) AS part WHERE true
	ON CONFLICT (company_id, id) DO UPDATE SET counts = json_set(counts, '$."' || new.kind || '.' || new.criticality || '.' || new.standing || '"', coalesce(counts ->> ('$."' || new.kind || '.' || new.criticality || '.' || new.standing || '"'), 0) + 1);
END;
--> statement-breakpoint
CREATE TRIGGER due_closings_recounted AFTER UPDATE OF standing ON due_closings WHEN new.standing <> old.standing
BEGIN
	UPDATE due_months SET counts = json_set(counts, '$."' || old.kind || '.' || old.criticality || '.' || old.standing || '"', coalesce(counts ->> ('$."' || old.kind || '.' || old.criticality || '.' || old.standing || '"'), 0) - 1, '$."' || new.kind || '.' || new.criticality || '.' || new.standing || '"', coalesce(counts ->> ('$."' || new.kind || '.' || new.criticality || '.' || new.standing || '"'), 0) + 1)
	WHERE company_id = new.company_id AND id IN ('all::' || new.month, 'department:' || new.department_id || ':' || new.month, 'category:' || new.category_id || ':' || new.month, 'team:' || coalesce(new.team_id, '') || ':' || new.month);
END;
--> statement-breakpoint
CREATE TRIGGER due_closings_settled AFTER UPDATE OF outcome ON due_closings WHEN old.outcome IS NULL AND new.outcome IS NOT NULL
BEGIN
	UPDATE due_closings SET standing = (SELECT CASE
		WHEN held.status <> 'done' THEN CASE WHEN outcome IS NULL THEN 'open' ELSE 'not_done' END
		WHEN outcome = 'on_time' AND withdrawn_at IS NULL AND held.service_report_id IS due_closings.service_report_id THEN 'on_time'
		WHEN held.done_on > closes_on THEN 'late'
		WHEN outcome IS NULL THEN CASE WHEN held.done_on >= opens_on THEN 'on_time' ELSE 'open' END
		ELSE 'not_done' END FROM due_occurrences AS held WHERE held.company_id = due_closings.company_id AND held.id = due_closings.occurrence_id)
	WHERE company_id = new.company_id AND id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER due_occurrences_stand AFTER UPDATE OF status, done_on, service_report_id ON due_occurrences
BEGIN
	UPDATE due_closings SET standing = CASE
		WHEN new.status <> 'done' THEN CASE WHEN outcome IS NULL THEN 'open' ELSE 'not_done' END
		WHEN outcome = 'on_time' AND withdrawn_at IS NULL AND new.service_report_id IS due_closings.service_report_id THEN 'on_time'
		WHEN new.done_on > closes_on THEN 'late'
		WHEN outcome IS NULL THEN CASE WHEN new.done_on >= opens_on THEN 'on_time' ELSE 'open' END
		ELSE 'not_done' END
	WHERE company_id = new.company_id AND occurrence_id = new.id AND state = 'due';
END;
--> statement-breakpoint
CREATE TRIGGER service_reports_withdraw AFTER UPDATE OF cancelled_at, service_on, service_type ON service_reports
BEGIN
	UPDATE due_closings SET withdrawn_at = new.updated_at, standing = CASE WHEN standing = 'on_time' THEN 'not_done' ELSE standing END
	WHERE company_id = new.company_id AND service_report_id = new.id AND service_report_id IS NOT NULL AND outcome = 'on_time' AND withdrawn_at IS NULL
		AND (new.cancelled_at IS NOT NULL OR new.service_type <> old.service_type OR new.service_on < opens_on OR new.service_on > closes_on);
	UPDATE due_closings SET standing = (SELECT CASE
		WHEN held.status <> 'done' THEN CASE WHEN outcome IS NULL THEN 'open' ELSE 'not_done' END
		WHEN outcome = 'on_time' AND withdrawn_at IS NULL AND held.service_report_id IS due_closings.service_report_id THEN 'on_time'
		WHEN held.done_on > closes_on THEN 'late'
		WHEN outcome IS NULL THEN CASE WHEN held.done_on >= opens_on THEN 'on_time' ELSE 'open' END
		ELSE 'not_done' END FROM due_occurrences AS held WHERE held.company_id = due_closings.company_id AND held.id = due_closings.occurrence_id)
	WHERE company_id = new.company_id AND service_report_id = new.id AND service_report_id IS NOT NULL AND withdrawn_at IS NOT NULL;
END;
--> statement-breakpoint
INSERT INTO company_jobs (company_id, id) SELECT company_id, 'closings' FROM company_profiles WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE TRIGGER company_profiles_begin_closings AFTER INSERT ON company_profiles
BEGIN
	INSERT INTO company_jobs (company_id, id) VALUES (new.company_id, 'closings') ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER company_profiles_move_closings AFTER UPDATE OF time_zone ON company_profiles WHEN new.time_zone <> old.time_zone
BEGIN
	UPDATE company_jobs SET due_at = 0 WHERE company_id = new.company_id AND id = 'closings';
END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('due_closings','due_closings_by_asset','1000000 100000 10 1'),
('due_closings','due_closings_by_month','1000000 100000 20000 4000 1'),
('due_closings','due_closings_by_report','500000 50000 1'),
('due_closings','due_closings_to_settle','50000 5000 5 1'),
('due_closings','one_closing_per_occurrence','1000000 100000 1'),
('due_closings','sqlite_autoindex_due_closings_1','1000000 100000 1'),
('due_months','due_months_by_value','50000 5000 1000 200 1'),
('due_months','sqlite_autoindex_due_months_1','50000 5000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
