ALTER TABLE `companies` ADD `profile_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_activity_log_unsealed` ON `platform_activity_log` (`id`) WHERE seq is null;--> statement-breakpoint
CREATE UNIQUE INDEX `platform_activity_log_seq` ON `platform_activity_log` (`seq`) WHERE seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `platform_activity_log_prev_hash` ON `platform_activity_log` (`prev_hash`) WHERE prev_hash is not null;--> statement-breakpoint
CREATE TRIGGER platform_activity_log_sealed_as_it_is BEFORE UPDATE ON platform_activity_log
WHEN NEW.prev_hash IS NULL OR NEW.hash IS NULL
  OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.company_id IS NOT OLD.company_id OR NEW.actor_kind IS NOT OLD.actor_kind
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name IS NOT OLD.actor_name OR NEW.via IS NOT OLD.via OR NEW.action IS NOT OLD.action
  OR NEW.entity_kind IS NOT OLD.entity_kind OR NEW.entity_id IS NOT OLD.entity_id OR NEW.entity_label IS NOT OLD.entity_label
  OR NEW.changes IS NOT OLD.changes OR NEW.reason IS NOT OLD.reason OR NEW.ip IS NOT OLD.ip
  OR NEW.user_agent IS NOT OLD.user_agent OR NEW.request_id IS NOT OLD.request_id
BEGIN SELECT RAISE(ABORT, 'platform_activity_log_no_update'); END;
