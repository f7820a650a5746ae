CREATE INDEX `assets_by_department_next_pm` ON `assets` (`company_id`,`department_id`,`next_pm_on`) WHERE next_pm_on is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `assets_by_custodian` ON `assets` (`company_id`,`custodian_user_id`,`id`) WHERE custodian_user_id is not null;--> statement-breakpoint
CREATE INDEX `breakdowns_by_assignee` ON `breakdowns` (`company_id`,`assigned_user_id`,`status`) WHERE assigned_user_id is not null;--> statement-breakpoint
CREATE INDEX `due_occurrences_by_assignee` ON `due_occurrences` (`company_id`,`assigned_user_id`,`status`) WHERE assigned_user_id is not null;--> statement-breakpoint
CREATE INDEX `login_log_by_user` ON `login_log` (`company_id`,`user_id`,`at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`company_id`,`name`,`id`);