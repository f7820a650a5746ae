CREATE TABLE `transits` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);

--> statement-breakpoint
DROP TRIGGER activity_log_no_delete;
--> statement-breakpoint
CREATE TRIGGER activity_log_no_delete BEFORE DELETE ON activity_log WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'activity_log_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER activity_log_no_update;
--> statement-breakpoint
CREATE TRIGGER activity_log_no_update BEFORE UPDATE ON activity_log
WHEN (OLD.seq IS NOT NULL OR NEW.seq IS NULL OR NEW.prev_hash IS NULL OR NEW.hash IS NULL
  OR NEW.company_id IS NOT OLD.company_id OR NEW.id IS NOT OLD.id OR NEW.at IS NOT OLD.at OR NEW.actor_kind IS NOT OLD.actor_kind
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name IS NOT OLD.actor_name OR NEW.via IS NOT OLD.via OR NEW.action IS NOT OLD.action
  OR NEW.entity_kind IS NOT OLD.entity_kind OR NEW.entity_id IS NOT OLD.entity_id OR NEW.entity_label IS NOT OLD.entity_label
  OR NEW.asset_id IS NOT OLD.asset_id OR NEW.changes IS NOT OLD.changes OR NEW.reason IS NOT OLD.reason OR NEW.ip IS NOT OLD.ip
  OR NEW.user_agent IS NOT OLD.user_agent OR NEW.request_id IS NOT OLD.request_id)
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'activity_log_no_update'); END;
--> statement-breakpoint
DROP TRIGGER breakdown_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER breakdown_events_no_delete BEFORE DELETE ON breakdown_events WHEN (NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.breakdown_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'breakdown_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER breakdown_events_no_update;
--> statement-breakpoint
CREATE TRIGGER breakdown_events_no_update BEFORE UPDATE ON breakdown_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'breakdown_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_events_no_delete BEFORE DELETE ON calibrator_certificate_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_events_no_update;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_events_no_update BEFORE UPDATE ON calibrator_certificate_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_sources_changed_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_changed_while_entered BEFORE UPDATE ON calibrator_certificate_sources WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_sources_deleted_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_deleted_while_entered BEFORE DELETE ON calibrator_certificate_sources WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_sources_inserted_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_sources_inserted_while_entered BEFORE INSERT ON calibrator_certificate_sources WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = NEW.company_id AND c.id = NEW.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_frozen;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_frozen BEFORE UPDATE ON calibrator_certificates
WHEN (OLD.status <> 'entered' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.calibrator_id IS NOT OLD.calibrator_id
  OR NEW.certificate_no IS NOT OLD.certificate_no
  OR NEW.issued_by IS NOT OLD.issued_by
  OR NEW.accreditation_body IS NOT OLD.accreditation_body
  OR NEW.accreditation_no IS NOT OLD.accreditation_no
  OR NEW.route IS NOT OLD.route
  OR NEW.calibrated_on IS NOT OLD.calibrated_on
  OR NEW.issued_on IS NOT OLD.issued_on
  OR NEW.due_on IS NOT OLD.due_on
  OR NEW.as_found IS NOT OLD.as_found
  OR NEW.adjusted IS NOT OLD.adjusted
  OR NEW.env_temp IS NOT OLD.env_temp
  OR NEW.env_rh IS NOT OLD.env_rh
  OR NEW.media_id IS NOT OLD.media_id
  OR NEW.dcc_media_id IS NOT OLD.dcc_media_id
  OR NEW.entered_by IS NOT OLD.entered_by
  OR NEW.accepted_at IS NOT OLD.accepted_at
  OR NEW.accepted_by IS NOT OLD.accepted_by
  OR NEW.valid_from IS NOT OLD.valid_from
  OR NOT (NEW.status = OLD.status OR (OLD.status = 'accepted' AND NEW.status = 'superseded'))))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_certificate_kept;
--> statement-breakpoint
CREATE TRIGGER calibrator_certificate_kept BEFORE DELETE ON calibrator_certificates WHEN (OLD.status <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_kept'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_checks_no_delete;
--> statement-breakpoint
CREATE TRIGGER calibrator_checks_no_delete BEFORE DELETE ON calibrator_checks WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_checks_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_checks_no_update;
--> statement-breakpoint
CREATE TRIGGER calibrator_checks_no_update BEFORE UPDATE ON calibrator_checks WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_checks_no_update'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER calibrator_events_no_delete BEFORE DELETE ON calibrator_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_events_no_update;
--> statement-breakpoint
CREATE TRIGGER calibrator_events_no_update BEFORE UPDATE ON calibrator_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_ranges_changed_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_changed_while_entered BEFORE UPDATE ON calibrator_ranges WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_ranges_deleted_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_deleted_while_entered BEFORE DELETE ON calibrator_ranges WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = OLD.company_id AND c.id = OLD.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER calibrator_ranges_inserted_while_entered;
--> statement-breakpoint
CREATE TRIGGER calibrator_ranges_inserted_while_entered BEFORE INSERT ON calibrator_ranges WHEN ((SELECT c.status FROM calibrator_certificates c WHERE c.company_id = NEW.company_id AND c.id = NEW.calibrator_certificate_id) <> 'entered')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'calibrator_certificate_frozen'); END;
--> statement-breakpoint
DROP TRIGGER certificate_report_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER certificate_report_events_no_delete BEFORE DELETE ON certificate_report_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'certificate_report_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER certificate_report_events_no_update;
--> statement-breakpoint
CREATE TRIGGER certificate_report_events_no_update BEFORE UPDATE ON certificate_report_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'certificate_report_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER certificate_report_frozen;
--> statement-breakpoint
CREATE TRIGGER certificate_report_frozen BEFORE UPDATE ON certificate_reports
WHEN (OLD.status IN ('issued', 'superseded', 'voided', 'cancelled') AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.measurement_set_id IS NOT OLD.measurement_set_id
  OR NEW.machine_id IS NOT OLD.machine_id
  OR NEW.consumer_id IS NOT OLD.consumer_id
  OR NEW.certificate_no IS NOT OLD.certificate_no
  OR NEW.base_no IS NOT OLD.base_no
  OR NEW.revision_no IS NOT OLD.revision_no
  OR NEW.revision_of_id IS NOT OLD.revision_of_id
  OR NEW.amendment_reason IS NOT OLD.amendment_reason
  OR NEW.content_sha256 IS NOT OLD.content_sha256
  OR NEW.document_sha256 IS NOT OLD.document_sha256
  OR NEW.signatures IS NOT OLD.signatures
  OR NEW.concessions IS NOT OLD.concessions
  OR NEW.conformity IS NOT OLD.conformity
  OR NEW.as_found_conformity IS NOT OLD.as_found_conformity
  OR NEW.cal_start_on IS NOT OLD.cal_start_on
  OR NEW.cal_end_on IS NOT OLD.cal_end_on
  OR NEW.issued_on IS NOT OLD.issued_on
  OR NEW.issued_at IS NOT OLD.issued_at
  OR NEW.issued_by IS NOT OLD.issued_by
  OR NEW.next_due_on IS NOT OLD.next_due_on
  OR NEW.verify_token IS NOT OLD.verify_token
  OR (OLD.pdf_sha256 IS NOT NULL AND NEW.pdf_sha256 IS NOT OLD.pdf_sha256)
  OR (OLD.dcc_sha256 IS NOT NULL AND NEW.dcc_sha256 IS NOT OLD.dcc_sha256)
  OR NOT (NEW.status = OLD.status OR (OLD.status = 'issued' AND NEW.status IN ('superseded', 'voided')))))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'certificate_report_frozen'); END;
--> statement-breakpoint
DROP TRIGGER certificate_report_kept;
--> statement-breakpoint
CREATE TRIGGER certificate_report_kept BEFORE DELETE ON certificate_reports WHEN (OLD.status <> 'draft' OR OLD.revision_no > 0)
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'certificate_report_kept'); END;
--> statement-breakpoint
DROP TRIGGER decision_rule_built_in;
--> statement-breakpoint
CREATE TRIGGER decision_rule_built_in BEFORE UPDATE ON decision_rules
WHEN (OLD.built_in = 1 AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.code IS NOT OLD.code
  OR NEW.name IS NOT OLD.name
  OR NEW.kind IS NOT OLD.kind
  OR NEW.guard_factor IS NOT OLD.guard_factor
  OR NEW.risk_limit IS NOT OLD.risk_limit
  OR NEW.certificate_text IS NOT OLD.certificate_text
  OR NEW.min_tur IS NOT OLD.min_tur
  OR NEW.built_in IS NOT OLD.built_in
  OR NEW.deleted_at IS NOT OLD.deleted_at))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'decision_rule_built_in'); END;
--> statement-breakpoint
DROP TRIGGER due_closings_no_delete;
--> statement-breakpoint
CREATE TRIGGER due_closings_no_delete BEFORE DELETE ON due_closings WHEN (OLD.service_report_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.asset_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'due_closings_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER due_closings_no_update;
--> statement-breakpoint
CREATE TRIGGER due_closings_no_update BEFORE UPDATE ON due_closings
WHEN ((new.company_id, new.id, new.month, new.occurrence_id, new.asset_id, new.schedule_id, new.kind, new.due_on, new.opens_on, new.closes_on, new.settles_on, new.department_id, new.category_id, new.team_id, new.criticality, new.state, new.exclusion, new.excluded_by, new.excluded_at, new.reason, new.closed_at) IS NOT (old.company_id, old.id, old.month, old.occurrence_id, old.asset_id, old.schedule_id, old.kind, old.due_on, old.opens_on, old.closes_on, old.settles_on, old.department_id, old.category_id, old.team_id, old.criticality, old.state, old.exclusion, old.excluded_by, old.excluded_at, old.reason, old.closed_at)
	OR old.outcome IS NOT NULL AND (new.outcome, new.service_report_id, new.settled_at) IS NOT (old.outcome, old.service_report_id, old.settled_at)
	OR old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS NOT old.withdrawn_at
	OR old.state = 'excluded' AND (new.outcome, new.standing) IS NOT (old.outcome, old.standing))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'due_closings_no_update'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_approvals_no_delete;
--> statement-breakpoint
CREATE TRIGGER gate_pass_approvals_no_delete BEFORE DELETE ON gate_pass_approvals WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_approvals_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_approvals_no_update;
--> statement-breakpoint
CREATE TRIGGER gate_pass_approvals_no_update BEFORE UPDATE ON gate_pass_approvals WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_approvals_no_update'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER gate_pass_events_no_delete BEFORE DELETE ON gate_pass_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_events_no_update;
--> statement-breakpoint
CREATE TRIGGER gate_pass_events_no_update BEFORE UPDATE ON gate_pass_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_extensions_no_delete;
--> statement-breakpoint
CREATE TRIGGER gate_pass_extensions_no_delete BEFORE DELETE ON gate_pass_extensions WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_extensions_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER gate_pass_extensions_no_update;
--> statement-breakpoint
CREATE TRIGGER gate_pass_extensions_no_update BEFORE UPDATE ON gate_pass_extensions WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'gate_pass_extensions_no_update'); END;
--> statement-breakpoint
DROP TRIGGER inhouse_calibration_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_events_no_delete BEFORE DELETE ON inhouse_calibration_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER inhouse_calibration_events_no_update;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_events_no_update BEFORE UPDATE ON inhouse_calibration_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER inhouse_calibration_frozen;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_frozen BEFORE UPDATE ON inhouse_calibrations WHEN (OLD.status IN ('closed', 'cancelled') AND (
     NEW.inhouse_no IS NOT OLD.inhouse_no
  OR NEW.asset_id IS NOT OLD.asset_id
  OR NEW.measurement_set_id IS NOT OLD.measurement_set_id
  OR NEW.performed_on IS NOT OLD.performed_on
  OR NEW.technician_id IS NOT OLD.technician_id
  OR NEW.device IS NOT OLD.device
  OR NEW.decision_rule_id IS NOT OLD.decision_rule_id
  OR NEW.outcome IS NOT OLD.outcome
  OR NEW.outcome_reason IS NOT OLD.outcome_reason
  OR NEW.contact_on_site IS NOT OLD.contact_on_site
  OR NEW.action IS NOT OLD.action
  OR NEW.as_found_missing IS NOT OLD.as_found_missing
  OR NEW.deviations IS NOT OLD.deviations
  OR NEW.cost_minor IS NOT OLD.cost_minor
  OR NEW.next_due_on IS NOT OLD.next_due_on
  OR NEW.due_occurrence_id IS NOT OLD.due_occurrence_id
  OR NEW.service_report_id IS NOT OLD.service_report_id
  OR NEW.status IS NOT OLD.status
  OR NEW.conformity IS NOT OLD.conformity
  OR NEW.as_found_conformity IS NOT OLD.as_found_conformity
  OR NEW.writer_ids IS NOT OLD.writer_ids
  OR NEW.verified_at IS NOT OLD.verified_at
  OR NEW.verified_by IS NOT OLD.verified_by
  OR NEW.closed_at IS NOT OLD.closed_at
  OR NEW.closed_by IS NOT OLD.closed_by
  OR NEW.cancelled_at IS NOT OLD.cancelled_at
  OR NEW.cancelled_by IS NOT OLD.cancelled_by
  OR NEW.company_id IS NOT OLD.company_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_frozen'); END;
--> statement-breakpoint
DROP TRIGGER inhouse_calibration_kept;
--> statement-breakpoint
CREATE TRIGGER inhouse_calibration_kept BEFORE DELETE ON inhouse_calibrations WHEN (OLD.status <> 'draft')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'inhouse_calibration_kept'); END;
--> statement-breakpoint
DROP TRIGGER ledger_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER ledger_events_no_delete BEFORE DELETE ON ledger_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'ledger_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER ledger_events_no_update;
--> statement-breakpoint
CREATE TRIGGER ledger_events_no_update BEFORE UPDATE ON ledger_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'ledger_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER login_log_no_delete;
--> statement-breakpoint
CREATE TRIGGER login_log_no_delete BEFORE DELETE ON login_log WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'login_log_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER login_log_no_update;
--> statement-breakpoint
CREATE TRIGGER login_log_no_update BEFORE UPDATE ON login_log
WHEN (OLD.signed_out_at IS NOT NULL OR NEW.at IS NOT OLD.at OR NEW.result IS NOT OLD.result OR NEW.email_tried IS NOT OLD.email_tried)
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'login_log_no_update'); END;
--> statement-breakpoint
DROP TRIGGER machine_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER machine_events_no_delete BEFORE DELETE ON machine_events WHEN (NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.machine_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'machine_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER machine_events_no_update;
--> statement-breakpoint
CREATE TRIGGER machine_events_no_update BEFORE UPDATE ON machine_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'machine_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER measurement_changes_need_open_set;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_need_open_set BEFORE INSERT ON measurement_changes
WHEN ((SELECT s.state FROM measurement_sets s WHERE s.company_id = NEW.company_id AND s.id = NEW.measurement_set_id) <> 'open')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
DROP TRIGGER measurement_changes_no_delete;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_no_delete BEFORE DELETE ON measurement_changes WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'measurement_changes_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER measurement_changes_no_update;
--> statement-breakpoint
CREATE TRIGGER measurement_changes_no_update BEFORE UPDATE ON measurement_changes WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'measurement_changes_no_update'); END;
--> statement-breakpoint
DROP TRIGGER measurement_set_frozen;
--> statement-breakpoint
CREATE TRIGGER measurement_set_frozen BEFORE UPDATE ON measurement_sets
WHEN (OLD.state = 'frozen' OR (OLD.state <> 'open' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.measured IS NOT OLD.measured
  OR NEW.procedure_version_id IS NOT OLD.procedure_version_id
  OR NEW.machine_id IS NOT OLD.machine_id
  OR NEW.asset_id IS NOT OLD.asset_id)))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
DROP TRIGGER measurement_set_kept;
--> statement-breakpoint
CREATE TRIGGER measurement_set_kept BEFORE DELETE ON measurement_sets WHEN (OLD.state <> 'open')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'measurement_set_kept'); END;
--> statement-breakpoint
DROP TRIGGER measurement_standards_added_while_open;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_added_while_open BEFORE INSERT ON measurement_standards
WHEN ((SELECT s.state FROM measurement_sets s WHERE s.company_id = NEW.company_id AND s.id = NEW.measurement_set_id) <> 'open')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
DROP TRIGGER measurement_standards_changed_while_open;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_changed_while_open BEFORE UPDATE ON measurement_standards
WHEN ((SELECT s.state FROM measurement_sets s WHERE s.company_id = OLD.company_id AND s.id = OLD.measurement_set_id) <> 'open')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
DROP TRIGGER measurement_standards_removed_while_open;
--> statement-breakpoint
CREATE TRIGGER measurement_standards_removed_while_open BEFORE DELETE ON measurement_standards
WHEN ((SELECT s.state FROM measurement_sets s WHERE s.company_id = OLD.company_id AND s.id = OLD.measurement_set_id) <> 'open')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'set_not_open'); END;
--> statement-breakpoint
DROP TRIGGER occurrence_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER occurrence_events_no_delete BEFORE DELETE ON occurrence_events WHEN (NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.asset_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'occurrence_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER occurrence_events_no_update;
--> statement-breakpoint
CREATE TRIGGER occurrence_events_no_update BEFORE UPDATE ON occurrence_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'occurrence_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER procedure_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER procedure_events_no_delete BEFORE DELETE ON procedure_events WHEN (OLD.status <> 'draft' OR NOT EXISTS (SELECT 1 FROM procedure_versions AS held JOIN sample_rows AS sample ON sample.company_id = held.company_id AND sample.id = held.procedure_id
    WHERE held.company_id = OLD.company_id AND held.id = OLD.procedure_version_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'procedure_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER procedure_events_no_update;
--> statement-breakpoint
CREATE TRIGGER procedure_events_no_update BEFORE UPDATE ON procedure_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'procedure_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER procedure_version_frozen;
--> statement-breakpoint
CREATE TRIGGER procedure_version_frozen BEFORE UPDATE ON procedure_versions
WHEN (OLD.status <> 'draft' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.procedure_id IS NOT OLD.procedure_id
  OR NEW.version_no IS NOT OLD.version_no
  OR NEW.method_reference IS NOT OLD.method_reference
  OR NEW.decision_rule_id IS NOT OLD.decision_rule_id
  OR NEW.effective_on IS NOT OLD.effective_on
  OR NEW.change_note IS NOT OLD.change_note
  OR NEW.content IS NOT OLD.content
  OR NEW.author_ids IS NOT OLD.author_ids))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'procedure_version_frozen'); END;
--> statement-breakpoint
DROP TRIGGER procedure_version_kept;
--> statement-breakpoint
CREATE TRIGGER procedure_version_kept BEFORE DELETE ON procedure_versions WHEN (OLD.status <> 'draft' OR OLD.submitted_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'procedure_version_kept'); END;
--> statement-breakpoint
DROP TRIGGER proposal_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER proposal_events_no_delete BEFORE DELETE ON proposal_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'proposal_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER proposal_events_no_update;
--> statement-breakpoint
CREATE TRIGGER proposal_events_no_update BEFORE UPDATE ON proposal_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'proposal_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER recall_asset_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER recall_asset_events_no_delete BEFORE DELETE ON recall_asset_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'recall_asset_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER recall_asset_events_no_update;
--> statement-breakpoint
CREATE TRIGGER recall_asset_events_no_update BEFORE UPDATE ON recall_asset_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'recall_asset_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER report_form_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER report_form_events_no_delete BEFORE DELETE ON report_form_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'report_form_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER report_form_events_no_update;
--> statement-breakpoint
CREATE TRIGGER report_form_events_no_update BEFORE UPDATE ON report_form_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'report_form_events_no_update'); END;
--> statement-breakpoint
DROP TRIGGER report_form_version_frozen;
--> statement-breakpoint
CREATE TRIGGER report_form_version_frozen BEFORE UPDATE ON report_form_versions
WHEN (OLD.status <> 'draft' AND (NEW.company_id IS NOT OLD.company_id
  OR NEW.report_form_id IS NOT OLD.report_form_id
  OR NEW.version_no IS NOT OLD.version_no
  OR NEW.name IS NOT OLD.name
  OR NEW.layout IS NOT OLD.layout))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'report_form_version_frozen'); END;
--> statement-breakpoint
DROP TRIGGER report_form_version_kept;
--> statement-breakpoint
CREATE TRIGGER report_form_version_kept BEFORE DELETE ON report_form_versions WHEN (OLD.status <> 'draft')
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'report_form_version_kept'); END;
--> statement-breakpoint
DROP TRIGGER signature_changes_no_delete;
--> statement-breakpoint
CREATE TRIGGER signature_changes_no_delete BEFORE DELETE ON signature_changes WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'signature_changes_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER signature_changes_no_update;
--> statement-breakpoint
CREATE TRIGGER signature_changes_no_update BEFORE UPDATE ON signature_changes WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'signature_changes_no_update'); END;
--> statement-breakpoint
DROP TRIGGER stock_batch_moves_no_delete;
--> statement-breakpoint
CREATE TRIGGER stock_batch_moves_no_delete BEFORE DELETE ON stock_batch_moves WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'stock_batch_moves_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER stock_batch_moves_no_update;
--> statement-breakpoint
CREATE TRIGGER stock_batch_moves_no_update BEFORE UPDATE ON stock_batch_moves WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'stock_batch_moves_no_update'); END;
--> statement-breakpoint
DROP TRIGGER sample_rows_before_record;
--> statement-breakpoint
CREATE TRIGGER sample_rows_before_record BEFORE INSERT ON sample_rows
WHEN (EXISTS (SELECT 1 FROM assets WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM breakdowns WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM stock_items WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM machines WHERE company_id = NEW.company_id AND id = NEW.id)
  OR EXISTS (SELECT 1 FROM procedures WHERE company_id = NEW.company_id AND id = NEW.id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = NEW.company_id)
BEGIN SELECT RAISE(ABORT, 'sample_rows_before_record'); END;
--> statement-breakpoint
DROP TRIGGER sample_rows_no_update;
--> statement-breakpoint
CREATE TRIGGER sample_rows_no_update BEFORE UPDATE ON sample_rows WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'sample_rows_no_update'); END;
--> statement-breakpoint
DROP TRIGGER stock_movements_no_delete;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_delete BEFORE DELETE ON stock_movements WHEN (OLD.kind <> 'opening' OR NOT EXISTS (SELECT 1 FROM sample_rows WHERE company_id = OLD.company_id AND id = OLD.stock_item_id))
  AND NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'stock_movements_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER stock_movements_no_update;
--> statement-breakpoint
CREATE TRIGGER stock_movements_no_update BEFORE UPDATE ON stock_movements WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'stock_movements_no_update'); END;
--> statement-breakpoint
DROP TRIGGER transfer_events_no_delete;
--> statement-breakpoint
CREATE TRIGGER transfer_events_no_delete BEFORE DELETE ON transfer_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'transfer_events_no_delete'); END;
--> statement-breakpoint
DROP TRIGGER transfer_events_no_update;
--> statement-breakpoint
CREATE TRIGGER transfer_events_no_update BEFORE UPDATE ON transfer_events WHEN NOT EXISTS (SELECT 1 FROM transits WHERE company_id = OLD.company_id)
BEGIN SELECT RAISE(ABORT, 'transfer_events_no_update'); END;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('transits','sqlite_autoindex_transits_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
