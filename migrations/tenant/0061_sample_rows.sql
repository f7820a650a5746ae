CREATE TABLE `sample_rows` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "sample_rows_kind_known" CHECK("sample_rows"."kind" is null or "sample_rows"."kind" in ('call', 'machine', 'machine_model', 'procedure', 'calibrator', 'consumer', 'stock_item', 'store', 'asset', 'vendor', 'category', 'department'))
);
--> statement-breakpoint
CREATE TRIGGER sample_rows_before_record BEFORE INSERT ON sample_rows
WHEN EXISTS (SELECT 1 FROM assets WHERE company_id = NEW.company_id AND id = NEW.id)
	OR EXISTS (SELECT 1 FROM breakdowns WHERE company_id = NEW.company_id AND id = NEW.id)
	OR EXISTS (SELECT 1 FROM stock_items WHERE company_id = NEW.company_id AND id = NEW.id)
	OR EXISTS (SELECT 1 FROM machines WHERE company_id = NEW.company_id AND id = NEW.id)
	OR EXISTS (SELECT 1 FROM procedures WHERE company_id = NEW.company_id AND id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'sample_rows_before_record'); END;
--> statement-breakpoint
CREATE TRIGGER sample_rows_no_update BEFORE UPDATE ON sample_rows BEGIN SELECT RAISE(ABORT, 'sample_rows_no_update'); END;
--> statement-breakpoint
DROP TRIGGER stock_movements_no_delete;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements
WHEN OLD.kind <> 'opening' OR NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.stock_item_id)
BEGIN SELECT RAISE(ABORT, 'stock_movements_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER breakdown_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER breakdown_events_no_delete BEFORE DELETE ON breakdown_events
WHEN NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.breakdown_id)
BEGIN SELECT RAISE(ABORT, 'breakdown_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER occurrence_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER occurrence_events_no_delete BEFORE DELETE ON occurrence_events
WHEN NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.asset_id)
BEGIN SELECT RAISE(ABORT, 'occurrence_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER due_closings_no_delete;
--> statement-breakpoint
CREATE TRIGGER due_closings_no_delete BEFORE DELETE ON due_closings
WHEN OLD.service_report_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.asset_id)
BEGIN SELECT RAISE(ABORT, 'due_closings_no_delete'); END;
--> statement-breakpoint
CREATE TRIGGER due_closings_uncounted AFTER DELETE ON due_closings
BEGIN
	UPDATE due_months SET counts = json_set(counts, '$."' || old.kind || '.' || old.criticality || '.' || old.standing || '"', coalesce(counts ->> ('$."' || old.kind || '.' || old.criticality || '.' || old.standing || '"'), 0) - 1)
	WHERE company_id = old.company_id AND id IN ('all::' || old.month, 'department:' || old.department_id || ':' || old.month, 'category:' || old.category_id || ':' || old.month, 'team:' || coalesce(old.team_id, '') || ':' || old.month);
END;
--> statement-breakpoint
DROP TRIGGER machine_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER machine_events_no_delete BEFORE DELETE ON machine_events
WHEN NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.machine_id)
BEGIN SELECT RAISE(ABORT, 'machine_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER procedure_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER procedure_events_no_delete BEFORE DELETE ON procedure_events
WHEN OLD.status <> 'draft' OR NOT EXISTS (SELECT 1 FROM procedure_versions AS held JOIN sample_rows AS sample ON sample.company_id = held.company_id AND sample.id = held.procedure_id
	WHERE held.company_id = OLD.company_id AND held.id = OLD.procedure_version_id)
BEGIN SELECT RAISE(ABORT, 'procedure_events_no_delete'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('sample_rows','sqlite_autoindex_sample_rows_1','400 40 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
