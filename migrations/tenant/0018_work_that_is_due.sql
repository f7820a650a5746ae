DROP INDEX `outbox_waiting`;--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`company_id`,`topic`,`next_at`) WHERE sent_at is null;--> statement-breakpoint
DROP INDEX `media_to_purge`;--> statement-breakpoint
CREATE INDEX `media_to_purge` ON `media` (`company_id`,`deleted_at`) WHERE deleted_at is not null and object_key >= 'c/' and object_key < 'c0';--> statement-breakpoint
ALTER TABLE `company_jobs` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `company_jobs_due` ON `company_jobs` (`id`,`due_at`);--> statement-breakpoint
CREATE INDEX `notifications_to_wake` ON `notifications` (`company_id`,`snooze_until`) WHERE snooze_until is not null;--> statement-breakpoint
INSERT INTO company_jobs (company_id, id) SELECT company_id, job.value FROM company_profiles CROSS JOIN json_each('["reminders","digest"]') AS job WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE TRIGGER company_profiles_begin_mornings AFTER INSERT ON company_profiles
BEGIN
	INSERT INTO company_jobs (company_id, id) VALUES (new.company_id, 'reminders'), (new.company_id, 'digest') ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
CREATE TRIGGER company_profiles_move_mornings AFTER UPDATE OF time_zone ON company_profiles WHEN new.time_zone <> old.time_zone
BEGIN
	UPDATE company_jobs SET due_at = 0 WHERE company_id = new.company_id AND id IN ('reminders', 'digest');
END;
