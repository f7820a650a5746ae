-- An assertion that holds leaves no row behind; one that fails meets its named CHECK.
CREATE TRIGGER assertions_hold BEFORE INSERT ON assertions WHEN NEW.ok = 1 BEGIN SELECT RAISE(IGNORE); END;
--> statement-breakpoint
CREATE TRIGGER platform_activity_log_no_update BEFORE UPDATE ON platform_activity_log WHEN OLD.seq IS NOT NULL OR NEW.seq IS NULL
BEGIN SELECT RAISE(ABORT, 'platform_activity_log_no_update'); END;
--> statement-breakpoint
CREATE TRIGGER platform_activity_log_no_delete BEFORE DELETE ON platform_activity_log BEGIN SELECT RAISE(ABORT, 'platform_activity_log_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER staff_login_log_no_delete BEFORE DELETE ON staff_login_log BEGIN SELECT RAISE(ABORT, 'staff_login_log_no_delete'); END;
