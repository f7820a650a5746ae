-- An assertion that holds leaves no row behind; one that fails meets its named CHECK.
CREATE TRIGGER assertions_hold BEFORE INSERT ON assertions WHEN NEW.ok = 1 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_update BEFORE UPDATE ON stock_movements BEGIN SELECT RAISE(ABORT, 'stock_movements_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements BEGIN SELECT RAISE(ABORT, 'stock_movements_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER activity_log_no_update BEFORE UPDATE ON activity_log
WHEN OLD.seq IS NOT NULL OR NEW.seq IS NULL OR NEW.prev_hash IS NULL OR NEW.hash IS NULL
  OR NEW.company_id IS NOT OLD.company_id OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.actor_kind IS NOT OLD.actor_kind
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name IS NOT OLD.actor_name OR NEW.via IS NOT OLD.via OR NEW.action IS NOT OLD.action
  OR NEW.entity_kind IS NOT OLD.entity_kind OR NEW.entity_id IS NOT OLD.entity_id OR NEW.entity_label IS NOT OLD.entity_label
  OR NEW.asset_id IS NOT OLD.asset_id OR NEW.changes IS NOT OLD.changes OR NEW.reason IS NOT OLD.reason OR NEW.ip IS NOT OLD.ip
  OR NEW.user_agent IS NOT OLD.user_agent OR NEW.request_id IS NOT OLD.request_id
BEGIN SELECT RAISE(ABORT, 'activity_log_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER activity_log_no_delete BEFORE DELETE ON activity_log BEGIN SELECT RAISE(ABORT, 'activity_log_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER login_log_no_update BEFORE UPDATE ON login_log
WHEN OLD.signed_out_at IS NOT NULL OR NEW.at IS NOT OLD.at OR NEW.result IS NOT OLD.result OR NEW.email_tried IS NOT OLD.email_tried
BEGIN SELECT RAISE(ABORT, 'login_log_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER login_log_no_delete BEFORE DELETE ON login_log BEGIN SELECT RAISE(ABORT, 'login_log_no_delete'); END;
--> statement-breakpoint
-- Search by word beginnings. The company is a matched column, so that no search reads another company's words.
CREATE VIRTUAL TABLE search_index USING fts5(company, kind, words, record_id UNINDEXED, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 4');
