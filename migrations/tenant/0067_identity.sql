CREATE TABLE `identity_groups` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`group_name` text NOT NULL,
	`team_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_groups_pair` ON `identity_groups` (`company_id`,`group_name`,`team_id`);--> statement-breakpoint
CREATE INDEX `identity_groups_by_team` ON `identity_groups` (`company_id`,`team_id`);--> statement-breakpoint
CREATE TABLE `identity_links` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_links_subject` ON `identity_links` (`company_id`,`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `identity_links_user` ON `identity_links` (`company_id`,`user_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `identity_providers` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`issuer` text NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`scopes` text NOT NULL,
	`email_claim` text NOT NULL,
	`name_claim` text NOT NULL,
	`groups_claim` text,
	`is_offered` integer DEFAULT false NOT NULL,
	`makes_people` integer DEFAULT false NOT NULL,
	`new_service_type` integer,
	`new_team_id` text,
	`is_enforced` integer DEFAULT false NOT NULL,
	`emergency_user_id` text,
	`signs_out` integer DEFAULT false NOT NULL,
	`tried_at` integer,
	`tried_by` text,
	`tried` text,
	PRIMARY KEY(`company_id`, `id`),
	FOREIGN KEY (`company_id`,`new_team_id`) REFERENCES `teams`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`,`emergency_user_id`) REFERENCES `users`(`company_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "identity_providers_new_service_type_integer" CHECK(typeof("identity_providers"."new_service_type") in ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `identity_providers_by_team` ON `identity_providers` (`company_id`,`new_team_id`);--> statement-breakpoint
CREATE TABLE `identity_sessions` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`session_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`provider_session` text,
	`id_token` text,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_sessions_session` ON `identity_sessions` (`company_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `identity_sessions_by_subject` ON `identity_sessions` (`company_id`,`subject`);--> statement-breakpoint
CREATE TABLE `identity_states` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`state_hash` text NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_states_state` ON `identity_states` (`company_id`,`state_hash`);--> statement-breakpoint
CREATE TABLE `mail_domains` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`domain` text collate nocase NOT NULL,
	`proof` text NOT NULL,
	`proved_at` integer,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_domains_domain` ON `mail_domains` (`company_id`,`domain`);--> statement-breakpoint
CREATE TABLE `scim_names` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`external_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `id`),
	CONSTRAINT "scim_names_kind_known" CHECK("scim_names"."kind" is null or "scim_names"."kind" in ('user', 'group'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_names_external` ON `scim_names` (`company_id`,`kind`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `scim_names_record` ON `scim_names` (`company_id`,`kind`,`record_id`);--> statement-breakpoint
CREATE TABLE `scim_tokens` (
	`company_id` text NOT NULL,
	`id` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	PRIMARY KEY(`company_id`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scim_tokens_token_hash` ON `scim_tokens` (`company_id`,`token_hash`);--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
('identity_groups','identity_groups_by_team','5000 500 1'),
('identity_groups','identity_groups_pair','5000 500 100 1'),
('identity_groups','sqlite_autoindex_identity_groups_1','5000 500 1'),
('identity_links','identity_links_subject','5000 500 100 1'),
('identity_links','identity_links_user','5000 500 1 1'),
('identity_links','sqlite_autoindex_identity_links_1','5000 500 1'),
('identity_providers','identity_providers_by_team','5000 500 1'),
('identity_providers','sqlite_autoindex_identity_providers_1','5000 500 1'),
('identity_sessions','identity_sessions_by_subject','5000 500 100'),
('identity_sessions','identity_sessions_session','5000 500 1'),
('identity_sessions','sqlite_autoindex_identity_sessions_1','5000 500 1'),
('identity_states','identity_states_state','5000 500 1'),
('identity_states','sqlite_autoindex_identity_states_1','5000 500 1'),
('mail_domains','mail_domains_domain','5000 500 1'),
('mail_domains','sqlite_autoindex_mail_domains_1','5000 500 1'),
('scim_names','scim_names_external','5000 500 100 1'),
('scim_names','scim_names_record','5000 500 100 1'),
('scim_names','sqlite_autoindex_scim_names_1','5000 500 1'),
('scim_tokens','scim_tokens_token_hash','5000 500 1'),
('scim_tokens','sqlite_autoindex_scim_tokens_1','5000 500 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
